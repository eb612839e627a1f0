package themetest

import (
	"regexp"
	"strings"
	"testing"
)

const asciiDiagram = "```goat\n .---.\n | a |---> b c\n '---'\n```\n"

// params.page.code.render says which diagrams are drawn; what is not drawn is the author's text.
func TestDiagramsCanStayText(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml":              "baseURL = \"https://example.org/\"\ntheme = \"loveit\"\n",
		"content/posts/plain.md": "---\ntitle: a\ncode: {render: {goat: false, mermaid: false}}\n---\n" + asciiDiagram + "```mermaid\ngraph LR; x-->y\n```\n",
		"content/posts/drawn.md": "---\ntitle: b\n---\n" + asciiDiagram,
	})
	plain := built.read(t, "posts/plain/index.html")
	for _, part := range []string{"| a |---&gt; b c", "graph LR; x--&gt;y"} {
		if !strings.Contains(plain, part) {
			t.Errorf("not drawn, and its text %q is not there", part)
		}
	}
	if strings.Contains(plain, `class="goat"`) || strings.Contains(plain, `class="mermaid"`) {
		t.Error("drawn although the page wants text")
	}

	drawn := built.read(t, "posts/drawn/index.html")
	for _, pattern := range []string{
		`<path d="M[0-9., ML]+"></path>`, `<text x="\d+" y="\d+" textLength="8">a</text>`, `<text x="\d+" y="\d+" textLength="8">b</text>`,
		`<polygon points='[0-9., ]+' transform='rotate\([0-9., ]+\d\)'></polygon>`,
	} {
		if !regexp.MustCompile(pattern).MatchString(drawn) {
			t.Errorf("the drawing has nothing like %s", pattern)
		}
	}
	if strings.Contains(drawn, "style=") {
		t.Error("the drawing has styles of its own, which a strict policy blocks")
	}
}
