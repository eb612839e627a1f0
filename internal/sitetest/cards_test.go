package sitetest

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// testSymbols: an identifier's card opens by pointer, keyboard and touch, stays under the pointer, and goes with Esc; without
// script the same is in the table at the page's foot.
func testSymbols(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.Size(1280, 800)
	tb.open(flow(t))
	const link = `document.querySelector("#snip-queueaction a.sym.nc")`
	const open = `!!document.querySelector("#card:popover-open")`
	const closed = `!document.querySelector("#card:popover-open")`
	chromium.Eval[bool](tb.Tab, link+`.scrollIntoView({block: "center", behavior: "instant"}), true`)
	middle := func(element string) (x, y float64) {
		at := chromium.Eval[[]float64](tb.Tab, fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(%s.getBoundingClientRect())`, element))
		return at[0], at[1]
	}
	move := func(x, y float64) {
		if _, err := chromedp.Call(tb.Ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y}); err != nil {
			t.Fatal(err)
		}
	}
	move(middle(link))
	tb.Wait(open)
	if got := chromium.Eval[string](tb.Tab, `document.querySelector("#card b").textContent`); got != "DeltaFIFO" {
		t.Errorf("the card is about %q", got)
	}
	if !chromium.Eval[bool](tb.Tab, `document.querySelector(".card a[href]") && `+link+`.getAttribute("aria-describedby") === "card"`) {
		t.Error("the card has no link, or does not describe the identifier")
	}
	move(middle(`document.querySelector("#card")`))
	if !chromium.Eval[bool](tb.Tab, `new Promise(r => setTimeout(() => r(`+open+`), 600))`) {
		t.Error("the card goes although the pointer is on it")
	}
	checkCard(t, tb)
	tb.Do(chromedp.KeyEvent(kb.Escape))
	tb.Wait(closed)
	move(5, 5)

	chromium.Eval[bool](tb.Tab, link+`.focus({focusVisible: true}), true`)
	tb.Wait(open)
	if stops := chromium.Eval[int](tb.Tab, `(n => n.length - new Set(n).size)([...document.querySelectorAll("#snip-queueaction a.sym:not([tabindex])")].map(a => a.getAttribute("href")))`); stops > 0 {
		t.Errorf("%d identifiers stop the Tab key again", stops)
	}
	tb.Do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("j"))
	tb.Wait(closed + ` && document.activeElement.matches("a.snippet-marker")`)
	first := chromium.Eval[string](tb.Tab, `document.activeElement.getAttribute("href")`)
	tb.Do(chromedp.KeyEvent("j"), chromedp.KeyEvent("k"))
	if back := chromium.Eval[string](tb.Tab, `document.activeElement.getAttribute("href")`); back != first {
		t.Errorf("j and k lead from %s to %s", first, back)
	}
	testTappedSymbol(t, tb, link, open)
}

// checkCard has axe look at the card alone: the page around it has a test of its own.
func checkCard(t *testing.T, tb *tab) {
	testsite.NeedPackages(t, "axe-core")
	axe := testsite.Read(t, filepath.Join(testsite.Themes, "loveit", "node_modules", "axe-core"), "axe.min.js")
	chromium.Eval[chromedp.Void](tb.Tab, axe+";void 0")
	for _, found := range chromium.Eval[[]string](tb.Tab, `axe.run({include: ["#card"]}, {resultTypes: ["violations"]}).then(r => r.violations
		.map(v => v.id + ": " + v.help + ": " + v.nodes.map(n => n.target.join(" ")).join(", ")))`) {
		t.Errorf("a card: %s", found)
	}
}

// testTappedSymbol: the first tap shows the card and goes nowhere.
func testTappedSymbol(t *testing.T, tb *tab, link, open string) {
	tb.Size(390, 800)
	chromium.Eval[bool](tb.Tab, link+`.scrollIntoView({block: "center", behavior: "instant"}), true`)
	was := chromium.Eval[string](tb.Tab, `location.href`)
	at := chromium.Eval[[]float64](tb.Tab, `(r => [r.x + 4, r.y + r.height / 2])(`+link+`.getBoundingClientRect())`)
	for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if kind == input.DispatchTouchEventTypeTouchStart {
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
		}
		if _, err := chromedp.Call(tb.Ctx, input.DispatchTouchEvent, params); err != nil {
			t.Fatal(err)
		}
	}
	tb.Wait(open)
	if now := chromium.Eval[string](tb.Tab, `location.href`); now != was {
		t.Errorf("a tap leads to %s at once", now)
	}
	if wide := chromium.Eval[bool](tb.Tab, `document.querySelector("#card").getBoundingClientRect().right > document.documentElement.clientWidth`); wide {
		t.Error("the card is wider than the window")
	}
}
