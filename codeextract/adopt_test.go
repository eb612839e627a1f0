package codeextract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page's name may have a # in it, though a check warns of that: renamed snippets and pages are found all the same.
func TestAdoptWithHashInName(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "")
	write(t, filepath.Join(dir, "q/q.go"), "package q\n\n// Take takes.\nfunc Take(x int) int {\n\tx++\n\treturn x * 2\n}\n")
	page := "```snip {#take src=\"q\" sym=\"Take\"}\n```\n"
	old := filepath.Join(dir, "content/c#1.md")
	write(t, old, page)
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Accept(t.Context(), AcceptOptions{All: true, Reviewed: "first"}); err != nil {
		t.Fatal(err)
	}
	write(t, old, strings.ReplaceAll(page, "#take", "#taken"))
	if it := itemOf(t, checkSite(t, dir, ""), "content/c#1.md#taken"); it.Was != "content/c#1.md#take" {
		t.Errorf("renamed id: %s, was %q", it.Verdict, it.Was)
	}
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "content/d.md"), page)
	if it := itemOf(t, checkSite(t, dir, ""), "content/d.md#take"); it.Was != "content/c#1.md#take" {
		t.Errorf("moved page: %s, was %q", it.Verdict, it.Was)
	}
}
