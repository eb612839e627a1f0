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

// CopyTheme copies the theme into a folder of themes, without its npm packages.
func CopyTheme(t testing.TB, themes string) {
	t.Helper()
	from, to := filepath.Join(Themes, "loveit"), filepath.Join(themes, "loveit")
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		source, target := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		switch {
		case entry.Name() == "node_modules" || entry.Name() == ".build":
		case entry.IsDir():
			if err := os.CopyFS(target, os.DirFS(source)); err != nil {
				t.Fatal(err)
			}
		default:
			Write(t, to, map[string]string{entry.Name(): Read(t, from, entry.Name())})
		}
	}
}

// CheckBarriers fails the test for each barrier that axe finds in the page as it stands, and where something sticks out at
// the page's side. where names the page and how it is looked at. A target of 24 pixels that another one covers in part passes: whether
// it does hangs on where the page is scrolled to.
func CheckBarriers(tab *chromium.Tab, where string) {
	tab.T.Helper()
	NeedPackages(tab.T, "axe-core")
	axe, err := os.ReadFile(filepath.Join(Themes, "loveit", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tab.T.Fatal(err)
	}
	chromium.Eval[chromedp.Void](tab, string(axe)+";void 0")
	for _, found := range chromium.Eval[[]string](tab, `axe.run(document, {resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}).then(r => r.violations
		.map(v => ({...v, nodes: v.nodes.filter(n => !n.failureSummary.includes("partially obscured"))})).filter(v => v.nodes.length)
		.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary).join(", ")))`) {
		tab.T.Errorf("%s: %s", where, found)
	}
	CheckWidth(tab, where)
}

// CheckWidth fails the test where something sticks out at the page's side, so that the page scrolls sideways. The body is what it is
// measured against: a window's width has the scroll bar in it.
func CheckWidth(tab *chromium.Tab, where string) {
	tab.T.Helper()
	if wide := chromium.Eval[int](tab, `document.documentElement.scrollWidth - document.body.offsetWidth`); wide > 0 {
		tab.T.Errorf("%s: %d pixels too wide: %q", where, wide, chromium.Eval[[]string](tab, `[...document.querySelectorAll("body *")]
			.filter(e => e.getBoundingClientRect().right > document.body.offsetWidth + 1).slice(0, 4).map(e => e.tagName + "." + e.className)`))
	}
}

// CheckPhone fails the test for whatever sticks out at the side of a page in a window of 320 pixels: as it comes, with all of it laid out
// and every fold open, and with the menu open.
func CheckPhone(tab *chromium.Tab, address string) {
	tab.T.Helper()
	tab.Size(320, 640)
	tab.Do(chromedp.Navigate(address))
	CheckWidth(tab, address)
	chromium.Eval[chromedp.Void](tab, `for (const e of document.querySelectorAll("main, main *")) {
		if (getComputedStyle(e).contentVisibility === "auto") e.style.contentVisibility = "visible";
		if (e.tagName === "DETAILS") e.open = true;
	}; void 0`)
	CheckWidth(tab, address+", all folds open")
	for _, menu := range []string{".menu-mobile", ".languages"} {
		chromium.Eval[chromedp.Void](tab, `document.querySelectorAll("header details").forEach(e => { e.open = e.matches("`+menu+`") }); void 0`)
		CheckWidth(tab, address+", open: "+menu)
	}
}
