package themetest

import (
	"context"
	"fmt"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long one step in the browser may take on a busy machine.
const patience = 40 * time.Second

// startBrowser gives the context of a running Chromium.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		missing(t, "no chromium: run make tools as root, or install it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	t.Cleanup(func() { stop(); stopAllocator() })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return ctx
}

// tab is one page of the browser with storage of its own. What its console shows as an error fails the test.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string // guarded by mu
}

func newTab(t *testing.T, browser context.Context) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	tb := &tab{t: t, ctx: ctx}
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
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			message = "console." + string(e.Type)
			for _, arg := range e.Args {
				message += " " + string(arg.Value) + arg.Description
			}
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

func (tb *tab) size(width, height int64) {
	tb.t.Helper()
	tb.do(chromedp.EmulateViewport(width, height))
}

// prefers sets a media feature of the system, such as prefers-color-scheme.
func (tb *tab) prefers(features ...*emulation.MediaFeature) {
	tb.t.Helper()
	if _, err := chromedp.Call(tb.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		tb.t.Fatal(err)
	}
}

// eval gives the value of a JavaScript expression, waiting for it where it is a promise.
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
