package main

import (
	"bytes"
	"fmt"
	"os"
)

// mutant is a bug that can be planted.
type mutant struct {
	part string // of the informer
	name string
	file string // from the root of the repository
	old  string // what the bug takes the place of: a piece of the file that is there exactly once
	new  string
	// tests should notice the bug; one of them is enough.
	tests []test
}

func (m mutant) String() string { return m.part + ": " + m.name }

// changed returns the file with the bug in it.
func (m mutant) changed() ([]byte, error) {
	content, err := os.ReadFile(m.file)
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(content, []byte(m.old)); n != 1 {
		return nil, fmt.Errorf("%s: %d times %q, want 1: adapt the table to the code", m.file, n, m.old)
	}
	return bytes.Replace(content, []byte(m.old), []byte(m.new), 1), nil
}
