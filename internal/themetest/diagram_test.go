package themetest

import (
	"fmt"
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

// A site may draw a language by a hook or by a partial of its own, as LoveIt's users do.
func TestDiagramsCanBeDrawnOtherwise(t *testing.T) {
	for _, place := range []string{"_markup/render-codeblock-%s.html", "_default/_markup/render-codeblock-%s.html", "_partials/block/%s.html"} {
		files := map[string]string{
			"hugo.toml":          "baseURL = \"https://example.org/\"\ntheme = \"loveit\"\n",
			"content/posts/a.md": "---\ntitle: a\n---\n" + asciiDiagram + "```mermaid\ngraph LR; x-->y\n```\n",
		}
		for _, lang := range []string{"goat", "mermaid"} {
			files["layouts/"+fmt.Sprintf(place, lang)] = "<i>the site's " + lang + "</i>"
		}
		page := scratch(t, files).read(t, "posts/a/index.html")
		for _, lang := range []string{"goat", "mermaid"} {
			if !strings.Contains(page, "<i>the site's "+lang+"</i>") {
				t.Errorf("layouts/%s is not what draws %s", place, lang)
			}
		}
	}
}

// A page's content is rendered once, whatever formats it is published in: where two hooks fit a block, Hugo does it anew for each. With
// goat fences and tables it always does, as it has hooks of its own for them.
func TestContentIsRenderedOnce(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml": "baseURL = \"https://example.org/\"\ntheme = \"loveit\"\n[outputs]\nhome = [\"html\", \"rss\", \"json\"]\n[params.page]\nrssFullText = true\n",
		"content/posts/a.md": "---\ntitle: a\n---\n## 一\n\n[b](https://example.net) ![c](/d.png)\n\n> e\n\n> [!TIP]\n> f\n\n```go\ng\n```\n\n" +
			"```mermaid\ngraph LR; x-->y\n```\n\n```counted\n```\n",
		"layouts/_partials/block/counted.html": `{{ warnf "rendered %d" now.UnixNano }}`,
	})
	if n := strings.Count(built.log, "rendered "); n != 1 {
		t.Errorf("the page's content was rendered %d times:\n%s", n, built.log)
	}
}
