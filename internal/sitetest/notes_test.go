package sitetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/srcblog/srcblog/internal/chromium"
)

// testNotes: a marker opens its note under the pointer and for the keyboard's focus, a click pins it, Esc closes it; pointing at
// a note of the list lights the lines that it is about.
func testNotes(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.Size(1280, 800)
	tb.open(flow(t))
	const marker = `document.querySelector("#snip-watchlist a.snippet-marker")`
	const opened = `!!document.querySelector("#snip-watchlist .note-popup") && ` + marker + `.getAttribute("aria-expanded") === "true"`
	const closed = `!document.querySelector(".note-popup, .line.lit")`
	point := func(element string) (x, y float64) {
		at := chromium.Eval[[]float64](tb.Tab, fmt.Sprintf(`(e => (e.scrollIntoView({block: "center", behavior: "instant"}),
			(r => [r.x + r.width / 2, r.y + r.height / 2])(e.getBoundingClientRect())))(%s)`, element))
		return at[0], at[1]
	}
	move := func(x, y float64) {
		if _, err := chromedp.Call(tb.Ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y}); err != nil {
			t.Fatal(err)
		}
	}
	x, y := point(marker)
	tb.Wait(marker + `.checkVisibility({contentVisibilityAuto: true})`)
	move(x, y)
	tb.Wait(opened + ` && !!document.querySelector("#snip-watchlist .line.lit")`)
	move(5, 5)
	tb.Wait(closed)

	move(x, y)
	tb.Do(chromedp.MouseClickXY(x, y))
	move(5, 5)
	if stays := chromium.Eval[bool](tb.Tab, `new Promise(r => setTimeout(() => r(`+opened+`), 600))`); !stays {
		t.Error("a note that was clicked goes with the pointer")
	}
	if hash := chromium.Eval[string](tb.Tab, `location.hash`); hash != "" {
		t.Errorf("the click leads to %s", hash)
	}
	tb.Do(chromedp.KeyEvent(kb.Escape))
	tb.Wait(closed)

	chromium.Eval[bool](tb.Tab, `document.activeElement.blur(), `+marker+`.focus({focusVisible: true}), true`)
	tb.Wait(opened)
	chromium.Eval[bool](tb.Tab, marker+`.blur(), true`)
	tb.Wait(closed)

	move(point(`document.querySelector("#snip-watchlist .snippet-notes > li .snippet-note-text")`))
	tb.Wait(`document.querySelectorAll("#snip-watchlist .line.lit").length > 0 && !document.querySelector(".note-popup")`)
	move(5, 5)
	tb.Wait(closed)
}
