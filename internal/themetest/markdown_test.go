package themetest

import (
	"strings"
	"testing"
)

// index.md is the text that srcblog wrote for the page, with code in place of its blocks and addresses in place of links to
// pages; without that it is what the author wrote.
func TestMarkdownOutput(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml":          "baseURL = \"https://example.org/\"\ntheme = \"loveit\"\n[outputs]\npage = [\"html\", \"markdown\"]\n",
		"content/posts/a.md": "---\ntitle: A\ndescription: 说明\n---\nOwn text.\n\n```snip {#pop src=\"cache\" sym=\"Pop\"}\n```\n",
		"content/posts/b.md": "---\ntitle: B\n---\nOwn <b>text</b>. ```x```\n",
		"assets/srcblog/content/posts/a.md.txt": "\nOwn text.\n\n```go\nfunc Pop() { m := map[string]any{} }\n```\n\n" +
			"1. See [`Push`](page:/posts/b.md#snip-push) and [here](page:/posts/a.md#snip-pop).\n",
	})
	want := "# A\n\n> 说明\n\nOwn text.\n\n```go\nfunc Pop() { m := map[string]any{} }\n```\n\n" +
		"1. See [`Push`](https://example.org/posts/b/#snip-push) and [here](https://example.org/posts/a/#snip-pop).\n"
	if got := built.read(t, "posts/a/index.md"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := built.read(t, "posts/b/index.md"), "# B\n\nOwn <b>text</b>. ```x```\n"; got != want {
		t.Errorf("without srcblog: got %q, want %q", got, want)
	}
	if src := built.read(t, "posts/a/index.html"); strings.Contains(src, "srcblog/content") {
		t.Error("the data file is published")
	}
}
