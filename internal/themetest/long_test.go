package themetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// longPosts are a site with much of everything: identifiers that no narrow line holds in every place for words, forty pages of posts,
// two hundred tags, a table wider than the text.
func longPosts() map[string]string {
	const name = "TypedItemExponentialFailureRateLimiter.queueActionLockedWithoutAnySpaceAtAll"
	files := map[string]string{"hugo.toml": bareConfig + "[taxonomies]\ntag = \"tags\"\ncategory = \"categories\"\nseries = \"series\"\n" +
		"[params.home.posts]\npaginate = 2\n[params.section]\npaginate = 2\n"}
	for i := range 80 {
		files[fmt.Sprintf("content/posts/p%d.md", i)] = fmt.Sprintf("---\ntitle: %[1]s%[2]d\nsubtitle: %[1]s\ndate: 2024-01-%02[3]d\ntags: [%[1]s, t%[2]d, u%[2]d, v%[2]d]\ncategories: [%[1]s]\nseries: [%[1]s]\n---\n"+
			"## %[1]s\n\n%[1]s\n\n## two\n\n| %[1]s | b |\n|--:|--|\n| right | left |\n\n> %[1]s\n\n- %[1]s\n", name, i, i%28+1)
	}
	return files
}

// Long words break within the window rather than out of it, where their words begin; numbers of a pager stand in one row; a right-aligned
// cell does not touch the next one.
func TestMuchAndLongFits(t *testing.T) {
	host, tb := scratch(t, longPosts()).serve(t), chromium.NewTab(t, chromium.Start(t))
	for _, path := range []string{"/page/20/", "/posts/", "/posts/p40/", "/tags/", "/categories/", "/series/", "/404.html"} {
		testsite.CheckPhone(tb, host.URL+path)
		if cut := chromium.Eval[[]string](tb, `[...document.querySelectorAll("main a, main h1, main h2, main h3, main p, main li")].filter(e => e.checkVisibility() && !e.closest(".table-wrap, .visually-hidden"))
			.filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className + e.textContent.slice(0, 20))`); len(cut) > 0 {
			t.Errorf("%s: out of the window: %q", path, cut)
		}
	}
	tb.Do(chromedp.Navigate(host.URL + "/page/20/"))
	rows := chromium.Eval[[]float64](tb, `[...new Set([...document.querySelectorAll(".page-item")].map(e => e.getBoundingClientRect().top))]`)
	if n := chromium.Eval[int](tb, `document.querySelectorAll(".page-item").length`); n != 9 || len(rows) != 1 {
		t.Errorf("%d numbers of the pager stand in rows at %v", n, rows)
	}
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL + "/posts/p40/"))
	if gap := chromium.Eval[float64](tb, `((range, [right, left]) => (range.selectNodeContents(right), (end => (range.selectNodeContents(left), range.getBoundingClientRect().left - end))(range.getBoundingClientRect().right)))(
		document.createRange(), document.querySelectorAll("td"))`); gap < 8 {
		t.Errorf("%v pixels between a right-aligned cell's text and the next", gap)
	}
}

// An opening in a list is prose: neither the cells of a table nor a space behind a full-width mark.
func TestOpeningIsProse(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml":          bareConfig,
		"content/posts/a.md": "---\ntitle: a.go sharedIndexInformer.HandleDeltas\n---\n第一段。\n\n| 格 |\n|--|\n| 子 |\n\n第二段。\n",
	})
	home := built.read(t, "index.html")
	if !strings.Contains(home, `<div class="summary-text">第一段。第二段。</div>`) {
		t.Errorf("the opening: %s", home[strings.Index(home, "summary-text"):])
	}
	if !strings.Contains(home, "a.go shared<wbr>Index<wbr>Informer.<wbr>Handle<wbr>Deltas</a>") {
		t.Error("a long name in a title can't be broken where its words begin")
	}
}
