package themetest

import (
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"

	"github.com/srcblog/srcblog/internal/testsite"
)

var ogImage = regexp.MustCompile(`property="og:image" content="https://example.org/([^"]+)"`)

// A page without an image of its own has a card with its title, where a font can write it; a title that the built-in font
// lacks letters for has the site's image instead of empty boxes.
func TestCards(t *testing.T) {
	const config = "baseURL = \"https://example.org/\"\ntitle = \"Notes\"\ntheme = \"loveit\"\n[params]\nimages = [\"/site.png\"]\n[params.page.seo]\ncard = true\n"
	pages := map[string]string{
		"hugo.toml":           config,
		"content/posts/a.md":  "---\ntitle: How an informer works, from the first list to the last handler of all that were ever registered with it\n---\n",
		"content/posts/zh.md": "---\ntitle: 整体流程\n---\n",
	}
	built := scratch(t, pages)
	for page, card := range map[string]bool{"a": true, "zh": false} {
		found := ogImage.FindStringSubmatch(built.read(t, "posts/"+page+"/index.html"))
		if found == nil {
			t.Fatalf("%s: no og:image", page)
		}
		if !card {
			if found[1] != "site.png" {
				t.Errorf("%s: %s stands for it, want the site's image", page, found[1])
			}
			continue
		}
		checkCard(t, filepath.Join(built.dir, found[1]))
	}

	pages["hugo.toml"] = config + "cardFont = \"fonts/own.ttf\"\n"
	pages["assets/fonts/own.ttf"] = string(gobold.TTF)
	built = scratch(t, pages)
	found := ogImage.FindStringSubmatch(built.read(t, "posts/zh/index.html"))
	if found == nil || found[1] == "site.png" {
		t.Fatalf("with a font of its own: og:image %q", found)
	}
	checkCard(t, filepath.Join(built.dir, found[1]))

	delete(pages, "assets/fonts/own.ttf")
	site := t.TempDir()
	testsite.Write(t, site, pages)
	if log, err := testsite.Build(site, testsite.Themes, t.TempDir()); err == nil {
		t.Errorf("a font that is not there is no error: %s", log)
	}
}

// Where no font writes the title and the site names no image, the avatar stands for the page, small; where there is none either, the
// page has no image and the build says once what to do.
func TestNoCard(t *testing.T) {
	const config = "baseURL = \"https://example.org/\"\ntitle = \"Notes\"\ntheme = \"loveit\"\n[params.page.seo]\ncard = true\n"
	for avatar, want := range map[string]string{"/me.png": "me.png", "/me.svg": "", "": ""} {
		built := scratch(t, map[string]string{
			"hugo.toml":          config + "[params.home.profile]\navatarURL = \"" + avatar + "\"\n",
			"content/posts/a.md": "---\ntitle: 整体流程\n---\n",
			"content/posts/b.md": "---\ntitle: 再看一遍\n---\n",
		})
		page, got := built.read(t, "posts/a/index.html"), ""
		if found := ogImage.FindStringSubmatch(page); found != nil {
			got = found[1]
		}
		if got != want || !strings.Contains(page, `name="twitter:card" content="summary"`) {
			t.Errorf("avatar %q: og:image %q, want %q, and a small card", avatar, got, want)
		}
		if warned := strings.Count(built.log, "seo.cardFont"); warned != map[bool]int{true: 1, false: 0}[want == ""] {
			t.Errorf("avatar %q: %d warnings: %s", avatar, warned, built.log)
		}
	}
}

// checkCard wants a picture of the size that cards have, with text on both its lines' places and nothing at its right edge.
func checkCard(t *testing.T, name string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if size := picture.Bounds().Size(); size != image.Pt(1200, 630) {
		t.Errorf("%s: %v", name, size)
	}
	for what, area := range map[string]struct {
		bounds image.Rectangle
		inked  bool
	}{
		"the title":      {image.Rect(80, 130, 1150, 450), true},
		"the site":       {image.Rect(80, 490, 1150, 560), true},
		"the right edge": {image.Rect(1170, 0, 1200, 630), false},
	} {
		if got := hasInk(picture, area.bounds); got != area.inked {
			t.Errorf("%s: ink at %s: %v", name, what, got)
		}
	}
}

func hasInk(picture image.Image, area image.Rectangle) bool {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 3*0x8000 {
				return true
			}
		}
	}
	return false
}
