package sitetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// TestBrowser looks at the site with one Chromium; each part opens tabs of its own.
func TestBrowser(t *testing.T) {
	b := startBrowser(t)
	for name, test := range map[string]func(*testing.T, *browser){
		"home":          testHome,
		"post":          testPost,
		"search":        testSearch,
		"dark":          testDark,
		"withoutScript": testWithoutScript,
		"barriers":      testBarriers,
		"budgets":       testBudgets,
		"print":         testPrint,
		"rows":          testRows,
		"place":         testPlace,
		"noteReaching":  testNoteReachesOut,
		"notes":         testNotes,
		"symbols":       testSymbols,
		"copy":          testCopy,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// articles are the blog's pages with code, longest last.
func articles(t *testing.T) []string {
	var paths []string
	for _, r := range seedRecords(t) {
		if !slices.Contains(paths, r.URI) {
			paths = append(paths, r.URI)
		}
	}
	return paths
}

// flow is the article that goes through the whole informer.
func flow(t *testing.T) string {
	for _, r := range seedRecords(t) {
		if strings.Contains(r.Title, "整体流程") {
			return r.URI
		}
	}
	t.Fatal("the seed has no such article")
	return ""
}

func testHome(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.open("/")
	if n := chromium.Eval[int](tb.Tab, `document.querySelectorAll(".summary").length`); n == 0 {
		t.Error("no articles on the home page")
	}
	for _, hook := range []string{"#header-desktop", "#header-mobile", ".home-profile", "#search-input-desktop", ".theme-switch"} {
		if !chromium.Eval[bool](tb.Tab, fmt.Sprintf("!!document.querySelector(%q)", hook)) {
			t.Errorf("no %s", hook)
		}
	}
}

func testPost(t *testing.T, b *browser) {
	for _, path := range articles(t) {
		tb := b.newTab(t)
		tb.open(path)
		if title := chromium.Eval[string](tb.Tab, `document.querySelector("h1")?.textContent.trim() ?? ""`); title == "" {
			t.Errorf("%s: no title", path)
		}
		if broken := chromium.Eval[int](tb.Tab, `document.querySelectorAll(".snippet-error, .snippet-plain").length`); broken > 0 {
			t.Errorf("%s: %d snippets without code", path, broken)
		}
		// A link within the page must lead somewhere.
		lost := chromium.Eval[[]string](tb.Tab, `[...document.querySelectorAll('#content a[href^="#"]')]
			.map(a => decodeURIComponent(a.getAttribute("href").slice(1))).filter(id => id && !document.getElementById(id))`)
		if len(lost) > 0 {
			t.Errorf("%s: links to nowhere in the page: %q", path, lost)
		}
	}
}

func testSearch(t *testing.T, b *browser) {
	for _, query := range []string{"HandleDeltas", "锁", "queueActionLocked", "kubeadm"} {
		tb := b.newTab(t)
		tb.Size(1280, 800)
		tb.open("/")
		tb.Do(
			chromedp.SendKeys(chromedp.CSS("#search-input-desktop"), query),
			chromedp.WaitVisible(chromedp.CSS("a.search-result")),
		)
		if id := chromium.Eval[string](tb.Tab, `document.querySelector("a.search-result").dataset.objectId`); id == "" {
			t.Errorf("%s: a result without its record", query)
		}
		// Another page loads: an expression that is waited for would not outlive this one.
		tb.Follow(chromedp.Click(chromedp.CSS("a.search-result")))
		tag := chromium.Eval[string](tb.Tab, `document.getElementById(decodeURIComponent(location.hash.slice(1)))?.tagName ?? "nothing"`)
		if tag != "H2" && tag != "H3" && tag != "SPAN" { // a line of code
			t.Errorf("%s: the best result leads to %s, neither to a heading nor to a line: %s", query, tag, chromium.Eval[string](tb.Tab, "decodeURI(location.href)"))
			continue
		}
		tb.Wait(`(top => top >= 0 && top < innerHeight)(
			document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect().top)`)
	}
}

// brightness of the page's background, 0 to 255.
const brightness = `(c => (Number(c[0]) + Number(c[1]) + Number(c[2])) / 3)(
	getComputedStyle(getComputedStyle(document.body).backgroundColor === "rgba(0, 0, 0, 0)" ? document.documentElement : document.body)
	.backgroundColor.match(/[\d.]+/g))`

func testDark(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.scheme("dark")
	tb.open("/")
	if v := chromium.Eval[float64](tb.Tab, brightness); v > 90 {
		t.Errorf("background brightness %v although the system prefers dark", v)
	}
	tb.scheme("light")
	if v := chromium.Eval[float64](tb.Tab, brightness); v < 200 {
		t.Errorf("background brightness %v after the system changed to light", v)
	}
	// The button goes through auto, light and dark; what was chosen outlives the page.
	press := chromedp.Click(chromedp.CSS(".theme-switch"))
	tb.Do(press, press)
	if v := chromium.Eval[float64](tb.Tab, brightness); v > 90 {
		t.Errorf("background brightness %v after choosing dark", v)
	}
	tb.Do(chromedp.Reload())
	if v := chromium.Eval[float64](tb.Tab, brightness); v > 90 {
		t.Errorf("background brightness %v after a reload: the choice is lost", v)
	}
	tb.Do(press)
	if v := chromium.Eval[float64](tb.Tab, brightness); v < 200 {
		t.Errorf("background brightness %v after going back to the system's choice, light", v)
	}
}

func testWithoutScript(t *testing.T, b *browser) {
	tb := b.newTab(t)
	params := emulation.SetScriptExecutionDisabledParams{Value: true}
	if _, err := chromedp.Call(tb.Ctx, emulation.SetScriptExecutionDisabled, params); err != nil {
		t.Fatal(err)
	}
	tb.open(flow(t))
	visible := `(e => !!e && e.checkVisibility() && e.getBoundingClientRect().height > 0)(document.querySelector(%q))`
	for _, part := range []string{"#content p", "figure.snippet pre code .line", "ol.snippet-notes li", "#content h2", "#header-desktop a"} {
		if !chromium.Eval[bool](tb.Tab, fmt.Sprintf(visible, part)) {
			t.Errorf("%s can't be seen without script", part)
		}
	}
	if chromium.Eval[bool](tb.Tab, fmt.Sprintf(visible, ".theme-switch")) {
		t.Error("the scheme button shows although it needs script")
	}
	// What is folded opens by the browser's own means.
	if folded := chromium.Eval[bool](tb.Tab, `!!document.querySelector("figure.snippet details > summary")`); folded {
		// It takes its place first, as for a reader: a click where it only was taken to be would miss.
		top := fmt.Sprintf(`(e => (e.scrollIntoView({block: "center"}), e.getBoundingClientRect().top))(document.querySelector(%q))`, "figure.snippet details > summary")
		for was, now := -1.0, 0.0; was != now; was, now = now, chromium.Eval[float64](tb.Tab, top) {
			time.Sleep(100 * time.Millisecond) // for frames: without script nothing tells of them
		}
		tb.Do(chromedp.Click(chromedp.CSS("figure.snippet details > summary")))
		if !chromium.Eval[bool](tb.Tab, `document.querySelector("figure.snippet details").open`) {
			t.Error("a fold does not open without script")
		}
	}
}

// Every line of code, folded ones included, is in the text of the printed article, in its order.
func testPrint(t *testing.T, b *browser) {
	tb := b.newTab(t)
	folded := 0
	for _, path := range articles(t) {
		tb.open(path)
		folded += chromium.Eval[int](tb.Tab, `document.querySelectorAll("details:not([open]) .line").length`)
		printed, lost := tb.PDFText(), 0
		for _, line := range chromium.Eval[[]string](tb.Tab, `[...document.querySelectorAll(".snippet .line")].map(e => e.textContent)`) {
			text := chromium.Squeeze(line)
			at := strings.Index(printed, text)
			if at < 0 {
				lost++
				if lost < 4 {
					t.Errorf("%s: the printed page lacks %q after %q", path, line, printed[:min(len(printed), 60)])
				}
				continue
			}
			printed = printed[at+len(text):]
		}
		if lost > 0 {
			t.Errorf("%s: %d lines lost", path, lost)
		}
	}
	if folded == 0 {
		t.Error("no article folds a line: nothing is shown of what this is for")
	}
}

func testBarriers(t *testing.T, b *browser) {
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{320, 390, 1280} {
			tb := b.newTab(t)
			tb.Size(width, 800)
			tb.scheme(scheme)
			for _, path := range []string{"/", flow(t), "/posts/", "/about/", "/categories/", "/tags/"} {
				tb.open(path)
				testsite.CheckBarriers(tb.Tab, fmt.Sprintf("%s, %s, %d px", path, scheme, width))
			}
		}
	}
}
