package sitetest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
)

// policy is the content security policy that the theme promises to work under.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; report-uri /csp-report"

// browser is a running Chromium and the site served on the loopback interface.
type browser struct {
	ctx context.Context
	url string // of the site, without the last slash

	mu      sync.Mutex
	reports []string // guarded by mu: violations of the policy, as the browser posts them
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	b := &browser{ctx: chromium.Start(t)}
	server := httptest.NewServer(b.handler())
	t.Cleanup(server.Close)
	b.url = server.URL
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

// tab is a tab that knows the site.
type tab struct {
	*chromium.Tab
	b *browser
}

func (b *browser) newTab(t *testing.T) *tab {
	t.Helper()
	return &tab{Tab: chromium.NewTab(t, b.ctx), b: b}
}

// open goes to a path of the site.
func (tb *tab) open(path string) {
	tb.T.Helper()
	tb.Do(chromedp.Navigate(tb.b.url + path))
}

// scheme makes the system prefer light or dark.
func (tb *tab) scheme(name string) {
	tb.T.Helper()
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: name})
}
