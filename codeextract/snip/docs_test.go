package snip

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocsHaveEveryForm holds docs/language.md to the parser: its examples use every attribute, directive in both languages, and
// form of selector.
func TestDocsHaveEveryForm(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, m := range regexp.MustCompile("(?s)\n```snip ?([^\n]*)\n(.*?)```").FindAllSubmatch(text, -1) {
		var body []Line
		for line := range strings.Lines(string(m[2])) {
			line = strings.TrimRight(line, "\n")
			word, _, _ := strings.Cut(line, " ")
			used["word "+strings.TrimRight(word, ":")] = true
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
	want := []string{"slug", "text over lines", "several selectors", "caption", "all", "attribute id",
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
	for _, form := range slices.Compact(want) {
		if !used[form] {
			t.Errorf("docs/language.md has no example of: %s", form)
		}
	}
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
