package indextest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

const (
	searchOn   = "[search]\nenable = true\n"
	npmWarning = "npm ci --prefix themes/loveit"
	// From the theme's design: what search may load beyond index.json.
	workerLimit = 10 * 1024
)

var post = map[string]string{"content/posts/a.md": "---\ntitle: a\ndate: 2024-01-01\n---\na\n"}

func withSearch(config string) map[string]string {
	return map[string]string{"hugo.toml": config, "content/posts/a.md": post["content/posts/a.md"]}
}

// Without its packages the theme builds all the same: no box, and one warning that says what to do.
func TestNoPackages(t *testing.T) {
	bare := t.TempDir()
	testsite.CopyTheme(t, bare)
	s := build(t, bare, withSearch(searchOn))
	if page := s.read(t, "a/index.html"); strings.Contains(page, "search-input") {
		t.Error("a search box without a search engine")
	}
	if n := strings.Count(s.log, npmWarning); n != 1 {
		t.Errorf("%d warnings name the remedy, want 1:\n%s", n, s.log)
	}
	if index := s.read(t, "index.json"); !strings.HasPrefix(index, "[{") {
		t.Errorf("index.json: %s", index)
	}
}

func TestSearchOff(t *testing.T) {
	s := build(t, testsite.Themes, post)
	if page := s.read(t, "a/index.html"); strings.Contains(page, "search-input") {
		t.Error("a search box that nobody enabled")
	}
	if strings.Contains(s.log, npmWarning) {
		t.Errorf("a warning about a search that nobody enabled:\n%s", s.log)
	}
}

func TestSearchBox(t *testing.T) {
	needPackages(t)
	s := build(t, testsite.Themes, withSearch(searchOn+"placeholder = \"<找>\"\nmaxResultLength = 7\nsnippetLength = 33\nhighlightTag = \"b\"\n"))
	page := s.read(t, "a/index.html")
	for _, wanted := range []string{
		`id="search-input-desktop"`, `id="search-input-mobile"`, `action="/posts/"`, `placeholder="&lt;找&gt;"`,
		`data-limit="7"`, `data-snippet="33"`, `data-tag="b"`, `data-index="/index.json"`, `data-anchors="/index.anchors.json"`,
	} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page lacks %s", wanted)
		}
	}
	found := regexp.MustCompile(`data-worker="/([^"]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page names no worker")
	}
	worker := s.read(t, found[1])
	if size := testsite.Packed(t, worker); size > workerLimit {
		t.Errorf("the worker has %d bytes compressed, more than %d", size, workerLimit)
	} else {
		t.Logf("the worker has %d bytes compressed", size)
	}
	if strings.Contains(page, "<script src=\"/"+found[1]) || strings.Contains(page, "preload") {
		t.Error("the worker is loaded before anyone searches")
	}
}
