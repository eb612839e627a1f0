package themetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

const symbolsData = `{"schema": "srcblog.symbols/1", "packages": [
	{"id": "x-org-q", "path": "x.org/q", "label": "ours", "version": "", "symbols": [
		{"id": "x-org-q.Queue.Pop", "name": "Queue.Pop", "kind": "method", "signature": "func (q *Queue) <b>Pop</b>() &lt;-chan int", "href": "https://x.org/q#L1", "pages": [
			{"page": "content/posts/a.md", "shown": [{"kind": "snippet", "title": "Taking", "href": "#pop-L10"}],
				"mentions": [{"kind": "link"}, {"kind": "note", "href": "#pop-n1"}, {"kind": "callpath", "title": "The way", "href": "#fig-way"}],
				"lines": ["#run-L1", "#run-oL2", "#run-1-L3", "#run-L4", "#run-L5", "#run-L6", "#run-L7"]},
			{"page": "content/posts/secret.md", "shown": [{"kind": "snippet", "title": "Hidden", "href": "#secret-L1"}]},
			{"page": "content/posts/b.fr.md", "mentions": [{"kind": "link"}]}]},
		{"id": "x-org-q.Secret", "name": "Secret", "kind": "func", "signature": "func Secret()", "pages": [
			{"page": "content/posts/secret.md", "shown": [{"kind": "snippet", "title": "Hidden", "href": "#secret-L1"}]}]},
		{"id": "x-org-q.Autre", "name": "Autre", "kind": "const", "signature": "const Autre = 1", "pages": [{"page": "content/posts/b.fr.md", "mentions": [{"kind": "link"}]}]}]},
	{"id": "x-org-s", "path": "x.org/s", "version": "v1.2.3", "symbols": [
		{"id": "x-org-s.Only", "name": "Only", "kind": "func", "signature": "func Only()", "pages": [{"page": "content/posts/secret.md", "mentions": [{"kind": "link"}]}]}]}]}`

var symbolsSite = map[string]string{
	"hugo.toml": bareConfig + "[languages.en]\nlabel = \"English\"\nweight = 1\n[languages.fr]\nlabel = \"Français\"\nweight = 2\n" +
		"[outputs]\nhome = [\"html\", \"json\"]\n",
	"content/symbols.md":          "---\ntitle: Symbols\nlayout: symbols\n---\nAll of them.\n",
	"content/symbols.fr.md":       "---\ntitle: Symboles\nlayout: symbols\n---\n",
	"content/posts/a.md":          "---\ntitle: Page A\n---\n## h\n",
	"content/posts/secret.md":     "---\ntitle: Not yet\ndraft: true\n---\n",
	"content/posts/b.fr.md":       "---\ntitle: Page B\n---\n",
	"assets/srcblog/symbols.json": symbolsData,
}

// The index of symbols has what pages of its language publish, with links to the lines, and search knows its entries by
// name. Drafts and symbols that only they show are not in it.
func TestSymbolIndex(t *testing.T) {
	testsite.NeedPackages(t, "axe-core")
	built := scratch(t, symbolsSite)
	page, index, lines := built.read(t, "symbols/index.html"), built.read(t, "index.json"), built.read(t, "index.lines.json")
	for _, want := range []string{`id="x-org-q.Queue.Pop"`, `&lt;-chan int`, `href="/posts/a/#pop-L10">Taking L10</a>`, `href="/posts/a/#pop-n1">note</a>`, `<span>text</span>`,
		`href="/posts/a/#fig-way">The way</a>`, `href="/posts/a/#run-oL2">oL2</a>`, `href="/posts/a/#run-1-L3">L3</a>`, "and 1 more lines"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	for _, absent := range []string{"Secret", "Hidden", "Not yet", "x.org/s", "Autre", "Page B"} {
		if strings.Contains(page, absent) || strings.Contains(index, absent) {
			t.Errorf("%s is in the index though it is not published here", absent)
		}
	}
	if !strings.Contains(index, `"content":"x.org/q Queue.Pop func (q *Queue) Pop() \u003c-chan int `) || strings.Contains(index, "Taking") {
		t.Errorf("index.json has other than names and signatures: %s", index)
	}
	if !strings.Contains(lines, `"x-org-q.Queue.Pop `) {
		t.Errorf("search can't find the entry: %s", lines)
	}
	french := built.read(t, "fr/symbols/index.html")
	if !strings.Contains(french, "Autre") || !strings.Contains(french, "Queue.Pop") || strings.Contains(french, "Page A") {
		t.Error("the French index has other than what the French page names")
	}

	host := built.serve(t)
	tb := chromium.NewTab(t, chromium.Start(t))
	for _, width := range []int64{1280, 390} {
		tb.Size(width, 900)
		tb.Do(chromedp.Navigate(host.URL + "/symbols/"))
		testsite.CheckBarriers(tb, "index of symbols")
	}
	testsite.CheckHTML(t, built.dir)
}

// Without srcblog's data the page says that there is nothing yet.
func TestSymbolIndexWithoutData(t *testing.T) {
	page := scratch(t, map[string]string{
		"hugo.toml":          bareConfig,
		"content/symbols.md": "---\ntitle: Symbols\nlayout: symbols\n---\n",
	}).read(t, "symbols/index.html")
	if !strings.Contains(page, "No page names a symbol of source code yet.") {
		t.Error("no plain sentence in place of the index")
	}
}
