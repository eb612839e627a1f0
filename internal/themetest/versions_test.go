package themetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

const bareConfig = "baseURL = \"https://example.org/\"\ntitle = \"Notes\"\ntheme = \"loveit\"\ndefaultContentLanguage = \"en\"\n[markup.highlight]\nnoClasses = false\n"

// versionsPage has a comparison, and two versions of one symbol in a group, as srcblog writes them.
var versionsPage = map[string]string{
	"hugo.toml": bareConfig,
	"content/posts/a.md": "---\ntitle: a\n---\n## h\n\n```snip {#changed diff=\"v1\"}\n```\n\ntext\n\n" +
		"```snip {#one group=\"g\"}\n```\n```snip {#two group=\"g\"}\n```\n",
	"assets/srcblog/content/posts/a.md.json": `{"schema": "srcblog.page/1", "versions": [], "stale": 1, "links": {}, "snippets": {
	"changed": {"lang": "go", "verdict": "stale", "since": "v1", "notes": [], "parts": [{"symbol": "F", "file": "f.go", "label": "lib", "version": "v2", "first": 10, "last": 16,
		"old": {"symbol": "F", "file": "f.go", "version": "v1", "href": "https://example.org/v1", "first": 1, "last": 5},
		"chunks": [{"kind": "lines", "count": 3, "first": 10, "last": 11, "html": ` +
		`"<span class=\"line\" id=\"changed-L10\" data-n=\"10\" data-o=\"1\">func F() {</span>\n<span class=\"line del\" id=\"changed-oL2\" data-n=\"2\">\told()</span>\n<span class=\"line add\" id=\"changed-L11\" data-n=\"11\">\tnew()</span>\n"},
		{"kind": "gap", "count": 4, "first": 12, "last": 15, "was": {"count": 2, "first": 3, "last": 4}},
		{"kind": "lines", "count": 1, "first": 16, "last": 16, "html": "<span class=\"line\" id=\"changed-L16\" data-n=\"16\" data-o=\"5\">}</span>\n"}]}]},
	"one": {"lang": "go", "title": "F", "group": "g", "verdict": "fresh", "notes": [], "parts": [{"symbol": "F", "file": "f.go", "label": "lib", "version": "v1", "first": 1, "last": 1,
		"chunks": [{"kind": "lines", "count": 1, "first": 1, "last": 1, "html": "<span class=\"line\" id=\"one-L1\" data-n=\"1\">func F()</span>\n"}]}]},
	"two": {"lang": "go", "title": "F", "group": "g", "verdict": "fresh", "notes": [], "parts": [{"symbol": "F", "file": "f.go", "label": "lib", "version": "v2", "first": 1, "last": 1,
		"chunks": [{"kind": "lines", "count": 1, "first": 1, "last": 1, "html": "<span class=\"line\" id=\"two-L1\" data-n=\"1\">func F()</span>\n"}]}]}
	}}`,
}

// visible gives the visible lines of the comparison, each behind its number and sign as the sheet draws them, and its visible
// gaps. Of a line that is counted no number is known.
const visible = `[...document.querySelectorAll("#snip-changed .line, #snip-changed .snippet-gap")].filter(e => e.checkVisibility())
	.map(e => (e.matches(".line") ? getComputedStyle(e, "::before").content.split(" / ")[0].replace(/^counter.*|["\u200a]/g, "") : "") + e.textContent.trim())`

// A comparison shows both versions or one of them, with that one's line numbers; it needs no script, and the mark of code
// that changed after its review stays. Versions in a group are tabs that say which they are.
func TestVersionsInThePage(t *testing.T) {
	testsite.NeedPackages(t, "axe-core")
	host, browser := scratch(t, versionsPage).serve(t), chromium.Start(t)
	for _, script := range []bool{true, false} {
		t.Run(fmt.Sprint("script ", script), func(t *testing.T) {
			tb := chromium.NewTab(t, browser)
			if !script {
				if _, err := chromedp.Call(tb.Ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
					t.Fatal(err)
				}
			}
			tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
			for _, view := range []struct {
				name string
				want []string
			}{
				{"both", []string{"10func F() {", "2−old()", "11+new()", "4 lines left out", "16}"}},
				{"old", []string{"1func F() {", "2old()", "2 lines left out", "5}"}},
				{"new", []string{"10func F() {", "11new()", "4 lines left out", "16}"}},
			} {
				tb.Do(chromedp.Click(chromedp.CSS(fmt.Sprintf(`#snip-changed [value="%s"]`, view.name))))
				if got := chromium.Eval[[]string](tb, visible); !slices.Equal(got, view.want) {
					t.Errorf("%s: %q, want %q", view.name, got, view.want)
				}
			}
			if !chromium.Eval[bool](tb, `document.querySelector("#snip-changed .snippet-state").checkVisibility()`) {
				t.Error("the mark of a stale snippet is gone")
			}
			if script {
				checkTabs(t, tb)
			} else if n := chromium.Eval[int](tb, `[...document.querySelectorAll("#snip-one, #snip-two")].filter(e => e.checkVisibility()).length`); n != 2 {
				t.Errorf("%d of two versions are shown without script", n)
			}
		})
	}
}

func checkTabs(t *testing.T, tb *chromium.Tab) {
	t.Helper()
	if got := chromium.Eval[[]string](tb, `[...document.querySelectorAll("[role=tab]")].map(e => e.textContent)`); !slices.Equal(got, []string{"v1", "v2"}) {
		t.Errorf("tabs %q, want the versions", got)
	}
	for _, scheme := range []string{"light", "dark"} {
		tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme})
		for _, width := range []int64{1280, 390} {
			tb.Size(width, 900)
			testsite.CheckBarriers(tb, fmt.Sprintf("versions, %s, %d", scheme, width))
		}
	}
}
