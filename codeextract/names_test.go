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
		t.Skip("Windows has no such file names")
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
		t.Skip("root, and Windows, can write into a read-only folder")
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

// What Hugo renders no page for is none here either: links, and what can't be read to an end.
func TestOnlyFilesArePages(t *testing.T) {
	dir := verdictSite(t)
	if err := os.Symlink(filepath.Join(dir, "content", "a.md"), filepath.Join(dir, "content", "link.md")); err != nil {
		t.Skip("symbolic links can't be made here: ", err)
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range report.Pages {
		if page.Path != "content/a.md" {
			t.Errorf("page %s", page.Path)
		}
	}
}

func TestContentFolderIsNoLink(t *testing.T) {
	dir := verdictSite(t)
	content := filepath.Join(dir, "content")
	if err := os.Rename(content, filepath.Join(dir, "pages")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pages", content); err != nil {
		t.Skip("symbolic links can't be made here: ", err)
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if report.Exit(false) != 3 || !strings.Contains(report.Problems.Error(), "content folder is a symbolic link: name the folder itself") {
		t.Errorf("exit %d, %v", report.Exit(false), report.Problems)
	}
}
