package sitetest

import (
	"encoding/json"
	"encoding/xml"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/srcblog/srcblog/internal/testsite"
)

const baseURL = "https://example.org/"

func TestPagesAreValid(t *testing.T) {
	testsite.CheckHTML(t, public)
}

func TestLinksLeadSomewhere(t *testing.T) {
	testsite.CheckLinks(t, public, baseURL)
}

// Every page for readers says what it is as data that search engines can read.
func TestLinkedData(t *testing.T) {
	found := 0
	for name, page := range htmlPages(t) {
		for _, script := range all(page, "script", "") {
			if attr(script, "type") != "application/ld+json" {
				continue
			}
			found++
			var data map[string]any
			if err := json.Unmarshal([]byte(text(script)), &data); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, key := range []string{"@context", "@type", "url", "description"} {
				if s, _ := data[key].(string); s == "" {
					t.Errorf("%s: linked data without %s", name, key)
				}
			}
		}
	}
	if found < 4 {
		t.Errorf("linked data on %d pages", found)
	}
}

// Feeds have what the RSS 2.0 specification requires: a title, link and description, dates of RFC 822, and for each item a
// permanent address that no other has.
func TestFeedsAreValid(t *testing.T) {
	walk(t, public, ".xml", func(name string, data []byte) {
		if filepath.Base(name) != "index.xml" {
			return
		}
		var feed struct {
			Version string `xml:"version,attr"`
			Channel struct {
				Title       string   `xml:"title"`
				Links       []string `xml:"link"` // its own, and Atom's, which has no text
				Description string   `xml:"description"`
				Built       string   `xml:"lastBuildDate"`
				Items       []struct {
					Title       string `xml:"title"`
					Link        string `xml:"link"`
					GUID        string `xml:"guid"`
					Date        string `xml:"pubDate"`
					Description string `xml:"description"`
				} `xml:"item"`
			} `xml:"channel"`
		}
		if err := xml.Unmarshal(data, &feed); err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		channel := feed.Channel
		if feed.Version != "2.0" || channel.Title == "" || channel.Description == "" || !absolute(strings.Join(channel.Links, "")) {
			t.Errorf("%s: RSS %q of %q at %q, described as %q", name, feed.Version, channel.Title, channel.Links, channel.Description)
		}
		dates, seen := []string{channel.Built}, map[string]bool{}
		for _, item := range channel.Items {
			dates = append(dates, item.Date)
			if item.Title == "" || item.Description == "" || !absolute(item.Link) || !absolute(item.GUID) || seen[item.GUID] {
				t.Errorf("%s: item %+v", name, item)
			}
			seen[item.GUID] = true
		}
		for _, date := range dates {
			if _, err := time.Parse(time.RFC1123Z, date); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(data), "<!--ui") {
			t.Errorf("%s: parts of the interface are in the feed", name)
		}
	})
}

func absolute(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.IsAbs() && u.Host != ""
}
