package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// lab builds and runs tests in a temporary folder.
type lab struct {
	dir     string
	healthy map[test]error // what a test says without any bug
}

func newLab() (*lab, error) {
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	return &lab{dir: dir, healthy: map[test]error{}}, nil
}

func (l *lab) close() { os.RemoveAll(l.dir) }

// kill plants a bug, runs its tests one after the other, and returns the name of the test that failed. That none of them
// does is an error, as is all that keeps the experiment from saying anything.
func (l *lab) kill(m mutant) (killer string, err error) {
	overlay, err := l.plant(m)
	if err != nil {
		return "", err
	}
	for _, t := range m.tests {
		if err := l.checkHealth(t); err != nil {
			return "", err
		}
		binary, err := l.build(t, overlay)
		if err != nil {
			return "", err
		}
		output, err := t.run(binary)
		if err == nil {
			continue // it did not notice
		}
		return failed(output)
	}
	return "", fmt.Errorf("no test noticed it: %v", m.tests)
}

// checkHealth finds out, once, whether a test succeeds without any bug.
func (l *lab) checkHealth(t test) error {
	if err, known := l.healthy[t]; known {
		return err
	}
	binary, err := l.build(t, "")
	if err == nil {
		var output []byte
		if output, err = t.run(binary); err != nil {
			err = fmt.Errorf("%s fails without any bug: %w\n%s", t, err, output)
		}
	}
	l.healthy[t] = err
	return err
}

// plant writes the changed file, and the overlay that puts it in place of the real one.
func (l *lab) plant(m mutant) (overlay string, err error) {
	changed, err := m.changed()
	if err != nil {
		return "", err
	}
	file, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	replacement := filepath.Join(l.dir, "changed.go")
	if err := os.WriteFile(replacement, changed, 0o600); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]map[string]string{"Replace": {file: replacement}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(l.dir, "overlay.json")
	return overlay, os.WriteFile(overlay, content, 0o600)
}

// build compiles the tests of a package, so that code which does not compile is told from a test that fails.
func (l *lab) build(t test, overlay string) (binary string, err error) {
	binary = filepath.Join(l.dir, "test")
	command := exec.Command("go", "test", "-c", "-o", binary, "-overlay="+overlay, "./"+t.folder)
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("does not compile: %w\n%s", err, output)
	}
	return binary, nil
}

// test is a test function, or several, by a regular expression.
type test struct {
	folder string // of its package
	name   string
}

func (t test) String() string { return t.folder + " " + t.name }

func (t test) run(binary string) (output []byte, err error) {
	binary, err = filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	command := exec.Command(binary, "-test.run=^("+t.name+")$", "-test.timeout=3m")
	command.Dir = t.folder
	return command.CombinedOutput()
}

var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// failed names the test that failed, by the most exact of its names.
func failed(output []byte) (string, error) {
	if bytes.Contains(output, []byte("panic: test timed out")) {
		return "", errors.New("it only makes the test hang")
	}
	matches := failure.FindAllSubmatch(output, -1)
	if len(matches) == 0 {
		return "", fmt.Errorf("the test ended without a failing assertion:\n%s", last(output, 20))
	}
	name := string(matches[0][1])
	if len(matches) > 1 && strings.HasPrefix(string(matches[1][1]), name+"/") {
		name = string(matches[1][1])
	}
	return name, nil
}

func last(output []byte, lines int) string {
	all := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
