package themetest

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// kinds are the example's pages, one of each kind and one for each group of features.
var kinds = []string{
	"/", "/page/2/", "/posts/", "/tags/", "/categories/", "/series/", "/tags/loveit/", "/about/", "/404.html",
	"/symbols/",
	"/markdown/", "/shortcodes/", "/diagram/", "/gallery/", "/en/", "/en/markdown/", "/fr/",
}

// Budgets of the theme's design, in bytes; scripts and sheets as gzip sends them.
const (
	maxScripts  = 8 << 10
	maxSheets   = 14 << 10
	maxPage     = 60 << 10
	maxRequests = 8
)

func TestExampleBuildsWithoutWarnings(t *testing.T) {
	for line := range strings.Lines(demo(t).log) {
		t.Error(line)
	}
}

// No page has barriers that axe knows of, nothing sticks out at the side, in both schemes and at three widths.
func TestExampleHasNoBarriers(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	for _, path := range kinds {
		t.Run(strings.Trim(path, "/"), func(t *testing.T) {
			tb := chromium.NewTab(t, browser)
			for _, scheme := range []string{"light", "dark"} {
				tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme},
					&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
				for _, width := range []int64{320, 390, 1280} {
					tb.Size(width, 900)
					tb.Do(chromedp.Navigate(host.URL + path))
					testsite.CheckBarriers(tb, fmt.Sprintf("%s %d px", scheme, width))
				}
			}
		})
	}
}

// No page of the example scrolls sideways in a window of 320 pixels, whatever is open.
func TestExampleFitsPhones(t *testing.T) {
	built := demo(t)
	host, tb := built.serve(t), chromium.NewTab(t, chromium.Start(t))
	for _, name := range testsite.Pages(t, built.dir) {
		if strings.Contains(built.read(t, name), `http-equiv="refresh"`) || name == "comments/index.html" { // asks others as soon as it is looked at
			continue
		}
		path := url.URL{Path: "/" + strings.TrimSuffix(name, "index.html")}
		testsite.CheckPhone(tb, host.URL+path.String())
	}
	tb.Do(chromedp.Navigate(host.URL+"/markdown/"), chromedp.KeyEvent("/"), chromedp.KeyEvent("代码"))
	tb.Wait(`document.querySelectorAll("#search-mobile .search-result").length > 0`)
	testsite.CheckWidth(tb, "results of a search")
}

// What a page loads by itself stays within the budgets; Mermaid comes with the first diagram in sight, so its page is left out.
func TestExampleKeepsToTheBudgets(t *testing.T) {
	built := demo(t)
	host, browser := built.serve(t), chromium.Start(t)
	for _, path := range []string{"/", "/markdown/", "/posts/", "/shortcodes/"} {
		tb := chromium.NewTab(t, browser)
		tb.Size(1280, 900)
		tb.Do(chromedp.Navigate(host.URL + path))
		urls := chromium.Eval[[]string](tb, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname)`)
		requests := 1
		total, scripts, sheets := testsite.Packed(t, built.read(t, strings.TrimPrefix(path, "/")+"index.html")), 0, 0
		for _, url := range urls {
			size := testsite.Packed(t, built.read(t, strings.TrimPrefix(url, "/")))
			total += size
			switch filepath.Ext(url) {
			case ".webp", ".png", ".svg": // the author's: they weigh, but how many there are is not the theme's doing
				continue
			case ".js":
				scripts += size
			case ".css":
				sheets += size
			}
			requests++
		}
		t.Logf("%s: %d requests, %d bytes; scripts %d, sheets %d", path, requests, total, scripts, sheets)
		if scripts > maxScripts || sheets > maxSheets || total > maxPage || requests > maxRequests {
			t.Errorf("%s: over the budget: %d requests, %d bytes; scripts %d, sheets %d: %q", path, requests, total, scripts, sheets, urls)
		}
	}
}

func TestDiagramsAreDrawnOnSight(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL + "/diagram/"))
	tb.Wait(`document.querySelectorAll(".mermaid-drawing:not([hidden]) svg").length === 2`)
	if !chromium.Eval[bool](tb, `[...document.querySelectorAll(".mermaid-text")].every(e => e.hidden)`) {
		t.Error("the text shows beside its drawing")
	}
}

func TestGalleryOpensAndCloses(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL+"/gallery/"), chromedp.Click(chromedp.CSS(".content a.image-link")))
	tb.Wait(`document.querySelector("dialog.gallery")?.open === true`)
	if words := chromium.Eval[string](tb, `document.querySelector("dialog.gallery p").textContent.trim()`); words != "图一：说明" {
		t.Errorf("the caption is %q", words)
	}
	tb.Do(chromedp.KeyEvent("\r"))
	chromium.Eval[chromedp.Void](tb, `document.querySelector("dialog.gallery").close(); void 0`)
	if set := chromium.Eval[string](tb, `document.querySelector(".content img").srcset`); !strings.Contains(set, ".webp 480w") {
		t.Errorf("no smaller files: srcset %q", set)
	}
}

func TestScriptsOfShortcodes(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL + "/shortcodes/"))
	if !chromium.Eval[bool](tb, `document.documentElement.dataset.script === "ran"`) {
		t.Error("script: the page's own script did not run")
	}
	chromium.Eval[chromedp.Void](tb, `document.querySelector(".typeit").scrollIntoView(); void 0`)
	tb.Wait(`document.querySelector(".typeit.typing") && !document.querySelector(".typeit.typing .typeit-rest")`)
	if text := chromium.Eval[string](tb, `document.querySelector(".typeit").textContent.trim()`); text != "一个字一个字地 出现。" {
		t.Errorf("typed %q", text)
	}
	if n := chromium.Eval[int](tb, `document.querySelectorAll(".embed, .video").length`); n != 6 {
		t.Errorf("%d embeds and videos", n)
	}
	if chromium.Eval[bool](tb, `!!document.querySelector("iframe")`) {
		t.Error("a player is asked for before the click")
	}
}

// The printed page has all lines of folded code, as a reader of the PDF finds it.
func TestPrintHasFoldedCode(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Do(chromedp.Navigate(host.URL + "/markdown/"))
	lines := chromium.Eval[[]string](tb, `[...document.querySelectorAll("details:not([open]) .line")].map(e => e.textContent)`)
	if len(lines) < 8 {
		t.Fatalf("%d folded lines on the page", len(lines))
	}
	printed := tb.PDFText()
	for _, line := range lines {
		if !strings.Contains(printed, chromium.Squeeze(line)) {
			t.Errorf("the printed page lacks %q", line)
		}
	}
}

// Where a policy blocks scripts, which <noscript> and scripting media queries do not see, nothing shows that needs them.
func TestScriptsBlockedByPolicy(t *testing.T) {
	host := testsite.Serve(t, demo(t).dir, func(string) string {
		return strings.Replace(testsite.Policy, "script-src 'self'", "script-src 'none'", 1)
	})
	tb := chromium.NewTab(t, chromium.Start(t))
	tb.Expect("Content Security Policy")
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL + "/markdown/"))
	if shown := chromium.Eval[[]string](tb, `[...document.querySelectorAll("button, kbd.search-key")].filter(e => e.checkVisibility({visibilityProperty: true})
		&& e.type !== "submit").map(e => e.className)`); len(shown) > 0 {
		t.Errorf("buttons that can do nothing: %q", shown)
	}
	if !chromium.Eval[bool](tb, `document.querySelector("#search-input-desktop").checkVisibility()`) {
		t.Error("the search box, which leads to the archive, is gone as well")
	}
	if len(host.Reports()) == 0 {
		t.Error("the policy blocked nothing: the test looks at nothing")
	}
}

func TestReadsWithoutScript(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	if _, err := chromedp.Call(tb.Ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	for path, parts := range map[string][]string{
		"/shortcodes/": {".typeit", ".video-link", ".embed a", ".admonition-content", ".music audio"},
		"/diagram/":    {".mermaid-text"},
		"/markdown/":   {"math", "ruby", ".goat svg", ".post-share a"},
		"/gallery/":    {"a.image-link img"},
	} {
		tb.Do(chromedp.Navigate(host.URL + path))
		for _, part := range parts {
			if !chromium.Eval[bool](tb, fmt.Sprintf(`(e => !!e && e.checkVisibility() && e.getBoundingClientRect().height > 0)(document.querySelector(%q))`, part)) {
				t.Errorf("%s: %s can't be seen without script", path, part)
			}
		}
	}
}
