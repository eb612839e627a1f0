package indextest

import (
	"strings"
	"testing"
)

// A post's description is its prose, also where it begins with code or a heading.
func TestDescriptionIsProse(t *testing.T) {
	s := build(t, "../../themes", map[string]string{
		"content/posts/code.md":    "---\ntitle: A\n---\n```go\nfunc main() {}\n```\n\n正文的第一句。\n",
		"content/posts/heading.md": "---\ntitle: B\n---\n## 标题\n\n正文的第二句。\n",
		"content/posts/own.md":     "---\ntitle: C\ndescription: 自己的\n---\n正文。\n",
	})
	for page, want := range map[string]string{"code": "正文的第一句。", "heading": "正文的第二句。", "own": "自己的"} {
		if html := s.read(t, page+"/index.html"); !strings.Contains(html, `<meta name="description" content="`+want+`">`) {
			t.Errorf("%s: no description %q in %.1500s", page, want, html)
		}
	}
}
