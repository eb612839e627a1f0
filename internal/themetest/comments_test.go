package themetest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// providers are all providers of comments: how a site asks for one, where its script comes from, and what a script in its place finds:
// an expression that is true when it has all that it needs.
var providers = []struct{ name, config, script, finds string }{
	{"giscus", `giscus = { enable = true, repo = "me/blog", repoId = "R_1", category = "General", categoryId = "C_1" }`, "https://giscus.app/client.js",
		`asked.dataset.repo === "me/blog" && asked.dataset.lang === "zh-CN" && asked.dataset.theme === "dark" && asked.crossOrigin === "anonymous" && !asked.hasAttribute("data-term")`},
	{"utterances", `utterances = { enable = true, repo = "me/blog", label = "" }`, "https://utteranc.es/client.js",
		`asked.getAttribute("repo") === "me/blog" && asked.getAttribute("issue-term") === "pathname" && asked.getAttribute("theme") === "github-dark" && !asked.hasAttribute("label")`},
	{"disqus", `disqus = { enable = true, shortname = "me" }`, "https://me.disqus.com/embed.js",
		`asked.closest("#disqus_thread") && asked.dataset.timestamp > 0 && !asked.crossOrigin`},
	{"facebook", `facebook = { enable = true, appId = "1" }`, `https://connect.facebook.net/zh_CN/sdk.js#xfbml=1&version=v19.0&appId=1`,
		`document.querySelector(".fb-comments").dataset.href === "https://example.org/posts/a/" && document.querySelector(".fb-comments").dataset.numposts === "10"`},
	{"telegram", `telegram = { enable = true, siteID = "T", colorful = true }`, "https://comments.app/js/widget.js?3",
		`asked.dataset.commentsAppWebsite === "T" && asked.dataset.limit === "5" && asked.dataset.colorful === "1" && !asked.hasAttribute("data-dislikes")`},
	{"commento", `commento = { enable = true }`, "https://cdn.commento.io/js/commento.js", `asked.closest("#commento") && !asked.crossOrigin`},
	{"gitalk", `gitalk = { enable = true, clientId = "C", clientSecret = "S", repo = "blog", owner = "me", js = "/stub.js" }`, "/stub.js",
		`given.clientID === "C" && given.clientSecret === "S" && given.admin[0] === "me" && given.id === "2024-01-02T03:04:05Z" && given.room === "comments-room"`},
	{"valine", `valine = { enable = true, appId = "A", appKey = "K", visitor = true, meta = "nick,mail", emoji = "google.yml", pageSize = 5, js = "/stub.js" }`, "/stub.js",
		`given.appId === "A" && given.appKey === "K" && given.meta[1] === "mail" && given.pageSize === 5 && !given.emoji && given.lang === "zh-CN"
			&& given.path === "/posts/a/" && given.el.id === "comments-room" && document.getElementById(given.path).matches(".post-views .leancloud_visitors")`},
	{"waline", `waline = { enable = true, serverURL = "https://w.example", pageview = true, js = "/module.js" }`, "/module.js",
		`given.serverURL === "https://w.example" && given.dark === true && given.el.id === "comments-room" && !!document.querySelector(".post-views .waline-pageview-count")`},
}

// Scripts that stand in for the providers' and keep what they are given.
const (
	stubScript = `window.asked = document.currentScript;
for (const name of ["Gitalk", "Valine"]) window[name] = class {
	constructor(options) { window.given = options }
	render(room) { given.room = room }
};`
	stubModule = `export function init(options) { window.given = options; return { update(more) { Object.assign(options, more) } } }`
)

func commented(t *testing.T, config string) example {
	t.Helper()
	built := scratch(t, map[string]string{
		"hugo.toml":          strings.Replace(bareConfig, `"en"`, `"zh-cn"`, 1) + "locale = \"zh-CN\"\n[params.page.comment]\nenable = true\n" + config,
		"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-02T03:04:05Z\n---\n" + strings.Repeat("文\n\n", 60),
	})
	testsite.Write(t, built.dir, map[string]string{"stub.js": stubScript, "module.js": stubModule})
	return built
}

// Each provider's script is asked for when the comments come into sight, not before, and finds what it needs; Waline, whose theme
// follows the page's, is told of a change.
func TestCommentProviders(t *testing.T) {
	browser := chromium.Start(t)
	for _, p := range providers {
		t.Run(p.name, func(t *testing.T) {
			built := commented(t, p.config)
			page := built.read(t, "posts/a/index.html")
			quoted, stub := strings.ReplaceAll(p.script, "&", `\u0026`), "/stub.js"
			if p.name == "waline" {
				stub = "/module.js"
			}
			if !strings.Contains(page, quoted) {
				t.Fatalf("the page does not name %s: %s", p.script, page[strings.Index(page, `id="comments"`):])
			}
			testsite.Write(t, built.dir, map[string]string{"posts/a/index.html": strings.ReplaceAll(page, quoted, stub)})
			host, tb := built.serve(t), chromium.NewTab(t, browser)
			tb.Size(1280, 700)
			tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
			tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
			if host.AskedFor("stub.js") || host.AskedFor("module.js") {
				t.Error("asked for before the comments are in sight")
			}
			chromium.Eval[chromedp.Void](tb, `document.getElementById("comments").scrollIntoView(); void 0`)
			tb.Wait(`!!(window.asked || window.given)`)
			tb.Wait(`document.querySelector(".comments-status").textContent === ""`)
			if !chromium.Eval[bool](tb, "!!("+p.finds+")") {
				t.Errorf("the script does not find what it needs: %s", chromium.Eval[string](tb, `JSON.stringify(window.given ?? {}) + (window.asked?.outerHTML ?? "")`))
			}
			if p.name == "waline" {
				tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "light"})
				tb.Wait(`given.dark === false`)
			}
		})
	}
}

// Where a provider can't be reached the page says so, and offers to try again; once it can, that works.
func TestCommentsOutOfReach(t *testing.T) {
	browser := chromium.Start(t)
	for _, p := range providers {
		t.Run(p.name, func(t *testing.T) {
			built := commented(t, p.config)
			page := built.read(t, "posts/a/index.html")
			testsite.Write(t, built.dir, map[string]string{"posts/a/index.html": strings.ReplaceAll(page, strings.ReplaceAll(p.script, "&", `\u0026`), "/lost.js")})
			host, tb := built.serve(t), chromium.NewTab(t, browser)
			tb.Expect("lost.js") // the browser's own message
			tb.Size(390, 700)
			tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
			chromium.Eval[chromedp.Void](tb, `document.getElementById("comments").scrollIntoView(); void 0`)
			tb.Wait(`document.querySelector(".comments-status").textContent.includes("没能加载")`)
			if !chromium.Eval[bool](tb, `document.querySelector(".comments-load").checkVisibility() && document.querySelector(".comments-room").childElementCount === 0`) {
				t.Error("no button to try again, or something half made")
			}
			testsite.CheckBarriers(tb, p.name)
			if p.name == "waline" {
				return // a browser keeps that a module did not load
			}
			testsite.Write(t, built.dir, map[string]string{"lost.js": stubScript})
			tb.Do(chromedp.Click(chromedp.CSS(".comments-load")))
			tb.Wait(`!!(window.asked || window.given) && document.querySelector(".comments-status").textContent === "" && document.querySelector(".comments-load").hidden`)
		})
	}
}
