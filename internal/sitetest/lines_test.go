package sitetest

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/net/html"
)

// Every line of code that the site shows is the line of its source that its number names, less its indentation.
func TestShownLinesAreSourceLines(t *testing.T) {
	sources := newSources(t)
	shown := 0
	for path, page := range htmlPages(t) {
		for _, figure := range all(page, "figure", "snippet") {
			shown += checkFigure(t, sources, path, figure)
		}
	}
	if shown < 100 {
		t.Errorf("only %d lines of code in the whole site", shown)
	}
	t.Logf("%d lines compared", shown)
}

// lineID is ID-LN, ID-n-LN for the n-th further file of a joined snippet, or ID-oLN for a line that only the old version of a
// comparison has.
var lineID = regexp.MustCompile(`-(o?)L(\d+)$`)

func checkFigure(t *testing.T, sources *sources, path string, figure *html.Node) (shown int) {
	id := strings.TrimPrefix(attr(figure, "id"), "snip-")
	parts := sources.parts(id, attr(figure, "data-source"))
	var bodies []*html.Node
	for _, body := range all(figure, "div", "code-body") {
		if !inside(body, "snippet-diff") {
			bodies = append(bodies, body)
		}
	}
	if len(parts) == 0 || len(parts) != len(bodies) {
		t.Errorf("%s: #%s: %d blocks of code for %d parts of %s", path, id, len(bodies), len(parts), attr(figure, "data-source"))
		return 0
	}
	for i, body := range bodies {
		source := sources.lines(parts[i].Source, parts[i].Version)
		for _, span := range all(body, "span", "line") {
			match := lineID.FindStringSubmatch(attr(span, "id"))
			if match == nil {
				t.Errorf("%s: #%s: line without a number: %q", path, id, text(span))
				continue
			}
			source := source
			if match[1] != "" {
				source = sources.lines(parts[i].Source, parts[i].Old.Version)
			}
			n, _ := strconv.Atoi(match[2])
			if n < 1 || n > len(source) {
				t.Errorf("%s: #%s: %s has no line %d", path, id, parts[i].Source, n)
				continue
			}
			shown++
			indent, ok := strings.CutSuffix(source[n-1], text(span))
			if !ok || strings.Trim(indent, " \t") != "" {
				t.Errorf("%s: #%s: %s:%d\n shown %q\nsource %q", path, id, parts[i].Source, n, text(span), source[n-1])
			}
		}
	}
	return shown
}

// part is what a page's data file says about one part of a snippet.
type part struct {
	Source  string `json:"source"`
	Version string `json:"version"`
	Old     struct {
		Version string `json:"version"`
	} `json:"old"`
}

// sources finds the files that snippets come from.
type sources struct {
	t        *testing.T
	snippets map[string][]part // by snippet id and source of the first part
	modules  *modfile.File
	files    map[string][]string
}

func newSources(t *testing.T) *sources {
	t.Helper()
	s := &sources{t: t, snippets: map[string][]part{}, files: map[string][]string{}}
	gomod, err := os.ReadFile(filepath.Join(repoRoot, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if s.modules, err = modfile.Parse("go.mod", gomod, nil); err != nil {
		t.Fatal(err)
	}
	walk(t, filepath.Join(repoRoot, "assets", "srcblog"), ".json", func(path string, data []byte) {
		var page struct {
			Snippets map[string]struct {
				Parts []part `json:"parts"`
			} `json:"snippets"`
		}
		if err := json.Unmarshal(data, &page); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for id, snippet := range page.Snippets {
			if len(snippet.Parts) > 0 {
				s.snippets[id+" "+snippet.Parts[0].Source] = snippet.Parts
			}
		}
	})
	return s
}

func (s *sources) parts(id, source string) []part { return s.snippets[id+" "+source] }

// lines reads a file of the repository or, where it has a version, of a module, as lines without their ends.
func (s *sources) lines(source, version string) []string {
	s.t.Helper()
	key := source + "@" + version
	if lines, ok := s.files[key]; ok {
		return lines
	}
	name := filepath.Join(repoRoot, filepath.FromSlash(source))
	switch {
	case strings.HasPrefix(version, "go"):
		name = s.stdFile(source, version)
	case version != "":
		name = s.moduleFile(source, version)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		s.t.Fatal(err)
	}
	s.files[key] = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	return s.files[key]
}

func (s *sources) moduleFile(source, version string) string {
	s.t.Helper()
	module := ""
	for _, r := range s.modules.Require {
		if strings.HasPrefix(source, r.Mod.Path+"/") && len(r.Mod.Path) > len(module) {
			module = r.Mod.Path
		}
	}
	if module == "" {
		s.t.Fatalf("%s is in no module that go.mod requires", source)
	}
	out, err := command("go", "mod", "download", "-json", module+"@"+version).Output()
	if err != nil {
		s.t.Fatalf("%s@%s: %v", module, version, err)
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		s.t.Fatal(err)
	}
	return filepath.Join(info.Dir, filepath.FromSlash(strings.TrimPrefix(source, module+"/")))
}

// stdFile is a file of Go's own source.
func (s *sources) stdFile(source, version string) string {
	s.t.Helper()
	cmd := command("go", "env", "GOROOT")
	cmd.Env = append(cmd.Environ(), "GOTOOLCHAIN="+version)
	goroot, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("%s: %v", version, err)
	}
	return filepath.Join(strings.TrimSpace(string(goroot)), "src", filepath.FromSlash(source))
}

// htmlPages parses every page of the site, by path below it.
func htmlPages(t *testing.T) map[string]*html.Node {
	t.Helper()
	pages := map[string]*html.Node{}
	walk(t, public, ".html", func(path string, data []byte) {
		page, err := html.Parse(strings.NewReader(string(data)))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		pages[path] = page
	})
	return pages
}

// walk reads every file below dir whose name ends in ext, and fails where there is none.
func walk(t *testing.T, dir, ext string, visit func(path string, data []byte)) {
	t.Helper()
	found := false
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		found = true
		visit(path, data)
		return err
	})
	if err == nil && !found {
		err = errors.New("no file " + ext + " in " + dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// all finds the elements below n with a tag and a class, "" for any.
func all(n *html.Node, tag, class string) []*html.Node {
	var found []*html.Node
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == tag && (class == "" || hasClass(d, class)) {
			found = append(found, d)
		}
	}
	return found
}

func hasClass(n *html.Node, class string) bool {
	for c := range strings.FieldsSeq(attr(n, "class")) {
		if c == class {
			return true
		}
	}
	return false
}

// inside reports whether an element around n has a class.
func inside(n *html.Node, class string) bool {
	for p := range n.Ancestors() {
		if hasClass(p, class) {
			return true
		}
	}
	return false
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
