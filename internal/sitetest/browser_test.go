package sitetest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// policy is the content security policy that the theme promises to work under.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; report-uri /csp-report"

// patience is how long one step in the browser may take on a busy machine.
const patience = 30 * time.Second

// browser is a running Chromium and the site served on the loopback interface.
type browser struct {
	ctx context.Context
	url string // of the site, without the last slash

	mu      sync.Mutex
	reports []string // guarded by mu: violations of the policy, as the browser posts them
}

// startBrowser skips the test where there is no Chromium; on the build server that would hide too much, so that it fails.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no chromium; make tools installs it")
		}
		t.Skip("no chromium: run make tools as root, or install it")
	}
	b := &browser{}
	server := httptest.NewServer(b.handler())
	t.Cleanup(server.Close)
	b.url = server.URL

	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	t.Cleanup(func() { stop(); stopAllocator() })
	if err := chromedp.Do(ctx); err != nil { // the first call's context is the browser's life: no time limit here
		t.Fatalf("start chromium: %v", err)
	}
	b.ctx = ctx
	return b
}

func (b *browser) handler() http.Handler {
	files := http.FileServer(http.Dir(public))
	mux := http.NewServeMux()
	mux.HandleFunc("POST /csp-report", func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.reports = append(b.reports, string(body))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		files.ServeHTTP(w, r)
	})
	return mux
}

// tab is one page of the browser with storage of its own.
type tab struct {
	t   *testing.T
	b   *browser
	ctx context.Context

	mu     sync.Mutex
	errors []string // guarded by mu: what the console shows as an error, and exceptions that nothing caught
}

// newTab opens a tab. When the test ends, anything in its console fails it: errors, exceptions and what the policy blocked.
func (b *browser) newTab(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	tb := &tab{t: t, b: b, ctx: ctx}
	if err := chromedp.Listen(ctx, tb.listen); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	t.Cleanup(func() {
		cancel()
		tb.mu.Lock()
		defer tb.mu.Unlock()
		for _, e := range tb.errors {
			t.Errorf("console: %s", e)
		}
	})
	return tb
}

func (tb *tab) listen(event any) {
	message := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			message = fmt.Sprintf("%s: %s (%s)", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		message = e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			message += " " + thrown.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			message = fmt.Sprintf("console.error at %v", e.StackTrace)
		}
	}
	if message != "" {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		tb.errors = append(tb.errors, message)
	}
}

// do runs steps one after the other, each with its own patience.
func (tb *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	for i, step := range steps {
		ctx, cancel := context.WithTimeout(tb.ctx, patience)
		err := chromedp.Do(ctx, step)
		cancel()
		if err != nil {
			tb.t.Fatalf("step %d: %v", i+1, err)
		}
	}
}

// follow runs a step that leads to another page, and waits until that has loaded.
func (tb *tab) follow(step chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, patience)
	defer cancel()
	first := func(page.EventLoadEventFired) bool { return true }
	if _, err := chromedp.Run(ctx, chromedp.WaitEvent(page.LoadEventFired, first, step)); err != nil {
		tb.t.Fatalf("follow: %v", err)
	}
}

// open goes to a path of the site.
func (tb *tab) open(path string) {
	tb.t.Helper()
	tb.do(chromedp.Navigate(tb.b.url + path))
}

// size sets the window's size in CSS pixels.
func (tb *tab) size(width, height int64) {
	tb.t.Helper()
	tb.do(chromedp.EmulateViewport(width, height))
}

// scheme makes the system prefer light or dark.
func (tb *tab) scheme(name string) {
	tb.t.Helper()
	params := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
	}
	if _, err := chromedp.Call(tb.ctx, emulation.SetEmulatedMedia, params); err != nil {
		tb.t.Fatal(err)
	}
}

// eval gives the value of a JavaScript expression in the page, waiting for it where it is a promise.
func eval[T any](tb *tab, expression string) T {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.t.Fatalf("%.60s: %v", expression, err)
	}
	return value
}

// wait waits until a JavaScript expression is true.
func (tb *tab) wait(expression string) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(patience))); err != nil {
		tb.t.Fatalf("wait for %s: %v", expression, err)
	}
}
