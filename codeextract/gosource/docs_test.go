package gosource

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocsHaveEveryStep: docs/language.md tells every word that a path's step may begin with.
func TestDocsHaveEveryStep(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	for word := range stepWords() {
		if !strings.Contains(string(text), "`/"+word) {
			t.Errorf("docs/language.md does not tell /%s", word)
		}
	}
}

// TestArticleUsesEveryStep: the site's article on writing has a path with every such word in its blocks.
func TestArticleUsesEveryStep(t *testing.T) {
	const article = "../../content/posts/怎样写源码分析.md"
	text, err := os.ReadFile(article)
	if err != nil {
		t.Fatal(err)
	}
	live := regexp.MustCompile("(?s)\n````markdown\n.*?\n````\n").ReplaceAll(text, []byte("\n"))
	blocks := regexp.MustCompile("(?s)\n```snip .*?\n```\n").FindAll(live, -1)
	if len(blocks) == 0 {
		t.Fatal("no blocks in the article")
	}
	var all strings.Builder
	for _, b := range blocks {
		all.Write(b)
	}
	for word := range stepWords() {
		if !regexp.MustCompile(`/` + word + `\b`).MatchString(all.String()) {
			t.Errorf("%s has no path with /%s", article, word)
		}
	}
}
