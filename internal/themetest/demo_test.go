package themetest

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
)

// kinds are the example's pages, one of each kind and one for each group of features.
var kinds = []string{
	"/", "/page/2/", "/posts/", "/tags/", "/categories/", "/series/", "/tags/loveit/", "/about/", "/404.html",
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
		if strings.Contains(line, "names no library") {
			continue
		}
		t.Error(line)
	}
}

// No page has barriers that axe knows of, nothing sticks out at the side, in both schemes and at three widths.
func TestExampleHasNoBarriers(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	axe, err := os.ReadFile(filepath.Join(theme, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kinds {
		t.Run(strings.Trim(path, "/"), func(t *testing.T) {
			tb := chromium.NewTab(t, browser)
			for _, scheme := range []string{"light", "dark"} {
				tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme},
					&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
				for _, width := range []int64{320, 390, 1280} {
					tb.Size(width, 900)
					tb.Do(chromedp.Navigate(host.URL + path))
					checkBarriers(tb, string(axe), fmt.Sprintf("%s %d px", scheme, width))
				}
			}
		})
	}
}

func checkBarriers(tb *chromium.Tab, axe, where string) {
	tb.T.Helper()
	chromium.Eval[chromedp.Void](tb, axe+";void 0")
	for _, found := range chromium.Eval[[]string](tb, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations
		.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary).join(", ")))`) {
		tb.T.Errorf("%s: %s", where, found)
	}
	if wide := chromium.Eval[int](tb, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		tb.T.Errorf("%s: %d pixels too wide: %q", where, wide, chromium.Eval[[]string](tb, `[...document.querySelectorAll("body *")]
			.filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 4).map(e => e.tagName + "." + e.className)`))
	}
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
		total, scripts, sheets := packed(built.read(t, strings.TrimPrefix(path, "/")+"index.html")), 0, 0
		for _, url := range urls {
			size := packed(built.read(t, strings.TrimPrefix(url, "/")))
			total += size
			switch filepath.Ext(url) {
			case ".js":
				scripts += size
			case ".css":
				sheets += size
			}
		}
		t.Logf("%s: %d requests, %d bytes; scripts %d, sheets %d", path, len(urls)+1, total, scripts, sheets)
		if scripts > maxScripts || sheets > maxSheets || total > maxPage || len(urls)+1 > maxRequests {
			t.Errorf("%s: over the budget: %d requests, %d bytes; scripts %d, sheets %d: %q", path, len(urls)+1, total, scripts, sheets, urls)
		}
	}
}

// packed is the size of a text as gzip sends it.
func packed(text string) int {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.Len()
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
	if n := chromium.Eval[int](tb, `document.querySelectorAll(".embed, .video").length`); n != 4 {
		t.Errorf("%d embeds and videos", n)
	}
	if chromium.Eval[bool](tb, `!!document.querySelector("iframe")`) {
		t.Error("a player is asked for before the click")
	}
}

// The printed page has all lines of folded code.
func TestPrintHasFoldedCode(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Do(chromedp.Navigate(host.URL + "/markdown/"))
	ctx, cancel := context.WithTimeout(tb.Ctx, chromium.Patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(tb.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	if !chromium.Eval[bool](tb, `(r => r.height > 0)([...document.querySelectorAll(".line")].find(e => e.textContent.includes("折叠的最后一行")).getBoundingClientRect())`) {
		t.Error("a folded line does not print")
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

var address = regexp.MustCompile(`\s(?:href|src|action)="([^"]*)"`)

// Every link within the example leads to a file, and to an id in it.
func TestLinksLeadSomewhere(t *testing.T) {
	built := demo(t)
	for _, name := range built.pages(t) {
		src := built.read(t, name)
		for _, m := range address.FindAllStringSubmatch(src, -1) {
			checkLink(t, built, name, src, m[1])
		}
	}
}
