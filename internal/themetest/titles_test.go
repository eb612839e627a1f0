package themetest

import (
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// A title is text wherever it stands: what looks like a tag in it is shown, and emoji are still drawn. A description has no
// words of buttons, and any file name will do for a page.
func TestTitlesAreText(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml": "baseURL = \"https://example.org/\"\ntheme = \"loveit\"\n[params.home.posts]\nenable = true\n" +
			"[markup.goldmark.renderer]\nunsafe = true\n",
		"content/posts/a.md": "---\ntitle: \"<script>no()</script> :smile:\"\ndate: 2026-01-01\ntags: [x]\nseries: [s]\n---\n" +
			"Text.\n",
		"content/posts/50%b.md":                     "---\ntitle: B\ndate: 2026-01-02\ntags: [x]\nseries: [s]\n---\n<!--ui-->Copy<!--/ui--> Opening.\n",
		"assets/srcblog/content/posts/50%b.md.json": `{"schema": "srcblog.page/1", "snippets": {}, "links": {}}`,
	})
	shown := 0
	for _, name := range testsite.Pages(t, built.dir) {
		src := built.read(t, name)
		if strings.Contains(src, "<script>no()") {
			t.Errorf("%s: the title's tag is in the page", name)
		}
		if strings.Contains(src, `content="Copy`) {
			t.Errorf("%s: a button in the description", name)
		}
		shown += strings.Count(src, "&lt;script&gt;no()&lt;/script&gt; 😄</")
	}
	if shown < 4 {
		t.Errorf("the title is shown %d times", shown)
	}
}
