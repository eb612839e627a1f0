package themetest

import (
	"os"
	"strings"
	"testing"
)

// A site that was made for LoveIt, with LoveIt's keys where LoveIt reads them, needs no other theme's name and no change: it builds
// without a warning, Markdown output included.
func TestLoveItSite(t *testing.T) {
	config, err := os.ReadFile("testdata/loveit.toml")
	if err != nil {
		t.Fatal(err)
	}
	built := scratch(t, map[string]string{
		"hugo.toml":               string(config),
		"assets/css/_custom.scss": ".own { color: red; .inner { color: blue; } }\n",
		"content/about/index.md":  "---\ntitle: 关于\n---\n关于\n",
		"content/posts/first.md": "---\ntitle: 第一篇\ndate: 2024-01-01T00:00:00+08:00\ntags: [Hugo]\ncategories: [文档]\nlightgallery: true\n" +
			"math: {enable: true}\ntoc: {auto: false}\n---\n摘要\n<!--more-->\n## 一\n\n## 二\n\n{{< admonition tip 标题 false >}}\n正文\n{{< /admonition >}}\n\n" +
			"{{< music auto=\"https://music.163.com/#/playlist?id=60198\" >}}\n\n{{< bilibili id=BV1TJ411C7An p=3 >}}\n\n" +
			"{{< typeit tag=h4 >}}\n打字\n{{< /typeit >}}\n\n{{< mapbox 121.485 31.233 12 >}}\n\n{{< image src=\"/a.jpg\" caption=\"图\" src_s=\"/a-s.jpg\" >}}\n\n" +
			"$$ x^2 $$\n\n\\\\[ y \\\\]\n\n[字]^(zì) [2]/[3] :(fas fa-camera-retro): <i class=\"fas fa-heart\"></i>\n",
	})
	if built.log != "" {
		t.Errorf("warnings:\n%s", built.log)
	}
	for name, parts := range map[string][]string{
		"index.html":       {"第一篇", `class="home-profile"`, `title="星" target="_blank" rel="external noopener"><svg class="icon fa-icon"`, `rel="alternate"`},
		"first/index.html": {`</svg> <svg class="icon fa-icon"`, `<math xmlns`, `<ruby>字`, `id="toc-static"`, "<h4"},
		"first/index.md":   {"[字]^(zì)"},
		"index.json":       {`"uri":"/first/"`},
	} {
		src := built.read(t, name)
		for _, part := range parts {
			if !strings.Contains(src, part) {
				t.Errorf("%s: no %s", name, part)
			}
		}
	}
}
