package codeextract

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The lock has an id on a line, so a page whose name has a line end is refused instead of written there.
func TestPageNameWithLineEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such file names")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ConfigName), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "content", "a\nb.md"), []byte("Text.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Analyze(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Problems.Error(); !strings.Contains(got, `"content/a\nb.md": a page's name has a control character: rename it`) {
		t.Errorf("problems: %s", got)
	}
}

// Where the lock can't be written, nothing is called accepted.
func TestAcceptSaysOnlyWhatItWrote(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("no folder is read-only here")
	}
	dir := verdictSite(t)
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, LockName)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if ids, err := site.Accept(t.Context(), AcceptOptions{All: true, Reviewed: "x"}); err == nil || ids != nil {
		t.Errorf("%v, %v", ids, err)
	}
}
