package themetest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// A line of prose holds 38 to 42 Chinese characters where there is room, lines have air, paragraphs stand apart, headings step down, and
// Chinese and Latin letters stand apart by themselves.
func TestTypography(t *testing.T) {
	text := "---\ntitle: a\n---\n" + strings.Repeat("字", 400) + "\n\n第二段 text 接着text写\n\n## 二\n\n段\n\n### 三\n\n段\n\n#### 四\n\n段\n"
	config := strings.Replace(bareConfig, `"en"`, `"zh-cn"`, 1) + "locale = \"zh-CN\"\n"
	host, tb := scratch(t, map[string]string{"hugo.toml": config, "content/posts/a.md": text}).serve(t), chromium.NewTab(t, chromium.Start(t))
	tb.Size(1280, 900)
	tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
	for what, fact := range map[string]string{
		"38 to 42 characters on a line": `(n => n >= 38 && n <= 42)(Math.floor(paragraphs[0].clientWidth / parseFloat(style(paragraphs[0]).fontSize)))`,
		"line height 1.75 to 1.8":       `(n => n >= 1.749 && n <= 1.801)(parseFloat(style(paragraphs[0]).lineHeight) / parseFloat(style(paragraphs[0]).fontSize))`,
		"paragraphs apart":              `paragraphs[1].getBoundingClientRect().top - paragraphs[0].getBoundingClientRect().bottom >= parseFloat(style(paragraphs[0]).fontSize)`,
		"headings step down":            `["h1", "h2", "h3", "h4", "p"].map(name => parseFloat(style(document.querySelector("article " + name)).fontSize)).every((size, i, all) => i === 0 || size < all[i - 1] || i === 4 && size === all[3])`,
		"Chinese fonts by name":         `["PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC"].every(name => style(paragraphs[0]).fontFamily.includes(name))`,
		"space between scripts":         `style(paragraphs[1]).textAutospace === "normal"`,
		"none in code":                  `(code => (code.append(document.createElement("code")), style(code.lastChild).textAutospace === "no-autospace"))(paragraphs[1])`,
	} {
		if !chromium.Eval[bool](tb, `((style, paragraphs) => `+fact+`)(getComputedStyle, document.querySelectorAll("#content > p"))`) {
			t.Errorf("not so: %s", what)
		}
	}
}

// The first thing the keyboard reaches leads to the text; whatever has the focus shows it; who wants no motion sees none.
func TestReadersAids(t *testing.T) {
	host, browser := demo(t).serve(t), chromium.Start(t)
	tb := chromium.NewTab(t, browser)
	tb.Size(1280, 900)
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	for _, path := range []string{"/", "/markdown/", "/shortcodes/", "/posts/"} {
		tb.Do(chromedp.Navigate(host.URL+path), chromedp.KeyEvent(kb.Tab))
		if !chromium.Eval[bool](tb, `document.activeElement.matches("a.skip-link") && document.activeElement.getBoundingClientRect().top >= 0 && !!document.querySelector("main" + document.activeElement.hash)`) {
			t.Errorf("%s: the first Tab leads elsewhere than to the visible skip link", path)
		}
		for range 25 {
			tb.Do(chromedp.KeyEvent(kb.Tab))
			if lost := chromium.Eval[string](tb, `(e => e === document.body || parseFloat(getComputedStyle(e).outlineWidth) >= 2 && getComputedStyle(e).outlineStyle !== "none"
				|| [...document.querySelectorAll(":focus-within")].some(p => parseFloat(getComputedStyle(p).outlineWidth) >= 2 && getComputedStyle(p).outlineStyle !== "none") ? "" : e.outerHTML.slice(0, 80))(document.activeElement)`); lost != "" {
				t.Errorf("%s: no ring around %s", path, lost)
			}
		}
		if moving := chromium.Eval[[]string](tb, `document.getAnimations().map(a => a.effect.target.className).concat([...document.querySelectorAll("*")].filter(e => getComputedStyle(e).scrollBehavior === "smooth").map(e => e.tagName))`); len(moving) > 0 {
			t.Errorf("%s: motion although the reader wants none: %q", path, moving)
		}
		if clickable := chromium.Eval[[]string](tb, `[...document.querySelectorAll("[onclick], [role=button]:not(button), a:not([href])")].map(e => e.outerHTML.slice(0, 60))`); len(clickable) > 0 {
			t.Errorf("%s: no real buttons or links: %q", path, clickable)
		}
	}
}

// A block's long line scrolls within the block, until its button wraps it.
func TestLongLinesScrollOrWrap(t *testing.T) {
	built := scratch(t, map[string]string{"hugo.toml": bareConfig, "content/posts/a.md": "---\ntitle: a\n---\n```go\n" + strings.Repeat("word ", 60) + "\n```\n\n```go\nshort\n```\n"})
	host, tb := built.serve(t), chromium.NewTab(t, chromium.Start(t))
	for _, width := range []int64{320, 1280} {
		tb.Size(width, 900)
		tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
		tb.Wait(`document.querySelector("button.wrap").checkVisibility({visibilityProperty: true, opacityProperty: true})`)
		const tooLong = `(e => e.scrollWidth > e.clientWidth)(document.querySelector(".code-body"))`
		if !chromium.Eval[bool](tb, tooLong+` && document.documentElement.scrollWidth <= innerWidth && !document.querySelectorAll("button.wrap")[1].checkVisibility({visibilityProperty: true, opacityProperty: true})`) {
			t.Errorf("%d: the long line does not scroll in its block, or a short one has a button", width)
		}
		tb.Do(chromedp.Click(chromedp.CSS("button.wrap")))
		if chromium.Eval[bool](tb, tooLong+` || document.querySelector("button.wrap").getAttribute("aria-pressed") !== "true"`) {
			t.Errorf("%d: the line does not wrap", width)
		}
	}
}

// A post's head says when it was written and rewritten, what versions its code has and how much of it awaits review; a caption says where
// its code is, and a block that is cut says how many lines follow.
func TestHeadsAndCaptions(t *testing.T) {
	files := map[string]string{}
	for name, text := range versionsPage {
		files[name] = strings.Replace(text, `"versions": []`, `"versions": ["lib v1", "lib v2"]`, 1)
	}
	files["content/posts/a.md"] = strings.Replace(files["content/posts/a.md"], "title: a\n", "title: a\ndate: 2024-01-02\nlastmod: 2024-03-04\n", 1) + "\n```go\n" + strings.Repeat("x\n", 45) + "```\n"
	page := scratch(t, files).read(t, "posts/a/index.html")
	for _, part := range []string{
		`Published <time datetime="2024-01-02">`, `<time datetime="2024-03-04">`, `<span class="snippet-version">lib v1</span>, <span class="snippet-version">lib v2</span>`,
		`class="post-stale">Snippets that await review: 1<`, `<code class="snippet-symbol">F</code>`, `class="snippet-source">f.go<span class="snippet-range">:10–16</span>`, `→ v2</span>`, `<span class="when-closed">Show 15 more lines</span>`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
	if t.Failed() {
		t.Log(page[strings.Index(page, "post-meta"):][:4000])
	}
}

// Contents work without script: beside the text where there is room, else folded above it by the browser's own means; with script all
// but the branch being read is folded.
func TestContentsWithAndWithoutScript(t *testing.T) {
	testsite.NeedPackages(t, "axe-core")
	built := scratch(t, map[string]string{"hugo.toml": bareConfig, "content/posts/a.md": "---\ntitle: a\n---\n## one\n\n### part of one\n\n" + strings.Repeat("text\n\n", 40) + "## two\n\n### part of two\n\n" + strings.Repeat("text\n\n", 40)})
	host, browser := built.serve(t), chromium.Start(t)
	const seen = `[...document.querySelectorAll("#toc-auto a, #toc-static a")].filter(a => a.checkVisibility()).map(a => a.hash).join(" ")`
	for _, script := range []bool{true, false} {
		tb := chromium.NewTab(t, browser)
		if _, err := chromedp.Call(tb.Ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !script}); err != nil {
			t.Fatal(err)
		}
		tb.Size(1280, 700)
		tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
		if script {
			tb.Wait(`!!document.querySelector("#toc-auto a[aria-current]")`)
		}
		if got, want := chromium.Eval[string](tb, seen), map[bool]string{true: "#one #part-of-one #two", false: "#one #part-of-one #two #part-of-two"}[script]; got != want {
			t.Errorf("script %v: beside the text: %q, want %q", script, got, want)
		}
		tb.Size(390, 700)
		if got := chromium.Eval[string](tb, seen); got != "" {
			t.Errorf("script %v: not folded in a narrow window: %q", script, got)
		}
		tb.Do(chromedp.Click(chromedp.CSS("#toc-static > summary")))
		if got, want := chromium.Eval[string](tb, seen), "#one #part-of-one #two #part-of-two"; got != want {
			t.Errorf("script %v: above the text: %q, want %q", script, got, want)
		}
	}
}
