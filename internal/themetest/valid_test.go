package themetest

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// A validator finds nothing wrong with any page.
func TestHTMLIsValid(t *testing.T) {
	testsite.CheckHTML(t, demo(t).dir)
}

// Every link within the example leads to a file, and to an id in it.
func TestLinksLeadSomewhere(t *testing.T) {
	testsite.CheckLinks(t, demo(t).dir, "https://example.org/", "/music/")
}

var ldJSON = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

// The data for search engines is JSON with what schema.org's types need, and its dates are dates.
func TestLinkedDataIsValid(t *testing.T) {
	built := demo(t)
	for name, needed := range map[string][]string{
		"index.html":          {"@context", "@type", "name", "url"},
		"markdown/index.html": {"@context", "@type", "headline", "datePublished", "dateModified", "author", "publisher"},
		"gallery/index.html":  {"@type", "headline", "image"},
	} {
		found := ldJSON.FindStringSubmatch(built.read(t, name))
		if found == nil {
			t.Errorf("%s: no JSON-LD", name)
			continue
		}
		var data map[string]any
		if err := json.Unmarshal([]byte(found[1]), &data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if want := map[bool]string{true: "WebSite", false: "BlogPosting"}[name == "index.html"]; data["@type"] != want {
			t.Errorf("%s: JSON-LD of a %v, want %s", name, data["@type"], want)
		}
		for _, key := range needed {
			if data[key] == nil || data[key] == "" {
				t.Errorf("%s: JSON-LD without %s", name, key)
			}
		}
	}
}

// Feeds, sitemaps and indexes are well-formed, one set for each language.
func TestOutputsOfEachLanguage(t *testing.T) {
	built := demo(t)
	for _, dir := range []string{"", "en/", "fr/"} {
		for _, name := range []string{"index.xml", "sitemap.xml"} {
			if name == "sitemap.xml" && dir == "" {
				continue // of several languages: a list of their sitemaps
			}
			decoder := xml.NewDecoder(strings.NewReader(built.read(t, dir+name)))
			for {
				if _, err := decoder.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s%s: %v", dir, name, err)
				}
			}
		}
		var records []map[string]any
		if err := json.Unmarshal([]byte(built.read(t, dir+"index.json")), &records); err != nil || len(records) == 0 {
			t.Errorf("%sindex.json: %d records, %v", dir, len(records), err)
		}
		for _, record := range records {
			if uri, _ := record["uri"].(string); !strings.HasPrefix(uri, "/"+dir) {
				t.Errorf("%sindex.json: has %s", dir, uri)
			}
		}
	}
	if !strings.Contains(built.read(t, "en/sitemap.xml"), `hreflang="zh-CN"`) {
		t.Error("en/sitemap.xml: no hreflang")
	}
	if text := built.read(t, "fr/index.html"); !strings.Contains(text, "Skip to content") {
		t.Error("fr: a word without translation does not fall back to English")
	}
	for _, part := range []string{
		`rel="alternate" hreflang="zh-CN" href="https://example.org/markdown/"`, `rel="alternate" hreflang="x-default" href="https://example.org/markdown/"`,
		`rel="alternate" hreflang="en" href="https://example.org/en/markdown/"`, `rel="alternate" hreflang="fr" href="https://example.org/fr/markdown/"`,
		`class="languages"`, `<a href="/fr/markdown/" hreflang="fr" lang="fr">Français</a>`,
		`data-index="/en/index.json"`, `data-anchors="/en/index.anchors.json"`, `<html lang="en"`,
	} {
		if !strings.Contains(built.read(t, "en/markdown/index.html"), part) {
			t.Errorf("en/markdown: no %s", part)
		}
	}
	// A page that has not been translated leads to the other languages' home pages, and claims no alternates.
	if text := built.read(t, "shortcodes/index.html"); strings.Contains(text, `rel="alternate" hreflang`) || !strings.Contains(text, `<a href="/en/" hreflang="en"`) {
		t.Error("shortcodes: alternates without a translation, or no way to the other languages")
	}
}
