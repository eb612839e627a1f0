package codeextract

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestUnchanged changes, one at a time, all that decides about a page's files, and nothing.
func TestUnchanged(t *testing.T) {
	const page = "---\ntitle: P\n---\n\n```snip {#f src=\"q\" sym=\"F\"}\n```\n"
	changes := []struct {
		name string
		same bool
		do   func(t *testing.T, dir string)
	}{
		{"nothing", true, func(*testing.T, string) {}},
		{"a file that no page takes code from", true, put("other/x.go", "package x\n")},
		{"a page's text", false, put("content/p.md", page+"\nMore.\n")},
		{"a new page", false, put("content/deep/n.md", "New\n")},
		{"a page gone", false, func(t *testing.T, dir string) { remove(t, dir, "content/second.md") }},
		{"the code", false, put("q/q.go", "package q\n\nfunc F() int { return 2 }\n")},
		{"a file beside the code", false, put("q/r.go", "package q\n")},
		{"a package that the code's types come from", false, put("r/r.go", "package r\n\n// G is new.\nfunc G() {}\n")},
		{"the lock", false, put(LockName, "")},
		{"the configuration", false, put(ConfigName, "# more\n[sources.q]\ndir = \"q\"\n")},
		{"go.mod", false, put("go.mod", "module example.org/m\n\ngo 1.22\n")},
		{"a commit", false, func(t *testing.T, dir string) { write(t, dir+"/more.txt", "x"); commit(t, dir) }},
		{"what was written", false, put("assets/srcblog/content/p.md.json", "{}")},
		{"what was written gone", false, func(t *testing.T, dir string) { remove(t, dir, "assets/srcblog/content/p.md.json") }},
		{"what nobody wrote", false, put("assets/srcblog/content/old.md.json", "{}")},
		{"the memory damaged", false, put(cacheDir+"/"+lastRunName, "{")},
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"content/p.md": page, "content/second.md": "Second\n", ConfigName: "[sources.q]\ndir = \"q\"\n",
				"go.mod": "module example.org/m\n\ngo 1.21\n", "q/q.go": "package q\n\nimport \"example.org/m/r\"\n\nfunc F() { r.G() }\n",
				"r/r.go": "package r\n\nfunc G() {}\n", ".gitignore": "/.srcblog/\n/assets/\n",
			} {
				write(t, filepath.Join(dir, name), text)
			}
			commit(t, dir)
			accept(t, dir)
			settle(t, dir)
			site, report := written(t, dir)
			if _, ok := site.Unchanged(true); ok {
				t.Error("pages without marks are said to be the same as those with")
			}
			c.do(t, dir)
			again, ok := site.Unchanged(false)
			if ok != c.same {
				t.Fatalf("unchanged: %v, want %v", ok, c.same)
			}
			if ok && (len(again.Items) != len(report.Items) || again.Items[0].ID != report.Items[0].ID || again.Items[0].Verdict != report.Items[0].Verdict) {
				t.Errorf("items: %+v, want %+v", again.Items[0], report.Items[0])
			}
		})
	}
}

// TestUnchangedProblem runs twice over what shall be told each time.
func TestUnchangedProblem(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/content/p.md", "**（强调）**文\n")
	write(t, dir+"/"+ConfigName, "")
	settle(t, dir)
	site, report := written(t, dir)
	if len(report.Problems) == 0 {
		t.Fatal("the page has no lint")
	}
	if _, ok := site.Unchanged(false); ok {
		t.Error("a lint is told only once")
	}
}

// settle makes every file older than the run that comes: what is saved while one reads is never taken for read.
func settle(t *testing.T, dir string) {
	t.Helper()
	old := time.Now().Add(-time.Minute)
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(name, old, old)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func written(t *testing.T, dir string) (*Site, *Report) {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Analyze(t.Context())
	if err != nil || report.Broken() {
		t.Fatal(err, report.Problems)
	}
	if report.NoTypes != "" {
		t.Fatalf("no types: %s", report.NoTypes)
	}
	if _, err := site.WritePages(report); err != nil {
		t.Fatal(err)
	}
	return site, report
}

func put(name, text string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		write(t, filepath.Join(dir, name), text)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}
