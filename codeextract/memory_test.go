package codeextract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestContinue runs again after every kind of change, and compares what is written with what a run that remembers nothing
// writes.
func TestContinue(t *testing.T) {
	dir := t.TempDir()
	save := func(name, text string) func() { return func() { put(name, text)(t, dir) } }
	const (
		config = "[sources.q]\ndir = \"q\"\npermalink = \"https://example.org/{rev}/{path}#L{start}\"\n"
		page   = "---\ntitle: P\n---\n\n```snip {#f src=\"q\" sym=\"F\"}\n```\n"
		other  = "```snip {#h src=\"q\" sym=\"H\"}\nelide `for`\nnote `F()`: calls [`F`](sym:q)\n```\n"
		code   = "package q\n\nimport \"example.org/m/r\"\n\nfunc F() { r.G() }\n"
		more   = "package q\n\n// H calls.\nfunc H() {\n\tfor {\n\t}\n\tF()\n}\n"
	)
	for name, text := range map[string]string{
		"content/p.md": page, "content/h.md": other, ConfigName: config, "go.mod": "module example.org/m\n\ngo 1.21\n",
		"q/q.go": code, "q/h.go": more, "r/r.go": "package r\n\nfunc G() {}\n", ".gitignore": "/.srcblog/\n/assets/\n",
	} {
		save(name, text)()
	}
	commit(t, dir)
	written(t, dir) // so that types are kept
	changes := []struct {
		name   string
		change func()
		taken  int // pages whose rendered code is taken over
	}{
		{"the first run", func() {}, 0},
		{"nothing", func() {}, 2},
		{"prose", save("content/p.md", page+"\nMore.\n"), 1},
		{"the line that another page links to", save("content/p.md", "\n"+strings.ReplaceAll(page, "#f", "#renamed")), 0},
		{"a draft", save("content/p.md", "---\ndraft: true\n---\n```snip {#f src=\"q\" sym=\"F\"}\n```\n"), 0},
		{"a line above", save("q/q.go", "package q\n\nimport \"example.org/m/r\"\n\n// F has moved.\nfunc F() { r.G() }\n"), 0},
		{"the middle of a word", save("q/q.go", "package q\n\nfunc F() {"), 0},
		{"more code", save("q/q.go", "package q\n\nimport \"example.org/m/r\"\n\nfunc F() { r.G(); r.G() }\n"), 0},
		{"its types", func() {
			if reason, err := openLater(t, dir).LoadTypes(t.Context()); err != nil || reason != "" {
				t.Fatal(reason, err)
			}
		}, 0},
		{"nothing again", func() {}, 2},
		{"an imported package", save("r/r.go", "package r\n\n// G tells more.\nfunc G() {}\n"), 1}, // the one whose links do not lead there
		{"a commit", func() { commit(t, dir) }, 0},
		{"the permalinks", save(ConfigName, strings.ReplaceAll(config, "example.org", "example.com")), 0},
		{"no code", save("content/p.md", "# No code\n"), 0},
		{"another id", save("content/p.md", "```snip {#g src=\"q/q.go\" sym=\"F\"}\n```\n"), 0},
		{"no file", func() { remove(t, dir, "q/q.go") }, 0},
		{"another file", save("q/q.go", "package q\n\nfunc F() {}\n"), 0},
	}
	var last *Site
	for _, c := range changes {
		c.change()
		site := openLater(t, dir)
		site.Continue(last)
		got, taken := filesOf(t, site)
		want, _ := filesOf(t, openLater(t, dir))
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
		if taken != c.taken {
			t.Errorf("%s: %d pages taken over, want %d", c.name, taken, c.taken)
		}
		last = site
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

// filesOf runs and gives what it reports and writes, and of how many pages the code was rendered by an earlier run.
func filesOf(t *testing.T, site *Site) (out []string, taken int) {
	t.Helper()
	report, err := site.Analyze(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.WritePages(report); err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Pages {
		if site.before != nil && p.drawn != nil && site.before.drawn[p.Path] == p.drawn {
			taken++
		}
	}
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
	return out, taken
}
