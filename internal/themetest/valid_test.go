package themetest

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/chromium"
)

func checkLink(t *testing.T, built example, name, src, link string) {
	t.Helper()
	target, err := url.Parse(strings.TrimPrefix(html.UnescapeString(link), "https://example.org"))
	if err != nil {
		t.Errorf("%s: %s: %v", name, link, err)
		return
	}
	if target.Scheme != "" || target.Host != "" || strings.HasPrefix(target.Path, "/music/") {
		return
	}
	if target.Path != "" {
		file := target.Path
		if !strings.HasPrefix(file, "/") {
			file = path.Join("/", path.Dir(name), file)
		}
		if strings.HasSuffix(file, "/") {
			file += "index.html"
		}
		data, err := os.ReadFile(filepath.Join(built.dir, filepath.FromSlash(file)))
		if err != nil {
			t.Errorf("%s: %s leads nowhere", name, link)
			return
		}
		src = string(data)
	}
	if id := target.Fragment; id != "" && !strings.Contains(src, ` id="`+id+`"`) {
		t.Errorf("%s: %s: no such id", name, link)
	}
}

// A validator finds nothing wrong with any page. Its rules of style, and those about what HTML allows but its authors do not like,
// are off: see testdata/htmlvalidate.json.
func TestHTMLIsValid(t *testing.T) {
	built := demo(t)
	node, err := exec.LookPath("node")
	if err != nil {
		chromium.Missing(t, "no node")
	}
	settings, err := filepath.Abs("testdata/htmlvalidate.json")
	if err != nil {
		t.Fatal(err)
	}
	validator, err := filepath.Abs(filepath.Join(theme, "node_modules/html-validate/bin/html-validate.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, validator, "--config", settings, "--formatter", "text", built.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, strings.ReplaceAll(string(out), built.dir+"/", ""))
	}
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
