package codeextract

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

// TestAssemble runs every case of testdata/assemble: a site, and its page content/a.md in both forms.
func TestAssemble(t *testing.T) {
	cases, err := filepath.Glob("testdata/assemble/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases found (%v)", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runAssemble(t, name) })
	}
}

func runAssemble(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var kept []txtar.File
	wants := map[string]string{}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			wants[f.Name] = string(f.Data)
			continue
		}
		kept = append(kept, f)
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"list", "inline"} {
		out := filepath.Join(t.TempDir(), "out")
		if err := site.Assemble(context.Background(), out, form == "inline"); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(out, "content", "a.md"))
		if err != nil {
			t.Fatal(err)
		}
		section := "want/" + form
		kept = append(kept, txtar.File{Name: section, Data: got})
		if want := wants[section]; want != string(got) && !*update {
			t.Errorf("%s", diff.Diff(section, []byte(want), "got", got))
		}
		delete(wants, section)
	}
	for section := range wants {
		t.Errorf("unknown section %s", section)
	}
	if *update {
		archive.Files = kept
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// The text for the theme's Markdown output has code in place of its blocks, links to pages that the theme can resolve, nothing
// that only Hugo understands, and no front matter; a page without any is not cut.
func TestPlainPages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"srcblog.toml":       "[sources.lib]\ndir = \"lib\"\n",
		"lib/lib.go":         "package lib\n\n// Answer says it.\nfunc Answer() string { return \"{{< x >}}\" }\n\nfunc Other() {}\n",
		"content/posts/a.md": "---\ntitle: A\n---\nSee [Answer](sym:lib#Answer) and [Other](sym:lib#Other).\n\n```snip {#other src=\"lib\" sym=\"Other\"}\n```\n",
		"content/posts/b.md": "```snip {#answer src=\"lib\" sym=\"Answer\"}\nnote `return …`: 答案。\n```\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	site, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Analyze(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, page := range report.Pages {
		text, err := plainPage{page}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got[page.sitePath] = string(text)
	}
	if text := got["content/posts/a.md"]; !strings.HasPrefix(text, "See [Answer](page:/posts/b.md#snip-answer) and [Other](#snip-other).\n") ||
		!strings.HasSuffix(text, "```go\nfunc Other() {}\n```\n") {
		t.Errorf("a.md:\n%s", text)
	}
	if text := got["content/posts/b.md"]; !strings.Contains(text, "\nfunc Answer() string { return \"{{< x >}}\" }\n```\n\n1. 答案。\n") || strings.Contains(text, "snip {") {
		t.Errorf("b.md:\n%s", text)
	}
}
