package themetest

import (
	"strings"
	"testing"
)

// services asks for what others serve.
const services = `baseURL = "https://example.org/"
title = "站"
theme = "loveit"
locale = "zh-cn"
defaultContentLanguage = "zh-cn"
[params.app]
themeColor = "#123456"
[params.compatibility]
polyfill = true
[params.seo]
image = "/card.png"
[params.cookieconsent]
enable = true
content = { message = "此站有 Cookie" }
[params.cdn]
data = "jsdelivr.yml"
[params.analytics]
enable = true
google = { id = "G-1", respectDoNotTrack = true }
fathom = { id = "F", server = "fathom.example" }
plausible = { dataDomain = "example.org" }
goatCounter = { code = "goat" }
[params.page.library]
js = { own = "/own.js" }
css = { own = "https://example.net/own.css" }
[params.page.comment]
enable = true
`

func buildServices(t *testing.T, comment string) string {
	t.Helper()
	return scratch(t, map[string]string{
		"hugo.toml":          services + comment,
		"data/jsdelivr.yml":  "libFiles:\n  /own.js: https://cdn.example/own.js\n",
		"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-01\n---\n文\n",
	}).read(t, "posts/a/index.html")
}

// Each provider of comments has what its script needs; the page itself asks nobody for anything.
func TestServices(t *testing.T) {
	for comment, wanted := range map[string]string{
		`giscus = { enable = true, repo = "me/blog", repoId = "R_1" }`:                   "R_1",
		`utterances = { enable = true, repo = "me/blog" }`:                               "https://utteranc.es/client.js",
		`waline = { enable = true, serverURL = "https://w.example", js = "/waline.js" }`: "https://w.example",
		`disqus = { enable = true, shortname = "me" }`:                                   "https://me.disqus.com/embed.js",
		`gitalk = { enable = true, clientId = "C", clientSecret = "S", js = "/g.js" }`:   "clientSecret",
		`valine = { enable = true, appId = "A", appKey = "K", js = "/v.js" }`:            "appKey",
		`facebook = { enable = true, appId = "1", languageCode = "zh_CN" }`:              "zh_CN/sdk.js",
		`telegram = { enable = true, siteID = "T" }`:                                     "https://comments.app/js/widget.js",
		`commento = { enable = true }`:                                                   "https://cdn.commento.io/js/commento.js",
	} {
		src := buildServices(t, comment)
		for _, part := range []string{
			wanted, `id="comments"`, `href="#comments"`, "data-ask", "此站有 Cookie", `name="analytics"`, "gtag/js?id=G-1", "fathom.example",
			"https://plausible.io/", "goat.goatcounter.com", `<link rel="stylesheet" href="https://example.net/own.css"`, `src="https://cdn.example/own.js"`,
			`property="og:image" content="https://example.org/card.png"`, `name="theme-color" content="#123456"`,
		} {
			if !strings.Contains(src, part) {
				t.Errorf("%s: no %s", comment, part)
			}
		}
		for _, asked := range []string{`<script src="https://giscus`, `<script src="https://www.googletagmanager`, "<iframe"} {
			if strings.Contains(src, asked) {
				t.Errorf("%s: %s before the reader's consent", comment, asked)
			}
		}
	}
}
