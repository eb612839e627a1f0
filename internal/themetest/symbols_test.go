package themetest

import (
	"strings"
	"testing"
)

// A page's table of symbols stands at its foot, and in a feed with whole texts without ids; the search index has none of it,
// and symbols that no identifier leads to have no entry.
func TestTableOfSymbols(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml": "baseURL = \"https://example.org/\"\ntitle = \"Notes\"\ntheme = \"loveit\"\ndefaultContentLanguage = \"en\"\n" +
			"[outputs]\nhome = [\"html\", \"rss\", \"json\"]\n[params.page]\nrssFullText = true\n",
		"content/posts/a.md":                     "---\ntitle: A\ndate: 2026-01-01\n---\nText.\n",
		"content/posts/b.md":                     "---\ntitle: B\ndate: 2026-01-01\n---\nText.\n",
		"assets/srcblog/content/posts/a.md.json": `{"schema": "srcblog.page/1", "snippets": {}, "links": {}}`,
		"assets/srcblog/content/posts/a.md.symbols.json": `{"schema": "srcblog.page-symbols/1", "symbols": [
			{"id": "sym-0", "name": "Store.Add", "kind": "method", "package": "example.com/cache", "version": "v1.2.0", "linked": true,
			 "signature": "<span class=\"kd\">func</span> (s *Store) <b>Add</b>()", "doc": "Add adds <one>.", "href": "https://example.com/x#L3",
			 "shown": [{"title": "Elsewhere", "href": "page:/posts/b.md#add-L3"}], "lines": ["x-L1"]},
			{"id": "sym-1", "name": "own", "kind": "var", "package": "example.com/own", "version": "", "linked": true, "signature": "var <b>own</b>", "lines": ["x-L2"]},
			{"id": "sym-2", "name": "Only", "kind": "func", "package": "example.com/own", "version": "", "signature": "func <b>Only</b>()", "lines": ["x-L3"]}]}`,
	})
	page, feed, index := built.read(t, "posts/a/index.html"), built.read(t, "index.xml"), built.read(t, "index.json")
	for _, want := range []string{
		`Symbols · 2</summary>`, `<code>example.com/cache</code> v1.2.0`, `<li id="sym-0">`, `<a href="https://example.com/x#L3"><code class="chroma">`,
		`<b>Add</b>`, `Add adds &lt;one&gt;.</span> method`, `<a href="/posts/b/#add-L3">Elsewhere</a>`, `<li id="sym-1"><code class="chroma">var <b>own</b>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "Only") {
		t.Error("the page's table has what nothing leads to")
	}
	if !strings.Contains(feed, "Symbols · 2") || !strings.Contains(feed, "https://example.org/posts/b/#add-L3") || strings.Contains(feed, "sym-0") {
		t.Errorf("the feed's table: %s", feed)
	}
	if strings.Contains(index, "Symbols") || strings.Contains(index, "example.com/cache") {
		t.Errorf("the index has the table: %s", index)
	}
	if strings.Contains(built.read(t, "posts/b/index.html"), "class=\"symbols\"") {
		t.Error("a page without symbols has a table")
	}
}
