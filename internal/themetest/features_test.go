package themetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/srcblog/srcblog/internal/testsite"
)

// features are the ids of what the theme must offer.
const features = `
	cfg.core cfg.header cfg.menu cfg.footer cfg.section cfg.list cfg.app cfg.search cfg.home.profile
	cfg.home.posts cfg.social cfg.page.flags cfg.page.toc cfg.page.code cfg.page.math cfg.page.mapbox
	cfg.page.share cfg.page.comment cfg.page.library cfg.page.seo cfg.seo cfg.typeit cfg.verification
	cfg.analytics cfg.cookieconsent cfg.cdn cfg.compatibility cfg.css-override cfg.env front sc.admonition
	sc.mermaid sc.goat sc.echarts sc.mapbox sc.music sc.bilibili sc.image sc.link sc.style sc.script sc.typeit
	sc.person sc.version sc.raw sc.highlight sc.gist sc.hugo md.ruby md.fraction md.fontawesome md.escape md.checkbox
	md.code md.image md.link md.heading-mark tpl.home tpl.summary tpl.section tpl.term tpl.taxonomy tpl.post
	tpl.page tpl.404 tpl.pager out.index-json out.rss out.markdown out.sitemap out.robots seo.jsonld seo.og
	ui.theme-switch ui.responsive ui.animation ui.toc ui.lang ui.meta ui.lazy ui.gallery ui.highlight
	ui.fixed-buttons ui.search-box more.related more.series more.print more.card more.symbols more.versions`

var testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// The README says of every feature how it is used and which test looks at it; the test is there.
func TestEveryFeatureIsInTheReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(theme, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	rows := map[string][]string{}
	for line := range strings.Lines(string(readme)) {
		if cells := strings.Split(strings.TrimSpace(line), "|"); len(cells) == 5 {
			rows[strings.TrimSpace(cells[1])] = cells[2:4]
		}
	}
	for _, id := range strings.Fields(features) {
		row, ok := rows[id]
		if !ok || strings.TrimSpace(row[0]) == "" || strings.TrimSpace(row[1]) == "" {
			t.Errorf("README.md: %s has no row, or an empty cell", id)
			continue
		}
		for name := range strings.SplitSeq(row[1], ",") {
			if !slices.Contains(tests, strings.TrimSpace(name)) {
				t.Errorf("README.md: %s: no test %s", id, strings.TrimSpace(name))
			}
		}
	}
}

var named = regexp.MustCompile(`\bTest[A-Z]\w+`)

// Every test that the README names is there, as is every test of the theme's scripts.
func TestTheReadmeNamesTests(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(theme, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests, complaints := testNames(t), 0
	for line := range strings.Lines(string(readme)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || strings.Contains(line, "---") || !strings.Contains(line, "est") {
			continue
		}
		complaints++
		for _, name := range named.FindAllString(line, -1) {
			if !slices.Contains(tests, name) {
				t.Errorf("README.md: no test %s", name)
			}
		}
		for _, m := range regexp.MustCompile("`(test/[^`]+)`").FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat(filepath.Join(theme, m[1])); err != nil {
				t.Errorf("README.md: %v", err)
			}
		}
	}
	if complaints < 22 {
		t.Errorf("README.md: %d rows of complaints and betterments name tests", complaints)
	}
}

func testNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../*test/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(src), -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// shown is what a page of the example must have for each feature that needs no browser to be seen.
var shown = map[string][]string{
	"index.html": {
		`class="home-profile"`, `class="typeit home-subtitle"`, `src="/images/avatar.svg"`, "请勿当真", `data-home="posts"`, `class="single summary"`, `class="featured-image-preview" href="/gallery/"`,
		`https://example.social/@example`, `href="mailto:someone@example.org"`, `<svg class="icon fa-icon"`, `class="pagination"`, `href="/page/2/"`,
		"示例备案号", "CC BY 4.0", `name="google-site-verification" content="example"`, `property="og:title"`, `name="twitter:card"`, `rel="canonical"`,
	},
	"posts/index.html": {`class="group-title"`, `class="archive-item-date"`, `href="/posts/page/2/"`},
	"markdown/index.html": {
		"<ruby>拼<rp>(</rp><rt>pīn</rt>", "<sup>1</sup>/<sub>2</sub>", `<svg class="icon fa-icon"`, "<code>[a]^(b)</code>", ":emoji", `aria-label="任务"`,
		`<math xmlns`, `display="block"`, `class="post-series"`, `class="link-to-markdown"`, `class="post-share"`, `id="toc-auto"`, `id="toc-static"`,
		`data-n="8"`, `class="line hl"`, `href="/css/extras.`, "重写于", `class="single-subtitle"`, `property="og:image" content="https://example.org/images/site.png"`,
	},
	"shortcodes/index.html": {
		` h-card"`, `class="version version-changed"`, `<span class="raw">**`, `href="https://gist.github.com/spf13/7896402"`, `title="生成器"`,
		`<link rel="stylesheet" href="/css/style-`, `class="post-related"`, `data-n="2"`,
		`data-player="https://www.youtube-nocookie.com/embed/w7Ft2ymGmfc?autoplay=1&amp;start=30"`, `data-player="https://player.vimeo.com/video/146022717?`,
		`href="https://x.com/GoHugoIO/status/877500564405444608"`, `href="https://www.instagram.com/p/BWNjjyYFxVx/"`, `<strong>头像</strong> 由 <code>figure</code>`,
		`<a href="https://pkg.go.dev/fmt">文档</a></span>`, `<a href="https://pkg.go.dev/fmt">fmt</a></span>`,
	},
	"en/markdown/index.html": {`property="og:image" content="https://example.org/images/card_`, `content="summary_large_image"`},
	"markdown/index.md":      {"# Markdown 扩展\n", "[拼]^(pīn)", "```go"},
	"llms.txt":               {"(https://example.org/markdown/index.md)"},
	"robots.txt":             {"Sitemap: https://example.org/sitemap.xml"},
	"index.xml":              {"content:encoded"},
}

func TestFeaturesShow(t *testing.T) {
	built := demo(t)
	for name, parts := range shown {
		src := built.read(t, name)
		for _, part := range parts {
			if !strings.Contains(src, part) {
				t.Errorf("%s: no %s", name, part)
			}
		}
	}
	sheets, err := filepath.Glob(filepath.Join(built.dir, "css", "main*.css"))
	if err != nil || len(sheets) == 0 {
		t.Fatalf("no sheet: %v", err)
	}
	src := built.read(t, "css/"+filepath.Base(sheets[0]))
	for _, own := range []string{"--radius: .5rem", ".raw{"} {
		if !strings.Contains(src, own) {
			t.Errorf("the user's sheets: no %s", own)
		}
	}
}

// Every network and every target of shares has a name, an address and an icon that the packages have.
func TestNetworksHaveIcons(t *testing.T) {
	testsite.NeedPackages(t, "simple-icons", "@fortawesome/fontawesome-free")
	for file, least := range map[string]int{"social.toml": 84, "share.toml": 27} {
		src, err := os.ReadFile(filepath.Join(theme, "data", file))
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]struct {
			Title string
			Icon  struct{ Class, SimpleIcons string }
		}
		if err := toml.Unmarshal(src, &all); err != nil {
			t.Fatal(err)
		}
		if len(all) < least {
			t.Errorf("%s: %d entries, at least %d", file, len(all), least)
		}
		for key, one := range all {
			path := filepath.Join(theme, "node_modules/simple-icons/icons", one.Icon.SimpleIcons+".svg")
			if style, name, ok := strings.Cut(one.Icon.Class, " fa-"); ok {
				folder := map[string]string{"fas": "solid", "far": "regular", "fab": "brands"}[style]
				path = filepath.Join(theme, "node_modules/@fortawesome/fontawesome-free/svgs", folder, name+".svg")
			}
			if _, err := os.Stat(path); err != nil || one.Title == "" {
				t.Errorf("%s: %s has no name or no icon", file, key)
			}
		}
	}
}

// Lists show the preview of a post's image where it has one, the post itself its image; files of the page that are named so come first.
func TestFeaturedImages(t *testing.T) {
	pixel, err := os.ReadFile(filepath.Join(theme, "exampleSite/content/posts/gallery/featured.png"))
	if err != nil {
		t.Fatal(err)
	}
	built := scratch(t, map[string]string{
		"hugo.toml":                                      bareConfig,
		"content/posts/params.md":                        "---\ntitle: a\nfeaturedImage: /params.png\nfeaturedImagePreview: /preview.png\n---\n",
		"content/posts/files/index.md":                   "---\ntitle: b\nfeaturedImage: /lost.png\n---\n",
		"content/posts/files/featured-image-preview.png": string(pixel),
		"content/posts/files/featured-image.png":         string(pixel),
		"content/posts/named/index.md":                   "---\ntitle: c\nresources: [{name: featured-image, src: x.png}]\n---\n",
		"content/posts/named/x.png":                      string(pixel),
	})
	home := built.read(t, "index.html")
	for _, part := range []string{`src="/preview.png"`, `src="/posts/files/featured-image-preview.png"`, `src="/posts/named/x.png"`} {
		if !strings.Contains(home, part) {
			t.Errorf("the list has no %s", part)
		}
	}
	for page, image := range map[string]string{
		"params": `src="/params.png"`, "files": `src="/posts/files/featured-image.png"`, "named": `src="/posts/named/x.png"`,
	} {
		src := built.read(t, "posts/"+page+"/index.html")
		if !strings.Contains(src, image) || strings.Contains(src, "preview") || strings.Contains(src, "lost.png") {
			t.Errorf("%s: the image is not %s alone", page, image)
		}
	}
}

// A page without a date says none: not in lists, in feeds or to machines. LoveIt's index.json has the year 1 for it, and so has ours.
func TestUndatedPages(t *testing.T) {
	built := scratch(t, map[string]string{
		"hugo.toml":                bareConfig + "[outputs]\nhome = [\"html\", \"rss\"]\n",
		"content/posts/undated.md": "---\ntitle: a\n---\ntext\n",
		"content/posts/dated.md":   "---\ntitle: b\ndate: 2024-05-06\n---\ntext\n",
		"content/about/index.md":   "---\ntitle: c\n---\ntext\n",
	})
	for _, name := range []string{"posts/index.html", "posts/undated/index.html", "about/index.html", "index.html", "posts/index.xml"} {
		if src := built.read(t, name); strings.Contains(src, "0001") {
			t.Errorf("%s has the date that no date stands for", name)
		}
	}
	if list := built.read(t, "posts/index.html"); !strings.Contains(list, ">Undated<") || !strings.Contains(list, `datetime="2024-05-06"`) {
		t.Error("the archive lost a group or a date")
	}
	if src := built.read(t, "posts/dated/index.html"); !strings.Contains(src, `"datePublished":"2024-05-06T`) || !strings.Contains(src, `"dateModified":"2024-05-06T`) {
		t.Error("no dates for machines")
	}
}
