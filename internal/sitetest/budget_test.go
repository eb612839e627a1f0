package sitetest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// Budgets of the theme's design for what a page loads by itself, in bytes as gzip sends them.
const (
	maxPage     = 60 << 10
	maxScripts  = 8 << 10
	maxSheets   = 14 << 10
	maxRequests = 8
)

// heavier lists the pages that are over the budget for now, by a part of their address, with the weight that they may not
// exceed: the article with 800 lines of code, whose table of symbols alone weighs 17 KB. Lower it, never raise it.
var heavier = map[string]int{"整体流程": 86 << 10}

// testBudgets opens every page of the site once, as a reader does, and adds up what it asked for.
func testBudgets(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.Size(1280, 900)
	for _, page := range sitePages(t) {
		tb.open(page)
		tb.Wait(`document.readyState === "complete"`)
		html := packedFile(t, page)
		total, scripts, sheets := html, 0, 0
		asked := chromium.Eval[[]string](tb.Tab, `performance.getEntriesByType("resource").map(e => decodeURIComponent(new URL(e.name).pathname))`)
		for _, name := range asked {
			size := packedFile(t, name)
			total += size
			switch path.Ext(name) {
			case ".js":
				scripts += size
			case ".css":
				sheets += size
			}
		}
		t.Logf("%6d bytes (HTML %d, scripts %d, sheets %d) in %d requests: %s", total, html, scripts, sheets, len(asked)+1, page)
		limit := maxPage
		for part, most := range heavier {
			if strings.Contains(page, part) {
				limit = most
			}
		}
		if total > limit || scripts > maxScripts || sheets > maxSheets || len(asked)+1 > maxRequests {
			t.Errorf("%s is over a budget: %d bytes of %d, scripts %d of %d, sheets %d of %d, %d requests of %d: %q",
				page, total, limit, scripts, maxScripts, sheets, maxSheets, len(asked)+1, maxRequests, asked)
		}
	}
}

// sitePages are the addresses of the site's pages, without those that only lead on to others.
func sitePages(t *testing.T) []string {
	t.Helper()
	var pages []string
	walk(t, public, ".html", func(name string, data []byte) {
		if strings.Contains(string(data), `http-equiv="refresh"`) {
			return
		}
		pages = append(pages, "/"+strings.TrimSuffix(filepath.ToSlash(name), "index.html"))
	})
	slices.Sort(pages)
	return pages
}

// packedFile is the size on the wire of what an address of the site leads to.
func packedFile(t *testing.T, address string) int {
	t.Helper()
	name := strings.TrimPrefix(address, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	return testsite.Packed(t, testsite.Read(t, public, name))
}
