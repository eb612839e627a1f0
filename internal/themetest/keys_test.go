package themetest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// keys are settings that LoveIt reads in more than one form or place, each in a site of its own: what it shows and hides.
var keys = []struct {
	name, config, front string
	files               map[string]string
	page, shows, hides  string
}{
	{name: "a boolean in front matter where the site says nothing", front: "toc: false\ncomment: false\nmath: true\nshare: false\nseo: false\nlibrary: false\n",
		page: "posts/a/index.html", shows: "<math", hides: `id="toc-`},
	{name: "a boolean of the site", config: "[params.page]\ntoc = false\nmath = true\ncode = true\nmapbox = false\n",
		page: "posts/a/index.html", shows: "<math", hides: `id="toc-`},
	{name: "one setting of the contents leaves them on", front: "toc: {auto: false}\n", page: "posts/a/index.html", shows: `id="toc-auto" aria`},
	{name: "comments without a provider have no button", config: "[params.page.comment]\nenable = true\n", page: "posts/a/index.html", shows: `href="#main"`, hides: "#comments"},
	{name: "hidden from the home page by default", config: "[params.page]\nhiddenFromHomePage = true\n", page: "index.html", shows: ">Shown<", hides: ">Page A<"},
	{name: "and by its older name", config: "[params.home.posts]\ndefaultHiddenFromHomePage = true\n", page: "index.html", shows: ">Shown<", hides: ">Page A<"},
	{name: "hidden from search, for language models too", config: "[params.page]\nhiddenFromSearch = true\n", page: "llms.txt", shows: "# Notes", hides: "posts/a"},
	{name: "a title for cards of links", config: "[params]\ntitle = \"Card\"\n", page: "index.html", shows: `property="og:title" content="Card"`},
	{name: "and for those of pages", config: "[params]\ntitle = \"Card\"\n", page: "posts/a/index.html", shows: `property="og:site_name" content="Card"`},
	{name: "one image, not a list", config: "[params]\nimages = \"/one.png\"\n", page: "posts/a/index.html", shows: `content="https://example.org/one.png"`},
	{name: "HTML in the profile's title", config: "[params.home.profile]\nenable = true\ntitle = \"<b>Own</b>\"\n", page: "index.html", shows: "<b>Own</b></h1>"},
	{name: "a gallery by force", config: "[params.page]\nlightgallery = \"force\"\n", page: "posts/a/index.html", shows: `<a class="image-link"`},
	{name: "addresses of copies in LoveIt's place and form, with fingerprints", config: "[params]\nfingerprint = \"sha256\"\n[params.cdn]\ndata = \"own.yml\"\n[params.page.library.js]\na = \"js/a.js\"\n",
		files: map[string]string{"assets/js/a.js": "1", "assets/data/cdn/own.yml": "prefix:\n  libFiles: https://cdn.example/npm/\nlibFiles:\n  js/a.js: a@1/a.js\n"},
		page:  "posts/a/index.html", shows: `src="https://cdn.example/npm/a@1/a.js"`},
}

func TestKeysInEveryForm(t *testing.T) {
	for _, key := range keys {
		t.Run(key.name, func(t *testing.T) {
			files := map[string]string{
				"hugo.toml":              "baseURL = \"https://example.org/\"\ntitle = \"Notes\"\ntheme = \"loveit\"\ndefaultContentLanguage = \"en\"\n[outputs]\nhome = [\"html\", \"llms\"]\n" + key.config,
				"content/posts/a.md":     "---\ntitle: Page A\n" + key.front + "---\n## one\n\n![alt](/a.png)\n\n$x$\n\n## two\n",
				"content/posts/shown.md": "---\ntitle: Shown\nhiddenFromHomePage: false\n---\n",
			}
			for name, text := range key.files {
				files[name] = text
			}
			src := scratch(t, files).read(t, key.page)
			if !strings.Contains(src, key.shows) {
				t.Errorf("%s has no %s", key.page, key.shows)
			}
			if key.hides != "" && strings.Contains(src, key.hides) {
				t.Errorf("%s has %s", key.page, key.hides)
			}
		})
	}
}

// A site in one language of which the theme has no words gets English ones, or a warning that says what to do; never silence.
func TestOtherLanguagesHaveWords(t *testing.T) {
	for lang, want := range map[string]string{"tr": "Skip to content", "en-us": "Skip to content", "zh": "跳到正文", "zh-hant": "跳到正文", "de-at": ""} {
		config := strings.Replace(bareConfig, `defaultContentLanguage = "en"`, `defaultContentLanguage = "`+lang+`"`, 1)
		built := scratch(t, map[string]string{"hugo.toml": config, "content/posts/a.md": "---\ntitle: a\n---\n"})
		if want != "" && (!strings.Contains(built.read(t, "index.html"), want) || built.log != "") {
			t.Errorf("%s: not %q, or a warning: %s", lang, want, built.log)
		}
		if want == "" && strings.Count(built.log, `no words in the language "`+lang+`"`) != 1 {
			t.Errorf("%s: not one warning: %q", lang, built.log)
		}
	}
}

// The theme alone, as git has it, builds its example, with one warning that says what to do for the rest.
func TestExampleWithoutPackages(t *testing.T) {
	themes, out := t.TempDir(), t.TempDir()
	testsite.CopyTheme(t, themes)
	log, err := testsite.Build(filepath.Join(theme, "exampleSite"), themes, out)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(log, "WARN") != 1 || !strings.Contains(log, "npm ci --prefix themes/loveit") {
		t.Errorf("not one warning that names the remedy:\n%s", log)
	}
	page := testsite.Read(t, filepath.Join(out, "public"), "diagram/index.html")
	if !strings.Contains(page, "sequenceDiagram") || strings.Contains(page, "search-input") {
		t.Error("no text of a diagram, or a search box without an engine")
	}
}
