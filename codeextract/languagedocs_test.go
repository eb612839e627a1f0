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

// TestArticleShowsWhatItSays: in the site's article on writing, every example is followed by what it makes, every block is shown
// as an example first, and each form of link, source and region is among them.
func TestArticleShowsWhatItSays(t *testing.T) {
	const article = "../content/posts/怎样写源码分析.md"
	text, err := os.ReadFile(article)
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)\n````markdown\n(.*?\n)````\n")
	said := ""
	for _, m := range example.FindAllSubmatchIndex(text, -1) {
		code := string(text[m[2]:m[3]])
		if !strings.HasPrefix(string(text[m[1]:]), "\n"+code) {
			t.Errorf("this example is not followed by what it makes:\n%s", code)
		}
		said += code
	}
	live := string(example.ReplaceAll(text, []byte("\n")))
	blocks := regexp.MustCompile("(?s)\n```(?:snip|callpath|callgraph|typegraph|sequence) .*?\n```\n").FindAllString(live, -1)
	if len(blocks) < 30 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains("\n"+said, block) {
			t.Errorf("no example says how this is written:%s", block)
		}
	}
	for form, pattern := range map[string]string{
		"link with source and symbol":     `\]\(sym:[^)#?]+#[^)?]+\)`,
		"link with source":                `\]\(sym:[^)#?]+\)`,
		"link with symbol":                `\]\(sym:#[^)]+\)`,
		"link with neither":               `\]\(sym:\)`,
		"tracked link":                    `\]\(sym:[^)]*\?track\)`,
		"default source":                  `(?m)^snip: \{src: `,
		"alias":                           `snip \{.*src="[a-z-]+" `,
		"alias with a folder":             `snip \{.*src="client-go/`,
		"alias with a Go file":            `snip \{.*src="[a-z-]+/[a-z]+\.go" region=`,
		"region of another file":          `snip \{.*\.sh" region=`,
		"lines of another file":           `snip \{.*\.sh" lines=`,
		"another file as a whole":         `snip \{[^}]*\.sh" title="[^"]*"\}`,
		"import path":                     `snip \{.*src="[a-z]+\.[a-z]+/`,
		"path of the repository":          `snip \{.*src="\./`,
		"Go file as a whole":              `snip \{[^}]*\.go" title="[^"]*"\}`,
		"Go's own source":                 `snip \{.*src="std/`,
		"one of several init":             `snip \{.*sym="init#[0-9]+"`,
		"several symbols":                 `snip \{.*sym="[^"]*;`,
		"block without an id":             `snip \{sym=`,
		"comparison across a rename":      `snip \{.*diff="v[0-9.]+ [A-Za-z.]+"`,
		"call path through other sources": `(?m)^.* -> [a-z]+#`,
	} {
		if !regexp.MustCompile(pattern).MatchString(live) {
			t.Errorf("%s has no %s", article, form)
		}
	}
	note := regexp.MustCompile(`//snip:note (.+)`).FindStringSubmatch(live)
	source, err := os.ReadFile("../informer/util/workqueue/schedule.go")
	if err != nil {
		t.Fatal(err)
	}
	if note == nil || !strings.Contains(string(source), note[0]) {
		t.Errorf("the article's note in the source is not there: %q", note)
	}
}
