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
		for _, key := range needed {
			if data[key] == nil {
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
	if text := built.read(t, "en/markdown/index.html"); !strings.Contains(text, `hreflang="zh-CN"`) || !strings.Contains(text, `class="languages"`) {
		t.Error("en: no switcher or no alternates")
	}
}
