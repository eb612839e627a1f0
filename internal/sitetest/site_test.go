package sitetest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// repoRoot is the folder with go.mod, as seen from here.
var repoRoot = filepath.Join("..", "..")

// srcblog and public are the program and the site that TestMain built.
var srcblog, public string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "sitetest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	srcblog, public = filepath.Join(dir, "srcblog"), filepath.Join(dir, "public")
	for _, args := range [][]string{
		{"go", "build", "-o", srcblog, "./cmd/srcblog"},
		{srcblog, "build", "-d", public},
	} {
		if out, err := command(args...).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %v\n%s", args, err, out)
			return 1
		}
	}
	return m.Run()
}

// command is a command in the repository's root. Go builds with the flags that the Makefile uses, or compiles all anew.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = repoRoot
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	return cmd
}

// record is one entry of index.json. Category and tag lists may be null.
type record struct {
	ObjectID   string   `json:"objectID"`
	URI        string   `json:"uri"`
	Title      string   `json:"title"`
	Date       string   `json:"date"`
	Categories []string `json:"categories"`
	Tags       []string `json:"tags"`
	Content    string   `json:"content"` // in index.json only
	Heading    string   `json:"heading"` // in index-keys.json only
}

func readRecords(t *testing.T, path string) []record {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if len(records) == 0 {
		t.Fatalf("%s: no records", path)
	}
	return records
}

func seedRecords(t *testing.T) []record {
	return readRecords(t, filepath.Join("testdata", "index-keys.json"))
}
