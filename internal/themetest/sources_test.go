package themetest

import (
	"regexp"
	"strings"
	"testing"
)

var (
	styleAttribute = regexp.MustCompile(`<[a-z][^<>]*\sstyle=|<style[\s>]`)
	eventAttribute = regexp.MustCompile(`<[a-z][^<>]*\son[a-z]+=`)
	inlineScript   = regexp.MustCompile(`<script>|<script (?:[^>s]|s[^r])*>`)
	likeHandler    = regexp.MustCompile(`\sdata-on\w*="\{\{`)
	comment        = regexp.MustCompile(`(?s)\{\{-?\s*/\*.*?\*/\s*-?\}\}`)
	cssComment     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	colour         = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(`)
)

// A strict content security policy forbids styles, handlers and scripts in the page itself. JSON-LD is data, not script.
func TestTemplatesKeepAStrictPolicy(t *testing.T) {
	for path, src := range layouts(t) {
		src = comment.ReplaceAllString(src, "")
		src = strings.ReplaceAll(src, `<script type="application/ld+json">`, "")
		for what, pattern := range map[string]*regexp.Regexp{
			"a style": styleAttribute, "a handler": eventAttribute, "a script": inlineScript,
		} {
			if found := pattern.FindString(src); found != "" && !strings.Contains(found, "replaceRE") {
				t.Errorf("%s: %s in the page: %s", path, what, found)
			}
		}
	}
}

// Go's templates take data-on… for a handler's name and write the value as a string of JavaScript, with quotes that readers would see.
func TestDataIsNotTakenForHandlers(t *testing.T) {
	for path, src := range layouts(t) {
		if found := likeHandler.FindString(src); found != "" {
			t.Errorf("%s: the value of%s gets quotes", path, strings.TrimSuffix(found, `="{{`))
		}
	}
}

// A partial, shortcode or hook says first what it shows and how it is called.
func TestPartialsSayWhatTheyShow(t *testing.T) {
	for path, src := range layouts(t) {
		if strings.Count(path, "/") == 1 || strings.HasSuffix(path, "posts/page.html") {
			continue // page kinds: their names say it
		}
		if at := comment.FindStringIndex(src); at == nil || at[0] != 0 {
			t.Errorf("%s: no comment at the top", path)
		}
	}
}

// Colours stand in tokens.css alone; every sheet is in a layer; nothing shouts.
func TestSheetsKeepToTokensAndLayers(t *testing.T) {
	for path, src := range files(t, "assets/css", ".css") {
		src = strings.TrimSpace(cssComment.ReplaceAllString(src, ""))
		if !strings.HasPrefix(src, "@layer ") {
			t.Errorf("%s: outside the layers", path)
		}
		if strings.Contains(src, "!important") {
			t.Errorf("%s: !important", path)
		}
		if found := colour.FindString(src); found != "" && !strings.HasSuffix(path, "tokens.css") {
			t.Errorf("%s: the colour %s belongs in tokens.css", path, found)
		}
	}
}
