package sitetest

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// No page of the site scrolls sideways in a window of 320 pixels, whatever is open: folds, the menu, the search with its results, cards.
func TestNothingSticksOut(t *testing.T) {
	b := startBrowser(t)
	tb := b.newTab(t)
	for _, name := range testsite.Pages(t, public) {
		if strings.Contains(testsite.Read(t, public, name), `http-equiv="refresh"`) {
			continue
		}
		path := url.URL{Path: "/" + strings.TrimSuffix(name, "index.html")}
		testsite.CheckPhone(tb.Tab, b.host.URL+path.String())
	}

	for _, path := range []string{"/", flow(t)} {
		tb.open(path)
		tb.Do(chromedp.KeyEvent("/"), chromedp.KeyEvent("DeltaFIFO"))
		tb.Wait(`document.querySelectorAll("#search-mobile .search-result").length > 3`)
		testsite.CheckWidth(tb.Tab, path+", results of a search")
	}

	// A card would stick out beside names at the end of a line; not every name has one.
	names, cards := chromium.Eval[int](tb.Tab, `document.querySelectorAll(".chroma a.sym").length`), 0
	for i := 0; i < names; i += 1 + names/25 {
		if chromium.Eval[bool](tb.Tab, `(name => {
			name.scrollIntoView({block: "center", behavior: "instant"});
			name.focus({preventScroll: true});
			return !!document.querySelector("#card:popover-open");
		})(document.querySelectorAll(".chroma a.sym")[`+strconv.Itoa(i)+`])`) {
			cards++
			testsite.CheckWidth(tb.Tab, "a card")
		}
	}
	if cards < 5 {
		t.Errorf("%d cards were open: nothing is shown of what this is for", cards)
	}
}
