package sitetest

import (
	"fmt"
	"strings"
	"testing"

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

// testRows: what is far from the window is not laid out, and nothing tells: lines of code have the place that they have when
// they are, to the pixel, the page about its height; a link leads to the very line, and the browser's search finds its text.
func testRows(t *testing.T, b *browser) {
	type rows struct {
		Skipped int      `json:"skipped"`
		Sizes   []string `json:"sizes"`
	}
	for _, width := range []int64{1280, 390} {
		tb := b.newTab(t)
		tb.Size(width, 900)
		tb.open(flow(t))
		height := chromium.Eval[float64](tb.Tab, pageHeight)
		before := chromium.Eval[rows](tb.Tab, shownRows)
		if before.Skipped < len(before.Sizes)/2 || len(before.Sizes) < 20 {
			t.Errorf("%d px: %d of %d runs of lines are not laid out, far from the window", width, before.Skipped, len(before.Sizes))
		}
		if skipped := chromium.Eval[int](tb.Tab, skippedBlocks); skipped < 60 {
			t.Errorf("%d px: only %d paragraphs and snippets are not laid out, far from the window", width, skipped)
		}
		testJumps(t, tb, width)
		chromium.Eval[chromedp.Void](tb.Tab, `(s => { s.replaceSync("html .content > *, html .code-rows pre[data-rows][data-rows] { content-visibility: visible !important }");
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
		if whole := chromium.Eval[float64](tb.Tab, pageHeight); height < 0.9*whole || height > 1.1*whole {
			t.Errorf("%d px: the page is taken for %v pixels high, and is %v", width, height, whole)
		}
	}
}

const (
	pageHeight    = `document.documentElement.scrollHeight`
	skippedBlocks = `[...document.querySelectorAll(".content > :is(p, .snippet)")].filter(e => e.firstElementChild &&
		!e.firstElementChild.checkVisibility({contentVisibilityAuto: true})).length`
)

// testJumps: links within the page, and from outside, lead to the very line, note or heading, which stays where it came to stand.
func testJumps(t *testing.T, tb *tab, width int64) {
	const target = `document.getElementById(decodeURIComponent(location.hash.slice(1)))`
	const off = `new Promise(r => setTimeout(() => r(` + target + `.getBoundingClientRect().top
		- parseFloat(getComputedStyle(` + target + `).scrollMarginBlockStart) - parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart)), 300))`
	// Some of each kind, the last ones in front, the nearest to the page's end left out: they can't reach the window's top.
	places := chromium.Eval[[]string](tb.Tab, `[".code-rows > pre[data-rows] .line[id]", ".snippet-notes > li[id]", ".content h2[id]", "figure.snippet"].flatMap(kind =>
		[...document.querySelectorAll(kind)].filter(e => e.checkVisibility() && e.getBoundingClientRect().top + scrollY < document.documentElement.scrollHeight - 3000)
			.filter((e, i, all) => i % Math.ceil(all.length / 3) === 0).map(e => e.id).reverse())`)
	if len(places) < 10 {
		t.Fatalf("%d px: only %v to jump to", width, places)
	}
	for i, place := range places {
		if i%2 == 0 {
			chromium.Eval[chromedp.Void](tb.Tab, fmt.Sprintf(`location.hash = %q; void 0`, place))
		} else {
			tb.Do(chromedp.Navigate("about:blank"))
			tb.open(flow(t) + "#" + place)
		}
		if px := chromium.Eval[float64](tb.Tab, off); px < -1 || px > 1 {
			t.Errorf("%d px: a link to #%s leads %v pixels beside it", width, place, px)
		}
	}
	chromium.Eval[chromedp.Void](tb.Tab, `scrollTo(0, 0)`)
	line := places[0]
	if found := chromium.Eval[bool](tb.Tab, fmt.Sprintf(`(text => find(text, true))(document.getElementById(%q).textContent.trim())`, line)); !found {
		t.Errorf("%d px: the browser's search does not find the text of #%s", width, line)
	}
}

// testPlace: a reader who scrolls while the page loads is not taken back to what the address names.
func testPlace(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.open(flow(t))
	heading := chromium.Eval[string](tb.Tab, `[...document.querySelectorAll(".content h2[id]")].at(-2).id`)
	tb.Do(chromedp.Navigate("about:blank"))
	tb.open(flow(t) + "#" + heading)
	chromium.Eval[chromedp.Void](tb.Tab, `dispatchEvent(new WheelEvent("wheel")), scrollTo(0, 500), dispatchEvent(new Event("load")), void 0`)
	if y := chromium.Eval[float64](tb.Tab, `new Promise(r => setTimeout(() => r(scrollY), 300))`); y > 1000 {
		t.Errorf("the reader had gone to 500 pixels and was taken back to %v", y)
	}
}

// testNoteReachesOut: an opened note at a snippet's end is seen whole, although what is outside of a snippet is cut off.
func testNoteReachesOut(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.open(flow(t))
	hidden := chromium.Eval[[]string](tb.Tab, `(async () => {
		const out = [];
		for (const figure of [...document.querySelectorAll("figure.snippet")].filter(f => f.querySelector(".snippet-marker")).slice(0, 8)) {
			const marker = [...figure.querySelectorAll(".snippet-marker")].filter(e => e.checkVisibility()).at(-1);
			if (!marker) continue;
			marker.scrollIntoView({block: "center"});
			marker.click();
			marker.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, pointerType: "mouse"}));
			await new Promise(r => setTimeout(r, 100));
			const popup = document.querySelector(".note-popup");
			if (!popup) { out.push(figure.id + ": no note"); continue; }
			const r = popup.getBoundingClientRect();
			for (const y of [r.top + 3, r.bottom - 3])
				if (y > 0 && y < innerHeight && !popup.contains(document.elementFromPoint(r.left + r.width / 2, y))) out.push(figure.id + " at " + (y - figure.getBoundingClientRect().bottom));
			document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
		}
		return out;
	})()`)
	if len(hidden) > 0 {
		t.Errorf("opened notes are cut off: %s", strings.Join(hidden, ", "))
	}
}
