package indextest

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

type feed struct {
	Channel struct {
		Title string `xml:"title"`
		Items []struct {
			Title       string   `xml:"title"`
			Link        string   `xml:"link"`
			Creator     string   `xml:"creator"`
			Categories  []string `xml:"category"`
			Description string   `xml:"description"`
			Content     string   `xml:"encoded"`
		} `xml:"item"`
	} `xml:"channel"`
}

func readFeed(t *testing.T, s site, name string) feed {
	t.Helper()
	var f feed
	if err := xml.Unmarshal([]byte(s.read(t, name)), &f); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

const fedPage = `---
title: "A & <B>"
date: 2024-03-02
categories: [源码]
author: 小明
description: 描述
rssFullText: true
---
开头 ` + "`]]>`" + `。[节](#x) [根](/posts/) [旁](../b/) [外](https://e.org/x) [邮](mailto:a@e.org) <img src="/x.png">

<!--more-->

<p>前<!--ui--><button>按钮</button><!--/ui-->后</p>
<pre><code><span class="line" id="pop-L12" data-n="12">foo<a class="snippet-marker" id="pop-e-mark" href="#pop-e" data-note="1"></a></span>
<span id="pop-2-L3" class="line">bar</span><span class="line" id="pop-oL4">old</span>
&lt;a href=&#34;/kept&#34;&gt;</code></pre>
`

func TestFeedItem(t *testing.T) {
	s := build(t, testsite.Themes, map[string]string{"content/posts/a.md": fedPage})
	for _, name := range []string{"index.xml", "posts/index.xml", "categories/源码/index.xml"} {
		items := readFeed(t, s, name).Channel.Items
		if len(items) != 1 {
			t.Fatalf("%s: %d items, want 1", name, len(items))
		}
		item := items[0]
		if item.Title != "A & <B>" || item.Link != "https://example.org/a/" || item.Creator != "小明" {
			t.Errorf("%s: got %q %q %q", name, item.Title, item.Link, item.Creator)
		}
		if len(item.Categories) != 1 || item.Categories[0] != "源码" {
			t.Errorf("%s: categories %q", name, item.Categories)
		}
		for _, wanted := range []string{
			`]]&gt;`, `href="https://example.org/a/#x"`, `href="https://example.org/posts/"`, `href="https://e.org/x"`,
			`href="mailto:a@e.org"`, `https://example.org/a/../b/`, `前后`,
			`<span class="line" data-n="12">foo</span>`, `<span class="line">bar</span>`, `<span class="line">old</span>`,
			`&lt;a href=&#34;/kept&#34;&gt;`,
		} {
			if !strings.Contains(item.Content, wanted) {
				t.Errorf("%s: the full text lacks %s\n%s", name, wanted, item.Content)
			}
		}
		for _, unwanted := range []string{"按钮", "<img", "ui-->", "snippet-marker"} {
			if strings.Contains(item.Content, unwanted) {
				t.Errorf("%s: the full text has %s", name, unwanted)
			}
		}
		if !strings.Contains(item.Description, "开头") || strings.Contains(item.Description, "前后") {
			t.Errorf("%s: the description is not the summary: %s", name, item.Description)
		}
	}
}

func TestFeedLength(t *testing.T) {
	s := build(t, testsite.Themes, map[string]string{
		"hugo.toml":          "[home]\nrss = 1\n[section]\nrss = -1\n",
		"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-01\n---\na\n",
		"content/posts/b.md": "---\ntitle: b\ndate: 2024-01-02\ndescription: 说 <明>\n---\nb\n",
	})
	for name, want := range map[string]int{"index.xml": 1, "posts/index.xml": 2} {
		channel := readFeed(t, s, name).Channel
		if len(channel.Items) != want {
			t.Errorf("%s: %d items, want %d", name, len(channel.Items), want)
		}
		if first := channel.Items[0]; first.Title != "b" || first.Content != "" {
			t.Errorf("%s: first item %q, full text %q; want the newest, without", name, first.Title, first.Content)
		} else if first.Description != "说 &lt;明&gt;" {
			t.Errorf("%s: described as %q", name, first.Description)
		}
	}
}

func TestSitemapAndRobots(t *testing.T) {
	s := build(t, testsite.Themes, map[string]string{
		"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-01\nlastmod: 2024-05-06\n---\na\n",
		"content/posts/b.md": "---\ntitle: b\ndate: 2024-01-01\nsitemap: {disable: true}\n---\nb\n",
	})
	var sitemap struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(s.read(t, "sitemap.xml")), &sitemap); err != nil {
		t.Fatal(err)
	}
	modified := map[string]string{}
	for _, url := range sitemap.URLs {
		modified[url.Loc] = url.LastMod
	}
	if got := modified["https://example.org/a/"]; got != "2024-05-06T00:00:00+08:00" {
		t.Errorf("lastmod of /a/: %q", got)
	}
	if _, ok := modified["https://example.org/b/"]; ok {
		t.Error("a page with sitemap.disable is listed")
	}
	if got, want := s.read(t, "robots.txt"), "User-agent: *\nAllow: /\nSitemap: https://example.org/sitemap.xml\n"; got != want {
		t.Errorf("robots.txt: %q, want %q", got, want)
	}
}
