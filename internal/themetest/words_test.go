package themetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

var (
	translated = regexp.MustCompile(`\bT "(\w+)"`)
	composed   = regexp.MustCompile(`\bT \(print "(\w+_)"`)
	latin      = regexp.MustCompile(`[A-Za-z]{2}`)
	field      = regexp.MustCompile(`\{\{ \.\w+ \}\}`)
)

// words reads one language's file.
func words(t *testing.T, lang string) map[string]string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(theme, "i18n", lang+".toml"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	if err := toml.Unmarshal(src, &found); err != nil {
		t.Fatalf("%s.toml: %v", lang, err)
	}
	return found
}

// Every complete language has the same words, with the same fields in them.
func TestLanguagesAreComplete(t *testing.T) {
	all := words(t, "zh-cn")
	for _, lang := range []string{"zh-tw", "en"} {
		own := words(t, lang)
		for key, word := range all {
			if own[key] == "" {
				t.Errorf("%s.toml: no %s", lang, key)
			} else if got, want := fields(own[key]), fields(word); !slices.Equal(got, want) {
				t.Errorf("%s.toml: %s has the fields %v, zh-cn has %v", lang, key, got, want)
			}
		}
		for key := range own {
			if lang == "en" && own[key] == all[key] && latin.MatchString(all[key]) {
				t.Errorf("zh-cn.toml: %s is in English: %q", key, all[key])
			}
			if _, ok := all[key]; !ok {
				t.Errorf("zh-cn.toml: no %s, which %s has", key, lang)
			}
		}
	}
}

// Every word that a template asks for is there, and every word is asked for.
func TestWordsAreThoseAskedFor(t *testing.T) {
	all := words(t, "zh-cn")
	unused := map[string]bool{}
	for key := range all {
		unused[key] = true
	}
	for path, src := range layouts(t) {
		for _, m := range translated.FindAllStringSubmatch(src, -1) {
			delete(unused, m[1])
			if _, ok := all[m[1]]; !ok {
				t.Errorf("%s: no word %q in i18n", path, m[1])
			}
		}
		for _, m := range composed.FindAllStringSubmatch(src, -1) {
			for key := range all {
				if strings.HasPrefix(key, m[1]) {
					delete(unused, key)
				}
			}
		}
	}
	for key := range unused {
		t.Errorf("zh-cn.toml: no template asks for %s", key)
	}
}

func fields(word string) []string {
	found := field.FindAllString(word, -1)
	slices.Sort(found)
	return found
}

// layouts reads all templates of the theme, by their path below it.
func layouts(t *testing.T) map[string]string {
	t.Helper()
	return files(t, "layouts", ".html")
}

// files reads the files of a kind below a folder of the theme.
func files(t *testing.T, dir, ext string) map[string]string {
	t.Helper()
	found := map[string]string{}
	root := os.DirFS(theme)
	err := fs.WalkDir(root, dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		src, err := fs.ReadFile(root, path)
		found[path] = string(src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatalf("no %s file in %s", ext, dir)
	}
	return found
}
