package source

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestHead(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("needs git: %v", err)
	}
	dir := t.TempDir()
	env := append(os.Environ(), "GIT_DIR=/nowhere", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if _, err := ReadHead(t.Context(), dir, t.TempDir(), env); !errors.Is(err, ErrNoCommit) {
		t.Errorf("no repository: %v", err)
	}
	run := func(args ...string) {
		t.Helper()
		if _, err := git(t.Context(), dir, env, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	if _, err := ReadHead(t.Context(), dir, t.TempDir(), env); !errors.Is(err, ErrNoCommit) {
		t.Errorf("no commit: %v", err)
	}
	write(t, dir, "a.go", "package a\n", "子/b c.go", "package b\n")
	run("add", ".")
	run("-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "-m", "x")
	head, err := ReadHead(t.Context(), dir, t.TempDir(), env)
	if err != nil || len(head.Revision) != 40 || len(head.Blobs) != 2 {
		t.Fatalf("%+v, %v", head, err)
	}
	for _, c := range []struct {
		path, content string
		want          bool
	}{
		{"a.go", "package a\n", true},
		{"a.go", "package a\r\n", true},
		{"a.go", "package b\n", false},
		{"子/b c.go", "package b\n", true},
		{"none.go", "", false},
	} {
		if got := head.Has(c.path, []byte(c.content)); got != c.want {
			t.Errorf("Has(%s, %q) = %v", c.path, c.content, got)
		}
	}
	if old, err := ReadBlob(t.Context(), dir, env, head.Blobs["a.go"]); err != nil || string(old) != "package a\n" {
		t.Errorf("ReadBlob: %q, %v", old, err)
	}
	for _, id := range []string{"", "--help", BlobID([]byte("never committed"))} {
		if _, err := ReadBlob(t.Context(), dir, env, id); err == nil {
			t.Errorf("ReadBlob(%q) gives something", id)
		}
	}
	if got := GitTop(filepath.Join(dir, "子")); got != dir {
		t.Errorf("top %q, want %q", got, dir)
	}
	if _, err := ReadHead(t.Context(), dir, t.TempDir(), []string{"PATH="}); err != nil {
		t.Errorf("git is looked up in the process's PATH: %v", err)
	}
}

func TestGitTop(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "wt/.git", "gitdir: elsewhere\n", "wt/a/b.go", "x")
	if got := GitTop(filepath.Join(dir, "wt", "a")); got != filepath.Join(dir, "wt") {
		t.Errorf("a worktree: %q", got)
	}
	if got := GitTop(dir); got != "" {
		t.Errorf("no repository: %q", got)
	}
}

// TestBlobID has the id of the empty file, which git documents everywhere.
func TestBlobID(t *testing.T) {
	if got := BlobID(nil); got != "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" {
		t.Error(got)
	}
}

func TestPermalink(t *testing.T) {
	at := Lines{Version: "v0.37.2", Path: "tools/cache/a b#.go", Start: 3, End: 9, Symbol: "Store.Add"}
	pseudo, old, whole := at, at, at
	pseudo.Version = "v0.0.0-20260101000000-abcdefabcdef"
	old.Version = "v2.0.0+incompatible"
	whole.Start, whole.End = 0, 0
	top := at
	top.Path = "doc.go"
	const github = "https://github.com/o/r/blob/{version}/{path}#L{start}-L{end}"
	for _, c := range []struct {
		template string
		at       Lines
		want     string
	}{
		{github, at, "https://github.com/o/r/blob/v0.37.2/tools/cache/a%20b%23.go#L3-L9"},
		{github, pseudo, "https://github.com/o/r/blob/abcdefabcdef/tools/cache/a%20b%23.go#L3-L9"},
		{github, old, "https://github.com/o/r/blob/v2.0.0/tools/cache/a%20b%23.go#L3-L9"},
		{github, whole, "https://github.com/o/r/blob/v0.37.2/tools/cache/a%20b%23.go"},
		{"https://x.org/{rev}/{path}", at, ""}, // no revision, no link
		{"", at, ""},
		{DefaultPermalink("k8s.io/client-go"), at, "https://pkg.go.dev/k8s.io/client-go@v0.37.2/tools/cache#Store.Add"},
		{DefaultPermalink("k8s.io/klog/v2"), top, "https://pkg.go.dev/k8s.io/klog/v2@v0.37.2#Store.Add"},
		{"javascript:alert(1)", at, `permalink "javascript:alert(1)" is not an http address`},
		{"https://x.org/{branch}", at, "permalink: unknown {branch}: use {version} {modversion} {rev} {path} {dir} {start} {end} {symbol}"},
	} {
		got, err := Permalink(c.template, c.at)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.template, got, c.want)
		}
	}
	for path, want := range map[string]string{
		"github.com/gin-gonic/gin": "https://github.com/gin-gonic/gin/blob/{version}/{path}#L{start}-L{end}",
		"github.com/o/r/v3":        "https://github.com/o/r/blob/{version}/{path}#L{start}-L{end}",
		"github.com/o/r/sub/v3":    "https://github.com/o/r/blob/sub/{version}/sub/{path}#L{start}-L{end}",
	} {
		if got := DefaultPermalink(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
