package themetest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// settings turns what it can away from its default.
const settings = `baseURL = "https://example.org/"
title = "Notes"
theme = "loveit"
defaultContentLanguage = "en"
[outputs]
home = ["html", "rss", "json"]
[markup.highlight]
noClasses = false
[[menus.main]]
name = "Last"
url = "/about/"
weight = 9
[[menus.main]]
name = "Posts"
url = "/posts/"
weight = 5
[[menus.main]]
name = "First"
pre = "<b>pre</b>"
post = "<b>post</b>"
title = "tip"
url = "https://example.net/"
weight = 1
[params]
dateFormat = "02.01.2006"
fingerprint = "sha512"
author = { name = "A. Uthor" }
app = { title = "App", noFavicon = true }
header = { desktopMode = "normal", mobileMode = "fixed", title = { name = "Header", pre = "<b>front</b>", post = "<b>back</b>" } }
footer = { custom = "<i>own line</i>", hugo = false, copyright = false, author = false }
section = { paginate = 2, dateFormat = "Jan 2", rss = 1 }
list = { paginate = 1, dateFormat = "2 January", rss = 2 }
home = { rss = 3, posts = { paginate = 5 }, profile = { enable = false } }
typeit = { speed = 7, cursorSpeed = 8, cursorChar = "#", duration = 9 }
[params.page]
ruby = false
fraction = false
fontawesome = false
related = false
toc = { enable = true, keepStatic = true }
code = { copy = false, maxShownLines = 3 }
math = { enable = true, inlineLeftDelimiter = "@(", inlineRightDelimiter = ")@" }
`

const settingsPost = `---
title: Page A
date: 2024-01-09
tags: [x]
categories: [k]
author: B. Writer
authorLink: /about/
license: own licence
prev: /posts/p3
---
## one

[字]^(zi) [1]/[2] :(fas fa-heart): @(x^2)@ ![alt](/a.png)

## two

` + "```go\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n```\n" + `
{{< typeit >}}
typed
{{< /typeit >}}
`

// What each setting shows, and what it hides, by the ids of the README's table.
var settingsShow = []struct{ id, page, shows, hides string }{
	{"cfg.core", "posts/a/index.html", ">09.01.2024</time>", ""},
	{"cfg.core", "index.html", `integrity="sha512-`, ""},
	{"cfg.header", "index.html", `data-desktop="normal" data-mobile="fixed"`, ""},
	{"cfg.header", "index.html", `<b>front</b></span>Header<span class="header-title-post"><b>back</b>`, ""},
	{"cfg.menu", "index.html", `title="tip" target="_blank" rel="external noopener"><b>pre</b>First<b>post</b></a>`, ""},
	{"cfg.menu", "about/index.html", `class="menu-item active" href="/about/" aria-current="page"`, ""},
	{"cfg.menu", "posts/a/index.html", `class="menu-item active" href="/posts/" aria-current="true"`, ""},
	{"cfg.footer", "index.html", "<i>own line</i>", "©"},
	{"cfg.footer", "index.html", "", "Made with"},
	{"cfg.footer", "index.html", "", `class="author"`},
	{"cfg.section", "posts/index.html", ">Jan 9</time>", ""},
	{"cfg.section", "posts/index.html", `href="/posts/page/2/"`, ""},
	{"cfg.list", "tags/x/index.html", ">9 January</time>", "Jan 9<"},
	{"tpl.pager", "tags/x/index.html", `class="page-gap"`, `href="/tags/x/page/5/"`},
	{"tpl.pager", "tags/x/index.html", `href="/tags/x/page/8/"`, ""},
	{"cfg.app", "index.html", `name="application-name" content="App"`, `rel="icon"`},
	{"cfg.home.posts", "index.html", `href="/page/2/"`, ""},
	{"cfg.home.profile", "index.html", "", `class="home-profile"`},
	{"cfg.page.flags", "index.html", "Page A", "Not at home"},
	{"cfg.page.flags", "posts/p5/index.html", "Not at home", ""},
	{"cfg.page.flags", "index.json", "Page A", "Not to be found"},
	{"cfg.page.flags", "posts/a/index.html", "[字]^(zi) [1]/[2] :(fas fa-heart):", ""},
	{"cfg.page.toc", "posts/a/index.html", `id="toc-static"`, `id="toc-auto"`},
	{"cfg.page.code", "posts/a/index.html", `class="code-more"`, `class="code-button copy"`},
	{"cfg.page.math", "posts/a/index.html", "<math", ""},
	{"cfg.typeit", "posts/a/index.html", `data-speed="7" data-blink="8" data-cursor="#" data-duration="9"`, ""},
	{"front", "posts/a/index.html", `<a href="/about/" rel="author">B. Writer</a>`, "A. Uthor"},
	{"front", "posts/a/index.html", "own licence", ""},
	{"front", "posts/a/index.html", `<a class="prev" href="/posts/p3/"`, ""},
	{"more.related", "posts/a/index.html", "", `class="post-related"`},
	{"md.heading-mark", "posts/a/index.html", `<h2 id="one" class="headerLink">one<a class="header-mark" href="#one"`, ""},
	{"md.image", "posts/a/index.html", `alt="alt" loading="lazy"`, ""},
	{"tpl.taxonomy", "tags/index.html", `class="tag-cloud-tags"`, ""},
	{"tpl.taxonomy", "tags/index.html", "<sup>8</sup>", ""},
	{"tpl.taxonomy", "categories/index.html", `class="categories-card"`, ""},
	{"tpl.taxonomy", "categories/index.html", `class="more-post" href="/categories/k/"`, ""},
	{"tpl.page", "about/index.html", `class="page single special"`, `id="post-footer"`},
	{"tpl.post", "posts/a/index.html", `id="post-footer"`, "special"},
	{"tpl.404", "404.html", `class="kaomoji"`, ""},
	{"out.sitemap", "sitemap.xml", "<loc>https://example.org/posts/a/</loc>", ""},
}

func TestSettingsShow(t *testing.T) {
	files := map[string]string{
		"hugo.toml":          settings,
		"content/about.md":   "---\ntitle: About\n---\ntext\n",
		"content/posts/a.md": settingsPost,
	}
	for i := range 7 {
		flag := map[int]string{5: "title: Not at home\nhiddenFromHomePage: true\n", 6: "title: Not to be found\nhiddenFromSearch: true\n"}[i]
		if flag == "" {
			flag = "title: Page\n"
		}
		files[fmt.Sprintf("content/posts/p%d.md", i)] = fmt.Sprintf("---\n%sdate: 2024-01-0%d\ntags: [x]\ncategories: [k]\n---\ntext\n", flag, i+1)
	}
	built := scratch(t, files)
	for _, s := range settingsShow {
		src := built.read(t, s.page)
		if !strings.Contains(src, s.shows) {
			t.Errorf("%s: %s has no %s", s.id, s.page, s.shows)
		}
		if s.hides != "" && strings.Contains(src, s.hides) {
			t.Errorf("%s: %s has %s", s.id, s.page, s.hides)
		}
	}
	for feed, items := range map[string]int{"index.xml": 3, "posts/index.xml": 1, "tags/x/index.xml": 2} {
		if n := strings.Count(built.read(t, feed), "<item>"); n != items {
			t.Errorf("%s has %d items, want %d", feed, n, items)
		}
	}
	if home := built.read(t, "index.html"); strings.Index(home, ">First<") > strings.Index(home, ">Last<") {
		t.Error("cfg.menu: the entries are not in the order of their weights")
	}
}

// Comments, analytics, the CDN's addresses and fingerprints are for production alone.
func TestDevelopmentAsksNobody(t *testing.T) {
	site, out := t.TempDir(), t.TempDir()
	testsite.Write(t, site, map[string]string{
		"hugo.toml":          strings.Replace(services, "[params.app]", "[params]\nfingerprint = \"sha256\"\n[params.app]", 1) + `giscus = { enable = true, repo = "me/blog", repoId = "R_1" }`,
		"data/jsdelivr.yml":  "libFiles:\n  /own.js: https://cdn.example/own.js\n",
		"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-01\n---\n文\n",
	})
	if log, err := testsite.BuildAs("development", site, testsite.Themes, out); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	page := testsite.Read(t, filepath.Join(out, "public"), "posts/a/index.html")
	for _, part := range []string{`id="comments"`, "gtag/js", "plausible", "cdn.example", "integrity="} {
		if strings.Contains(page, part) {
			t.Errorf("%s is there in development", part)
		}
	}
	if !regexp.MustCompile(`src="/js/main\.js"`).MatchString(page) || !strings.Contains(page, `src="/own.js"`) {
		t.Error("scripts of the site's own are not there")
	}
}
