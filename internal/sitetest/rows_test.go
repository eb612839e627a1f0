package sitetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
)

// shownRows gives the height of every run of lines that the page shows at once, whether lines of its block are too long, and
// how many runs the browser has not laid out.
const shownRows = `(() => {
	const runs = [...document.querySelectorAll(".code-rows > pre[data-rows]")].filter(e => e.checkVisibility());
	return {
		skipped: runs.filter(e => !e.firstElementChild.checkVisibility({contentVisibilityAuto: true})).length,
		sizes: runs.map(e => [e.closest("figure").id, e.getBoundingClientRect().height, (b => b.scrollWidth > b.clientWidth)(e.closest(".code-body"))].join(" ")),
	};
})()`

// testRows: code far from the window is not laid out, and nothing tells: its place is the one that it has when it is, to the
// pixel, so that a link to a late line leads to that line, the page's height stays, and the browser's search finds its text.
func testRows(t *testing.T, b *browser) {
	type rows struct {
		Skipped int      `json:"skipped"`
		Sizes   []string `json:"sizes"`
	}
	for _, width := range []int64{1280, 390} {
		tb := b.newTab(t)
		tb.Size(width, 900)
		tb.Prefers(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}) // or a jump takes its time
		tb.open(flow(t))
		before := chromium.Eval[rows](tb.Tab, shownRows)
		if before.Skipped < len(before.Sizes)/2 || len(before.Sizes) < 20 {
			t.Errorf("%d px: %d of %d runs of lines are not laid out, far from the window", width, before.Skipped, len(before.Sizes))
		}
		testJumps(t, tb, width)
		chromium.Eval[chromedp.Void](tb.Tab, `(s => { s.replaceSync("html .code-rows pre[data-rows][data-rows] { content-visibility: visible !important }");
			document.adoptedStyleSheets.push(s) })(new CSSStyleSheet())`)
		after := chromium.Eval[rows](tb.Tab, shownRows)
		if after.Skipped != 0 || len(after.Sizes) != len(before.Sizes) {
			t.Fatalf("%d px: %d runs of %d, before %d, are not laid out although they must be", width, after.Skipped, len(after.Sizes), len(before.Sizes))
		}
		for i, size := range after.Sizes {
			if size != before.Sizes[i] {
				t.Errorf("%d px: %s when laid out, taken for %s", width, size, before.Sizes[i])
			}
		}
	}
}

// testJumps: a link within the page, and one from outside, lead to the very line, which stays where it came to stand.
func testJumps(t *testing.T, tb *tab, width int64) {
	const target = `document.getElementById(decodeURIComponent(location.hash.slice(1)))`
	const where = `new Promise(r => setTimeout(() => r(` + target + `.getBoundingClientRect().top), 300))`
	lines := chromium.Eval[[]string](tb.Tab, `[...document.querySelectorAll(".code-rows > pre[data-rows] .line[id]")]
		.filter(e => e.checkVisibility() && e.getBoundingClientRect().top + scrollY < document.documentElement.scrollHeight - 1500).map(e => e.id).slice(-2)`)
	want := chromium.Eval[float64](tb.Tab, `(r => parseFloat(r) + parseFloat(getComputedStyle(document.querySelector(".line")).scrollMarginBlockStart))(getComputedStyle(document.documentElement).scrollPaddingBlockStart)`)
	for i, line := range lines {
		if i == 0 {
			chromium.Eval[chromedp.Void](tb.Tab, fmt.Sprintf(`location.hash = %q; void 0`, line))
		} else {
			tb.Do(chromedp.Navigate("about:blank"))
			tb.open(flow(t) + "#" + line)
		}
		if top := chromium.Eval[float64](tb.Tab, where); top < want-1 || top > want+1 {
			t.Errorf("%d px: a link to #%s leaves it %v pixels below the window's top, not %v", width, line, top, want)
		}
	}
	chromium.Eval[chromedp.Void](tb.Tab, `scrollTo(0, 0)`)
	if found := chromium.Eval[bool](tb.Tab, `(text => find(text, true))(`+target+`.textContent.trim())`); !found {
		t.Errorf("%d px: the browser's search does not find the text of #%s", width, lines[1])
	}
}
