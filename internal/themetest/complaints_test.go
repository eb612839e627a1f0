package themetest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// These tests hold off what users of such themes complain of; the README's table says which test answers which complaint.

const everythingOn = bareConfig + `[outputs]
home = ["html", "rss", "json"]
[params]
search = { enable = true }
home = { profile = { enable = true, typeit = true, subtitle = "x" } }
[params.page]
lightgallery = true
rssFullText = true
math = { enable = true }
share = { enable = true, X = true }
echarts = { js = "/lib.js" }
mapbox = { js = "/lib.js", accessToken = "t" }
music = { js = "/lib.js" }
`

// A post that uses nothing of what the site turns on loads nothing of it.
func TestPlainPostLoadsNoLibraries(t *testing.T) {
	testsite.NeedPackages(t, "minisearch")
	built := scratch(t, map[string]string{"hugo.toml": everythingOn, "content/posts/a.md": "---\ntitle: a\n---\n## one\n\ntext\n\n## two\n\ntext\n"})
	host, tb := built.serve(t), chromium.NewTab(t, chromium.Start(t))
	tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
	tb.Wait(`document.readyState === "complete"`)
	asked := chromium.Eval[[]string](tb, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname).filter(path => path.endsWith(".js") || path.endsWith(".json"))`)
	slices.Sort(asked)
	if want := []string{"/js/main.js", "/js/scheme.js"}; !slices.Equal(asked, want) {
		t.Errorf("a plain post loads %q, not just %q", asked, want)
	}
}

// The theme uses nothing that Hugo is about to remove: Hugo says so first where only those see it who ask for all messages.
func TestNothingIsDeprecated(t *testing.T) {
	found, err := testsite.Deprecated(filepath.Join(theme, "exampleSite"), testsite.Themes, t.TempDir())
	if err != nil || len(found) > 0 {
		t.Errorf("%q, %v", found, err)
	}
	control := t.TempDir()
	testsite.Write(t, control, map[string]string{"hugo.toml": bareConfig, "content/a.md": "---\ntitle: a\n---\n", "layouts/page.html": "{{ len .Site.AllPages }}"})
	if found, err := testsite.Deprecated(control, testsite.Themes, t.TempDir()); err != nil || len(found) == 0 {
		t.Errorf("the test does not see what is deprecated: %v", err)
	}
}

// Contents of sixty sections stay in the window and scroll by themselves; the entry that is marked is that of the section being read,
// and in sight, wherever the reader is.
func TestContentsFollowTheReader(t *testing.T) {
	text := "---\ntitle: a\n---\n"
	for i := range 60 {
		text += fmt.Sprintf("## section %d {#s%d}\n\n%s### part %[1]d {#p%[1]d}\n\ntext\n\n", i, i, strings.Repeat("text\n\n", i%9+3))
	}
	host, tb := scratch(t, map[string]string{"hugo.toml": bareConfig, "content/posts/a.md": text}).serve(t), chromium.NewTab(t, chromium.Start(t))
	tb.Size(1280, 700)
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
	const aside = `document.getElementById("toc-auto")`
	for _, at := range []string{"s0", "p7", "s8", "s31", "p44", "s57", "p59", "s3"} {
		chromium.Eval[chromedp.Void](tb, fmt.Sprintf(`location.hash = %q; void 0`, at))
		tb.Wait(fmt.Sprintf(`%s.querySelector("a[aria-current]")?.hash === "#%s"`, aside, at))
		if !chromium.Eval[bool](tb, fmt.Sprintf(`((box, mark) => box.bottom <= innerHeight && mark.top >= Math.max(box.top, 60) && mark.bottom <= box.bottom)(
			%[1]s.getBoundingClientRect(), %[1]s.querySelector("a[aria-current]").getBoundingClientRect())`, aside)) {
			t.Errorf("at #%s the contents, or their marked entry, are out of sight: %s", at, chromium.Eval[string](tb, fmt.Sprintf(`JSON.stringify([%[1]s.getBoundingClientRect(), %[1]s.querySelector("a[aria-current]").getBoundingClientRect(), innerHeight])`, aside)))
		}
		if n := chromium.Eval[int](tb, aside+`.querySelectorAll("a[aria-current]").length`); n != 1 {
			t.Errorf("at #%s %d entries are marked", at, n)
		}
	}
	if !chromium.Eval[bool](tb, aside+`.scrollHeight > `+aside+`.clientHeight`) {
		t.Error("the contents fit the window: nothing is shown of what this is for")
	}
	chromium.Eval[chromedp.Void](tb, `scrollTo(0, document.documentElement.scrollHeight); void 0`)
	tb.Wait(aside + `.querySelector("a[aria-current]")?.hash === "#p59"`)
}

// Every block of code has a button that copies it, seen without the pointer on it, on any screen; it copies folded lines, too.
func TestEveryBlockCanBeCopied(t *testing.T) {
	host, tb := demo(t).serve(t), chromium.NewTab(t, chromium.Start(t))
	for _, width := range []int64{320, 1280} {
		tb.Size(width, 900)
		for _, path := range []string{"/markdown/", "/shortcodes/"} {
			tb.Do(chromedp.Navigate(host.URL + path))
			if bad := chromium.Eval[[]string](tb, `(blocks => blocks.length ? blocks.filter(block => {
				const button = block.querySelector("button.copy"), box = button?.getBoundingClientRect();
				return !button || !button.checkVisibility({opacityProperty: true, visibilityProperty: true}) || box.width < 24 || box.height < 24 || box.left < 0 || box.right > innerWidth;
			}).map(block => block.textContent.slice(0, 40)) : ["no block"])([...document.querySelectorAll(".code-block")])`); len(bad) > 0 {
				t.Errorf("%s at %d: no button to see: %q", path, width, bad)
			}
		}
	}
	tb.Do(chromedp.Navigate(host.URL + "/markdown/"))
	got := chromium.Eval[string](tb, `new Promise(resolve => {
		navigator.clipboard.writeText = async text => resolve(text);
		[...document.querySelectorAll(".code-block")].find(block => block.querySelector(".code-more")).querySelector("button.copy").click();
	})`)
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) != 30 || lines[0] != "一" || lines[29] != "三十：折叠的最后一行" {
		t.Errorf("copied %d lines: %q", len(lines), got)
	}
}

var feedLink = regexp.MustCompile(`<link rel="alternate"[^>]*>\n?`)

// A page is the same whatever other formats are put out, and before it: its settings hang on no order of rendering.
func TestOutputsDoNotDisturbEachOther(t *testing.T) {
	post := "---\ntitle: a\nmath: true\ntoc: {keepStatic: true}\ncode: {maxShownLines: 3}\nruby: false\n---\n## one\n\n$x$ [字]^(zi) ![a](/b.png)\n\n## two\n\n" +
		"```go\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n```\n\n{{< admonition tip >}}\ntext $y$\n{{< /admonition >}}\n"
	pages := map[string]string{}
	for _, outputs := range []string{`["html"]`, `["json", "rss", "llms", "html"]`} {
		config := strings.Replace(everythingOn, `["html", "rss", "json"]`, outputs+"\npage = [\"markdown\", \"html\"]\nsection = "+strings.NewReplacer(`"json", `, "", `"llms", `, "").Replace(outputs), 1)
		config = strings.Replace(config, "search = { enable = true }", "", 1)
		pages[outputs] = feedLink.ReplaceAllString(scratch(t, map[string]string{"hugo.toml": config, "content/posts/a.md": post, "content/posts/b.md": "---\ntitle: b\n---\n"}).read(t, "posts/a/index.html"), "")
	}
	alone, among := pages[`["html"]`], pages[`["json", "rss", "llms", "html"]`]
	if alone != among {
		t.Errorf("alone:\n%s\namong others:\n%s", alone, among)
	}
	if strings.Count(among, "<math") != 2 || !strings.Contains(among, `class="code-more"`) || strings.Contains(among, "<ruby>") || strings.Contains(among, "toc-auto") {
		t.Errorf("the page's own settings are not kept:\n%s", among)
	}
}

// The file that a lazy image loads has at least as many pixels as the screen shows of it, or is the largest there is.
func TestImagesAreLargeEnough(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	for _, screen := range []struct {
		width int64
		ratio float64
	}{{320, 2}, {390, 3}, {768, 1}, {1280, 1}, {1280, 2}, {1920, 1}} {
		tb := chromium.NewTab(t, browser)
		tb.Do(chromedp.EmulateViewport(screen.width, 900, chromedp.EmulateScale(screen.ratio)), chromedp.Navigate(host.URL+"/gallery/"))
		chromium.Eval[bool](tb, `(async () => { for (const image of document.querySelectorAll("img[srcset]")) { image.scrollIntoView(); image.loading = "eager"; await image.decode() } return true })()`)
		if small := chromium.Eval[[]string](tb, `[...document.querySelectorAll("img[srcset]")].flatMap(image => {
			const sizes = image.srcset.split(", ").map(one => one.split(" ")), largest = Math.max(...sizes.map(one => parseInt(one[1])));
			const own = parseInt((sizes.find(one => image.currentSrc.endsWith(one[0])) ?? [0, String(largest)])[1]);
			return own >= Math.min(largest, Math.floor(image.clientWidth * devicePixelRatio)) ? [] : [own + " pixels for " + image.clientWidth * devicePixelRatio];
		}).concat(document.querySelectorAll("img[srcset]").length ? [] : ["no image"])`); len(small) > 0 {
			t.Errorf("%d pixels, %v of the screen's each: %q", screen.width, screen.ratio, small)
		}
	}
}

// A Chinese character is a word, whatever the site says of its language; the time to read follows.
func TestWordsAreCounted(t *testing.T) {
	for _, cjk := range []string{"", "hasCJKLanguage = true\n"} {
		built := scratch(t, map[string]string{
			"hugo.toml":              cjk + bareConfig,
			"content/posts/zh.md":    "---\ntitle: a\n---\n" + strings.Repeat("读源码，", 400) + "\n",
			"content/posts/mixed.md": "---\ntitle: b\n---\n调用 `HandleDeltas` 之前 then\n",
			"content/posts/en.md":    "---\ntitle: c\n---\n" + strings.Repeat("read the source ", 100) + "\n",
		})
		for page, want := range map[string][2]string{"zh": {"1,600 words", "4 min"}, "mixed": {"6 words", "1 min"}, "en": {"300 words", "2 min"}} {
			src := built.read(t, "posts/"+page+"/index.html")
			if !strings.Contains(src, want[0]) || !strings.Contains(src, want[1]) {
				t.Errorf("%s%s: not %q: %s", cjk, page, want, regexp.MustCompile(`<li>[^<]*(?:words|min)[^<]*</li>`).FindAllString(src, -1))
			}
		}
	}
}
