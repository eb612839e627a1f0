package codeextract

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Mistakes that need more than one run over a few files: a module, a review, a revision.
func TestMistakes(t *testing.T) {
	ctx := context.Background()
	dir, env := libSite(t, "```snip {#two src=\"lib\" sym=\"Take;Queue\" diff=\"v1.0.0 Pop\"}\n```\n")
	text, _ := check(t, dir, env)
	wantMistake(t, text, "content/a.md:1:48: an old name goes with a single symbol")

	dir = t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.q]\ndir = \"q\"\n")
	write(t, filepath.Join(dir, "q", "q.go"), "package q\n")
	write(t, filepath.Join(dir, "content", "a.md"), "```snip {src=\"q\" sym=\"A\"}\n```\n")
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	_, err = site.Accept(ctx, AcceptOptions{Targets: []string{"content/a.md#a"}})
	wantMistake(t, errorText(err), `content/a.md:1:9: can't accept a broken snippet: no symbol "A" in q`)

	commit(t, dir)
	_, err = site.CheckSince(ctx, "gone")
	wantMistake(t, errorText(err), "--base gone: the revision is not in this clone: ")
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func wantMistake(t *testing.T, text, want string) {
	t.Helper()
	if !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}
