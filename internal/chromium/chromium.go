// Package chromium drives a real Chromium for tests: one browser a test, tabs with storage of their own, and a console
// that fails the test when it shows anything wrong.
package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Patience is how long one step in the browser may take on a busy machine.
const Patience = 2 * time.Minute

// Missing skips a test for want of a tool; on the build server, which has them all, that would hide too much, so that it
// fails there.
func Missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// Start gives the context of a running Chromium, which ends with the test.
func Start(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		Missing(t, "no chromium: run make tools as root, or install it")
	}
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
	return ctx
}

// Tab is one page of the browser with storage of its own. It is for the test's goroutine alone.
type Tab struct {
	T   *testing.T
	Ctx context.Context

	mu       sync.Mutex
	errors   []string // guarded by mu: what the console warns of or calls an error, and exceptions that nothing caught
	expected []string // guarded by mu: parts of messages that the test wants
}

// NewTab opens a tab. When the test ends, anything wrong in its console fails it: errors, warnings, exceptions and what the
// page's policy blocked.
func NewTab(t *testing.T, browser context.Context) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	tab := &Tab{T: t, Ctx: ctx}
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	t.Cleanup(func() {
		cancel()
		tab.mu.Lock()
		defer tab.mu.Unlock()
		for _, e := range tab.errors {
			if !slices.ContainsFunc(tab.expected, func(part string) bool { return strings.Contains(e, part) }) {
				t.Errorf("console: %s", e)
			}
		}
	})
	return tab
}

// Expect lets messages of the console pass that have this part: the test causes them.
func (tab *Tab) Expect(part string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.expected = append(tab.expected, part)
}

func (tab *Tab) listen(event any) {
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
		tab.mu.Lock()
		defer tab.mu.Unlock()
		tab.errors = append(tab.errors, message)
	}
}

// Do runs steps one after the other, each with its own Patience.
func (tab *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	tab.T.Helper()
	for i, step := range steps {
		ctx, cancel := context.WithTimeout(tab.Ctx, Patience)
		err := chromedp.Do(ctx, step)
		cancel()
		if err != nil {
			tab.T.Fatalf("step %d: %v", i+1, err)
		}
	}
}

// Follow runs a step that leads to another page, and waits until that has loaded.
func (tab *Tab) Follow(step chromedp.Action[chromedp.Void]) {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Ctx, Patience)
	defer cancel()
	first := func(page.EventLoadEventFired) bool { return true }
	if _, err := chromedp.Run(ctx, chromedp.WaitEvent(page.LoadEventFired, first, step)); err != nil {
		tab.T.Fatalf("follow: %v", err)
	}
}

// Size sets the window's size in CSS pixels.
func (tab *Tab) Size(width, height int64) {
	tab.T.Helper()
	tab.Do(chromedp.EmulateViewport(width, height))
}

// Prefers sets media features of the system, such as prefers-color-scheme.
func (tab *Tab) Prefers(features ...*emulation.MediaFeature) {
	tab.T.Helper()
	if _, err := chromedp.Call(tab.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		tab.T.Fatal(err)
	}
}

// Wait waits until a JavaScript expression is true.
func (tab *Tab) Wait(expression string) {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Ctx, Patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(Patience))); err != nil {
		tab.T.Fatalf("wait for %s: %v", expression, err)
	}
}

// Eval gives the value of a JavaScript expression in the page, waiting for it where it is a promise.
func Eval[T any](tab *Tab, expression string) T {
	tab.T.Helper()
	ctx, cancel := context.WithTimeout(tab.Ctx, Patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.T.Fatalf("%.60s: %v", expression, err)
	}
	return value
}
