package sitetest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// browser is a running Chromium and the site served on the loopback interface under the theme's policy.
type browser struct {
	ctx  context.Context
	host *testsite.Host
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	return &browser{ctx: chromium.Start(t), host: testsite.Serve(t, public, nil)}
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
	tb.Do(chromedp.Navigate(tb.b.host.URL + path))
}

// scheme makes the system prefer light or dark.
func (tb *tab) scheme(name string) {
	tb.T.Helper()
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: name})
}
