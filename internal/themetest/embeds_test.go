package themetest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// embedLibraries stand in for the libraries that a site's owner names: they keep what they are given and draw a word.
const embedLibraries = `window.seen = { charts: [], controls: [] };
window.echarts = { init(room, theme) {
	const chart = { theme, setOption(option) { this.option = option; room.textContent = "chart" }, resize() {}, dispose() { this.gone = true } };
	seen.charts.push(chart);
	return chart;
} };
const control = (name) => class { name = name };
window.maplibregl = {
	Map: class {
		constructor(options) { seen.map = options; options.container.textContent = "map" }
		addControl(control) { seen.controls.push(control.name) }
		setStyle(style) { seen.style = style }
	},
	Marker: class { setLngLat(at) { seen.marker = at; return this } addTo() {} },
	NavigationControl: control("navigation"), GeolocateControl: control("geolocate"), ScaleControl: control("scale"), FullscreenControl: control("fullscreen"),
};`

const embedPlayer = `customElements.define("meting-js", class extends HTMLElement { connectedCallback() { this.textContent = "player " + this.getAttribute("id") + this.getAttribute("list-folded") } });`

func embedded(t *testing.T) example {
	t.Helper()
	built := scratch(t, map[string]string{
		"hugo.toml": bareConfig + "[params.page]\necharts = { js = \"/lib.js\" }\nmusic = { js = [\"/first.js\", \"/player.js\"] }\n" +
			"mapbox = { js = \"/lib.js\", lightStyle = \"light\", darkStyle = \"dark\", geolocate = false }\n",
		"content/posts/a.md": "---\ntitle: a\n---\n" + strings.Repeat("text\n\n", 60) +
			"{{< echarts \"50%\" \"10rem\" >}}\ntitle: {text: bars}\n{{< /echarts >}}\n\n" +
			"{{< mapbox lng=121.5 lat=31.2 zoom=12 marked=false scale=false dark-style=\"own\" >}}\n\n" +
			"{{< music server=\"netease\" type=\"song\" id=\"1868553\" list-folded=true >}}\n",
	})
	testsite.Write(t, built.dir, map[string]string{"lib.js": embedLibraries, "first.js": "window.first = true", "player.js": embedPlayer})
	return built
}

// With the libraries that the owner named, charts, maps and players are drawn when they come into sight, from the settings of the site
// and the shortcode, and follow the page's scheme; what is there without script stays below them.
func TestEmbedsAreDrawnOnSight(t *testing.T) {
	host, tb := embedded(t).serve(t), chromium.NewTab(t, chromium.Start(t))
	tb.Size(1280, 700)
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "light"})
	tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
	if host.AskedFor("lib.js") || host.AskedFor("player.js") {
		t.Error("a library is asked for before anything of it is in sight")
	}
	chromium.Eval[chromedp.Void](tb, `document.querySelector(".embed-echarts").scrollIntoView(); void 0`)
	tb.Wait(`["chart", "map", "player 1868553true"].every((word) => [...document.querySelectorAll(".embed-room")].some((room) => room.textContent === word))`)
	for _, fact := range []string{
		`seen.charts.length === 1 && seen.charts[0].option.title.text === "bars" && seen.charts[0].theme === undefined`,
		`getComputedStyle(document.querySelector(".embed-echarts .embed-room")).height === "160px"`,
		`seen.map.style === "light" && seen.map.center.join() === "121.5,31.2" && seen.map.zoom === 12`,
		`seen.controls.join() === "navigation,fullscreen" && !seen.marker`,
		`window.first === true`,
		`document.querySelector(".embed-mapbox a").checkVisibility() && document.querySelector(".embed-music a").checkVisibility()`,
	} {
		if !chromium.Eval[bool](tb, fact) {
			t.Errorf("not so: %s: %s", fact, chromium.Eval[string](tb, `JSON.stringify({...seen, map: {...seen.map, container: 0}})`))
		}
	}
	testsite.CheckBarriers(tb, "embeds")
	tb.Prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	tb.Wait(`seen.charts.length === 2 && seen.charts[0].gone && seen.charts[1].theme === "dark" && seen.style === "own"`)
}

// Where a library can't be had, its place shows what it shows without script: the data, a link.
func TestEmbedsOutOfReach(t *testing.T) {
	built := embedded(t)
	page := strings.NewReplacer("/lib.js", "/lost.js", "/player.js", "/lost.js").Replace(built.read(t, "posts/a/index.html"))
	testsite.Write(t, built.dir, map[string]string{"posts/a/index.html": page})
	host, tb := built.serve(t), chromium.NewTab(t, chromium.Start(t))
	tb.Expect("lost.js") // the browser's own message
	tb.Size(1280, 700)
	tb.Do(chromedp.Navigate(host.URL + "/posts/a/"))
	chromium.Eval[chromedp.Void](tb, `document.querySelector(".embed-echarts").scrollIntoView(); void 0`)
	tb.Wait(`document.querySelector(".embed-echarts details").open`)
	if !chromium.Eval[bool](tb, `!document.querySelector(".embed-room") && [...document.querySelectorAll(".embed a, .embed pre")].every((e) => e.checkVisibility())`) {
		t.Error("an empty room, or no link and no data")
	}
}
