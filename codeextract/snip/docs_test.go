package snip

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocsHaveEveryForm holds docs/language.md and the site's article on writing to the parser: the examples of the one, and what
// the other shows live, use every attribute, directive in both languages, and form of selector.
func TestDocsHaveEveryForm(t *testing.T) {
	for _, file := range []string{"../../docs/language.md", "../../content/posts/怎样写源码分析.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(file, "../../content") {
			text = regexp.MustCompile("(?s)\n````markdown\n.*?\n````\n").ReplaceAll(text, []byte("\n"))
		}
		used := formsIn(t, text)
		for _, form := range everyForm() {
			if !used[form] {
				t.Errorf("%s has no example of: %s", file, form)
			}
		}
	}
}

// formsIn reads the snip blocks of a page.
func formsIn(t *testing.T, text []byte) map[string]bool {
	used := map[string]bool{}
	for _, m := range regexp.MustCompile("(?s)\n```snip ?([^\n]*)\n(.*?)```").FindAllSubmatch(text, -1) {
		var body []Line
		for line := range strings.Lines(string(m[2])) {
			line = strings.TrimRight(line, "\n")
			used["word "+firstWord.FindString(line)] = true
			used["longer run of backticks"] = used["longer run of backticks"] || strings.Contains(line, "``")
			body = append(body, Line{Text: line})
		}
		b, problems := Parse(Line{Text: string(m[1])}, body)
		if len(problems) > 0 {
			t.Errorf("%s: %v", m[1], problems)
		}
		for key := range b.Header.where {
			used["attribute "+key] = true
		}
		for _, d := range b.Directives {
			used["slug"] = used["slug"] || d.Slug != ""
			used["text over lines"] = used["text over lines"] || strings.Contains(d.Text, "\n")
			used["several selectors"] = used["several selectors"] || len(d.Selectors) > 1
			used["caption"] = used["caption"] || d.Keyword == Note && len(d.Selectors) == 0
			for i := range d.Selectors {
				useSelector(used, &d.Selectors[i])
			}
		}
	}
	return used
}

var firstWord = regexp.MustCompile(`^[^ :：]+`)

func everyForm() []string {
	want := []string{"slug", "longer run of backticks", "text over lines", "several selectors", "caption", "all", "attribute id",
		"word 注", "word 亮", "word 折", "word 略", "word 示", "word 只"}
	for _, key := range headerKeys() {
		want = append(want, "attribute "+key)
	}
	for _, word := range keywords() {
		want = append(want, "word "+word)
	}
	for _, part := range parts() {
		want = append(want, "part "+part)
	}
	for kind := Quoted; kind <= Within; kind++ {
		want = append(want, "kind "+string(rune('0'+int(kind))))
	}
	return slices.Compact(want)
}

func useSelector(used map[string]bool, s *Selector) {
	if s == nil {
		return
	}
	used["kind "+string(rune('0'+int(s.Kind)))] = true
	used["all"] = used["all"] || s.All
	if s.Kind == Part {
		used["part "+s.Text] = true
	}
	for _, inner := range []*Selector{s.From, s.To, s.Outer, s.Inner} {
		useSelector(used, inner)
	}
}
