package indextest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

var searched = map[string]string{
	"hugo.toml": searchOn,
	"content/posts/queue.md": `---
title: 队列
date: 2024-03-02
---
引言。

## 入队

最后都走到 queueActionLocked，持有锁。

## 出队

` + "`Pop`" + ` 持有锁，取出 <code>&lt;img src=x onerror="document.title='injected'"&gt;</code>。
`,
	"content/posts/lock.md": "---\ntitle: 死锁\ndate: 2024-03-01\n---\n锁。\n",
}

// open serves a built site and opens its page /lock/ on a desk's window.
func open(t *testing.T, s site) (*testsite.Host, *chromium.Tab) {
	t.Helper()
	needPackages(t)
	host := testsite.Serve(t, s.dir, nil)
	tab := chromium.NewTab(t, chromium.Start(t))
	tab.Size(1280, 900)
	tab.Do(chromedp.Navigate(host.URL + "/lock/"))
	return host, tab
}

const (
	input  = `document.getElementById("search-input-desktop")`
	first  = `document.querySelector("#search-desktop .search-result")`
	status = `document.querySelector("#search-desktop .search-status").textContent`
)

func TestSearchInBrowser(t *testing.T) {
	host, tab := open(t, build(t, testsite.Themes, searched))
	tab.Wait(`document.readyState === "complete"`)
	if host.AskedFor("index.json") || host.AskedFor("js/search") {
		t.Error("search is loaded before anyone looks at it")
	}
	tab.Do(chromedp.KeyEvent("/"), chromedp.KeyEvent("queueAction"))
	tab.Wait(first + `?.dataset.objectId === "/queue/:1:0"`)
	if name := chromium.Eval[string](tab, first+`.querySelector(".search-result-name").textContent`); name != "入队" {
		t.Errorf("the first result is named %q", name)
	}
	if words := chromium.Eval[string](tab, status); words != "1 条结果" {
		t.Errorf("one result is announced as %q", words)
	}
	tab.Do(chromedp.KeyEvent(kb.ArrowDown))
	if active := chromium.Eval[string](tab, input+`.getAttribute("aria-activedescendant")`); active != "search-results-desktop-0" {
		t.Errorf("after an arrow %q is active", active)
	}
	tab.Follow(chromedp.KeyEvent(kb.Enter))
	if at := chromium.Eval[string](tab, `decodeURI(location.pathname + location.hash)`); at != "/queue/#入队" {
		t.Errorf("Enter leads to %s", at)
	}
}

// Whatever a page's text says, the list of results shows it as text.
func TestSearchShowsTextAsText(t *testing.T) {
	_, tab := open(t, build(t, testsite.Themes, searched))
	tab.Do(chromedp.KeyEvent("k", chromedp.KeyModifiers(kb.ModifierCtrl)), chromedp.KeyEvent("锁"))
	tab.Wait(status + ` === "3 条结果"`)
	if n := chromium.Eval[int](tab, `document.querySelectorAll(".search-results img").length`); n != 0 {
		t.Error("text of the index became markup")
	}
	if !chromium.Eval[bool](tab, `document.querySelector(".search-results").textContent.includes("<img src=x")`) {
		t.Error("the text is not shown")
	}
	if !chromium.Eval[bool](tab, `[...document.querySelectorAll(".search-result")].every(e => e.querySelector("em.search-match").textContent === "锁" && !e.textContent.includes("<em"))`) {
		t.Error("a match is not marked, or the mark's tag is shown")
	}
	tab.Do(chromedp.KeyEvent(kb.Escape))
	if chromium.Eval[bool](tab, first+" !== null || "+input+`.getAttribute("aria-expanded") === "true"`) {
		t.Error("Esc leaves the list open")
	}
}

func TestSearchWithoutIndex(t *testing.T) {
	s := build(t, testsite.Themes, searched)
	if err := os.Remove(filepath.Join(s.dir, "index.json")); err != nil {
		t.Fatal(err)
	}
	_, tab := open(t, s)
	tab.Expect("404")
	tab.Do(chromedp.KeyEvent("/"), chromedp.KeyEvent("锁"))
	tab.Wait(status + `.includes("/index.json: 404")`)
}

// The open list has no barriers that axe knows of, in both colour schemes, on any screen.
func TestSearchHasNoBarriers(t *testing.T) {
	host, tab := open(t, build(t, testsite.Themes, searched))
	for _, width := range []int64{320, 390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			tab.Size(width, 800)
			tab.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
			tab.Do(chromedp.Navigate(host.URL + "/lock/"))
			tab.Do(chromedp.KeyEvent("/"), chromedp.KeyEvent("锁"))
			tab.Wait(`document.querySelectorAll(".search-result").length === 3`)
			tab.Do(chromedp.KeyEvent(kb.ArrowDown))
			testsite.CheckBarriers(tab, fmt.Sprintf("%d px, %s", width, scheme))
		}
	}
}
