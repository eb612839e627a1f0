package testsite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
)

// Themes is the folder of the repository's themes, as a package of internal sees it.
const Themes = "../../themes"

// NeedPackages skips a test where npm packages of the theme are not installed.
func NeedPackages(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(Themes, "loveit", "node_modules", name)); err != nil {
			chromium.Missing(t, "no "+name+": npm ci --prefix themes/loveit")
		}
	}
}

// CheckBarriers fails the test for each barrier that axe finds in the page as it stands, and where something sticks out at
// the page's side. where names the page and how it is looked at.
func CheckBarriers(tab *chromium.Tab, where string) {
	tab.T.Helper()
	NeedPackages(tab.T, "axe-core")
	axe, err := os.ReadFile(filepath.Join(Themes, "loveit", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tab.T.Fatal(err)
	}
	chromium.Eval[chromedp.Void](tab, string(axe)+";void 0")
	for _, found := range chromium.Eval[[]string](tab, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations
		.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary).join(", ")))`) {
		tab.T.Errorf("%s: %s", where, found)
	}
	if wide := chromium.Eval[int](tab, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		tab.T.Errorf("%s: %d pixels too wide: %q", where, wide, chromium.Eval[[]string](tab, `[...document.querySelectorAll("body *")]
			.filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 4).map(e => e.tagName + "." + e.className)`))
	}
}
