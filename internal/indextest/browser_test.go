package indextest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The strict policy of the theme's design.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"

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

// A server of a built site that remembers what was asked for.
type server struct {
	*httptest.Server
	policy string
	mu     sync.Mutex
	asked  []string // guarded by mu
}

func serve(t *testing.T, s site) *server {
	t.Helper()
	files := http.FileServer(http.Dir(s.dir))
	srv := &server{policy: policy}
	srv.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		srv.mu.Lock()
		srv.asked = append(srv.asked, r.URL.Path)
		srv.mu.Unlock()
		w.Header().Set("Content-Security-Policy", srv.policy)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func (s *server) askedFor(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range s.asked {
		if strings.Contains(path, name) {
			return true
		}
	}
	return false
}

// browser starts Chromium with a profile of its own.
func browser(t *testing.T, width, height int) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		missing(t, "no Chromium here")
	}
	needPackages(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.WindowSize(width, height),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true),
	)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	return ctx
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for i, step := range steps {
		if err := chromedp.Do(ctx, step); err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

func read[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// await waits until a JavaScript expression holds.
func await(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression)); err != nil {
		t.Fatalf("wait for %s: %v", expression, err)
	}
}

const (
	input  = `document.getElementById("search-input-desktop")`
	first  = `document.querySelector("#search-desktop .search-result")`
	status = `document.querySelector("#search-desktop .search-status").textContent`
)

func TestSearchInBrowser(t *testing.T) {
	srv := serve(t, build(t, themes(t), searched))
	ctx := browser(t, 1280, 900)
	do(t, ctx, chromedp.Navigate(srv.URL+"/lock/"))
	await(t, ctx, `document.readyState === "complete"`)
	if srv.askedFor("index.json") || srv.askedFor("js/search") {
		t.Error("search is loaded before anyone looks at it")
	}
	do(t, ctx, chromedp.KeyEvent("/"), chromedp.KeyEvent("queueAction"))
	await(t, ctx, first+`?.dataset.objectId === "/queue/:1:0"`)
	if name := read[string](t, ctx, first+`.querySelector(".search-result-name").textContent`); name != "入队" {
		t.Errorf("the first result is named %q", name)
	}
	do(t, ctx, chromedp.KeyEvent(kb.ArrowDown))
	if active := read[string](t, ctx, input+`.getAttribute("aria-activedescendant")`); active != "search-results-desktop-0" {
		t.Errorf("after an arrow %q is active", active)
	}
	do(t, ctx, chromedp.KeyEvent(kb.Enter), chromedp.WaitReady(chromedp.CSS("#入队")))
	if at := read[string](t, ctx, `decodeURI(location.pathname + location.hash)`); at != "/queue/#入队" {
		t.Errorf("Enter leads to %s", at)
	}
}

// Whatever a page's text says, the list of results shows it as text.
func TestSearchShowsTextAsText(t *testing.T) {
	ctx := browser(t, 1280, 900)
	do(t, ctx, chromedp.Navigate(serve(t, build(t, themes(t), searched)).URL+"/lock/"))
	do(t, ctx, chromedp.KeyEvent("k", chromedp.KeyModifiers(kb.ModifierCtrl)), chromedp.KeyEvent("锁"))
	await(t, ctx, status+` === "3 条结果"`)
	if n := read[int](t, ctx, `document.querySelectorAll(".search-results img").length`); n != 0 {
		t.Error("text of the index became markup")
	}
	if !read[bool](t, ctx, `document.querySelector(".search-results").textContent.includes("<img src=x")`) {
		t.Error("the text is not shown")
	}
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	if read[bool](t, ctx, first+" !== null || "+input+`.getAttribute("aria-expanded") === "true"`) {
		t.Error("Esc leaves the list open")
	}
}

func TestSearchWithoutIndex(t *testing.T) {
	s := build(t, themes(t), searched)
	if err := os.Remove(filepath.Join(s.dir, "index.json")); err != nil {
		t.Fatal(err)
	}
	ctx := browser(t, 1280, 900)
	do(t, ctx, chromedp.Navigate(serve(t, s).URL+"/lock/"), chromedp.KeyEvent("/"), chromedp.KeyEvent("锁"))
	await(t, ctx, status+`.includes("/index.json: 404")`)
}

// The open list has no barriers that axe knows of, in both colour schemes, on any screen.
func TestSearchHasNoBarriers(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join(themes(t), "loveit", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		missing(t, "axe-core is not installed: npm ci --prefix themes/loveit")
	}
	url := serve(t, build(t, themes(t), searched)).URL
	ctx := browser(t, 1280, 900)
	for _, width := range []int64{320, 390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			do(t, ctx, chromedp.EmulateViewport(width, 800), chromedp.Navigate(url+"/lock/"))
			read[bool](t, ctx, `document.body.setAttribute("theme", "`+scheme+`"), true`)
			do(t, ctx, chromedp.KeyEvent("/"), chromedp.KeyEvent("锁"))
			await(t, ctx, `document.querySelectorAll(".search-result").length === 3`)
			do(t, ctx, chromedp.KeyEvent(kb.ArrowDown))
			read[bool](t, ctx, string(axe)+`; true`)
			found, err := chromedp.Run(ctx, chromedp.Evaluate[string](
				`axe.run().then(r => r.violations.map(v => v.id + " " + v.nodes.map(n => n.target + ": " + n.failureSummary).join("; ")).join("\n"))`,
				chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			if found != "" {
				t.Errorf("%d px, %s: %s", width, scheme, found)
			}
			if wide := read[int](t, ctx, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
				t.Errorf("%d px, %s: the page is %d px too wide", width, scheme, wide)
			}
		}
	}
}
