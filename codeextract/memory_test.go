package codeextract

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestContinue runs again after every kind of change, and compares what is written with what a run that remembers nothing
// writes.
func TestContinue(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/content/p.md", "---\ntitle: P\n---\n\n```snip {#f src=\"q\" sym=\"F\"}\n```\n")
	write(t, dir+"/"+ConfigName, "[sources.q]\ndir = \"q\"\n")
	write(t, dir+"/go.mod", "module example.org/m\n\ngo 1.21\n")
	write(t, dir+"/q/q.go", "package q\n\nimport \"example.org/m/r\"\n\nfunc F() { r.G() }\n")
	write(t, dir+"/r/r.go", "package r\n\nfunc G() {}\n")
	commit(t, dir)
	written(t, dir) // so that types are kept
	changes := []func(){
		func() {},
		func() { put("q/q.go", "package q\n\nimport \"example.org/m/r\"\n\n// F has moved.\nfunc F() { r.G() }\n")(t, dir) },
		func() { put("q/q.go", "package q\n\nfunc F() {")(t, dir) }, // in the middle of a word
		func() { put("q/q.go", "package q\n\nimport \"example.org/m/r\"\n\nfunc F() { r.G(); r.G() }\n")(t, dir) },
		func() { put("r/r.go", "package r\n\n// G tells more.\nfunc G() {}\n")(t, dir) },
		func() { put("content/p.md", "# No code\n")(t, dir) },
		func() { put("content/p.md", "```snip {#g src=\"q/q.go\" sym=\"F\"}\n```\n")(t, dir) },
		func() { remove(t, dir, "q/q.go") },
		func() { put("q/q.go", "package q\n\nfunc F() {}\n")(t, dir) },
	}
	var last *Site
	for i, change := range changes {
		change()
		site := openLater(t, dir)
		site.Continue(last)
		if got, want := filesOf(t, site), filesOf(t, openLater(t, dir)); !slices.Equal(got, want) {
			t.Errorf("change %d:\n%s\nwant\n%s", i, got, want)
		}
		last = site
	}
	if len(last.after.files) == 0 || last.before == nil {
		t.Error("nothing was remembered, so nothing was tested")
	}
}

func openLater(t *testing.T, dir string) *Site {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	site.TypesLater = true
	return site
}

// filesOf runs and gives what it reports and writes.
func filesOf(t *testing.T, site *Site) []string {
	t.Helper()
	report, err := site.Analyze(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.WritePages(report); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range report.Problems {
		out = append(out, p.Error())
	}
	files, err := filepath.Glob(filepath.Join(site.dir, "assets/srcblog/content/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, filepath.Base(name)+": "+string(text))
	}
	return out
}
