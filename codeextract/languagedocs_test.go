package codeextract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLanguageDocs builds the site that docs/language.md describes, and each of its examples as a page: none may have a mistake.
func TestLanguageDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	dir, env := libSite(t, "")
	for name, lang := range map[string]string{ConfigName: "toml", "q/queue.go": "go", "q/run.sh": "sh"} {
		m := regexp.MustCompile("(?s)\n```" + lang + "\n(.*?\n)```\n").FindSubmatch(text)
		if m == nil {
			t.Fatalf("no %s in the page", name)
		}
		write(t, filepath.Join(dir, name), string(m[1]))
	}
	examples := regexp.MustCompile("(?s)\n````markdown\n(.*?\n)````\n").FindAllSubmatch(text, -1)
	if len(examples) < 8 {
		t.Fatalf("%d examples", len(examples))
	}
	snippets := 0
	for i, m := range examples {
		page := string(m[1])
		snippets += strings.Count(page, "```snip")
		if strings.Contains(page, "](sym:)") {
			page = "---\nsnip: {src: q}\n---\n" + page
		}
		write(t, filepath.Join(dir, "content", string(rune('a'+i))+".md"), page)
	}
	_, report := check(t, dir, env)
	for _, p := range report.Problems {
		t.Error(p)
	}
	if len(report.Items) != snippets+1 { // and the tracked symbol
		t.Errorf("%d snippets were judged, the page has %d", len(report.Items), snippets)
	}
}
