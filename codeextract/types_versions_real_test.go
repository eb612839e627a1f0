package codeextract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// realSite runs the flow over a site with one page, and skips the test where what it needs can't be had.
func realSite(t *testing.T, files map[string]string) *analysis {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	env := append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOWORK=off")
	a, err := opened(t, dir, env).run(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range a.report.Problems {
		if p.Kind == problem.Unavailable {
			t.Skipf("no network, or a proxy without it: %v", p)
		}
		t.Fatal(p)
	}
	if a.report.NoTypes != "" {
		t.Fatalf("no types: %s", a.report.NoTypes)
	}
	return a
}

// wantKnown fails for each part, and what it is compared with, in which an identifier's meaning is not known.
func wantKnown(t *testing.T, a *analysis) (parts int) {
	t.Helper()
	for s := range a.report.snippets() {
		for _, p := range s.parts {
			for ; p != nil; p = p.was {
				parts++
				if known, total := knownIdentifiers(t, a, p); total == 0 || known != total {
					t.Errorf("#%s at %s: %d of %d identifiers are known", s.id, p.origin.version, known, total)
				}
			}
		}
	}
	return parts
}

// leads gives where a snippet's identifiers lead that stand for symbols of a module, those in lines that only the old version of a
// comparison has, or those in all others.
func leads(a *analysis, id, module string, old bool) []string {
	page := a.report.Pages[0].data
	symbols := map[string]*pagedata.Symbol{}
	for _, sym := range page.Symbols {
		symbols["#"+sym.ID] = sym
	}
	var hrefs []string
	for _, part := range page.Snippets[id].Parts {
		for _, c := range part.Chunks {
			for line := range strings.Lines(c.HTML) {
				if strings.Contains(line, `class="line del`) != old {
					continue
				}
				for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(line, -1) {
					if sym := symbols[m[1]]; sym != nil && sym.Module == module {
						hrefs = append(hrefs, sym.Href)
					}
				}
			}
		}
	}
	return hrefs
}

// wantAll fails where there is no address, or one that begins in another way.
func wantAll(t *testing.T, what string, hrefs []string, start string) {
	t.Helper()
	if len(hrefs) == 0 {
		t.Errorf("%s lead nowhere", what)
	}
	for _, href := range hrefs {
		if !strings.HasPrefix(href, start) {
			t.Errorf("%s lead to %s, want %s…", what, href, start)
		}
	}
}

// A module's other versions, as "at" and "diff" show them, have types of their own: each identifier is known, and leads to the
// source at the version whose line it stands in.
func TestTypesOfOtherModuleVersions(t *testing.T) {
	a := realSite(t, map[string]string{
		"go.mod":   "module example.org/site\n\ngo 1.26\n\nrequire golang.org/x/sync v0.25.0\n",
		ConfigName: "[sources.sync]\nmodule = \"golang.org/x/sync\"\npermalink = \"https://example.org/{version}/{path}#L{start}-L{end}\"\n",
		"content/a.md": "```snip {#now src=\"sync/errgroup\" sym=\"Group.Wait\"}\n```\n" +
			"```snip {#old src=\"sync/errgroup\" sym=\"Group.Wait\" at=\"v0.22.0\"}\n```\n" +
			"```snip {#diff src=\"sync/errgroup\" sym=\"Group.Wait\" diff=\"v0.1.0\"}\n```\n",
	})
	if n := wantKnown(t, a); n != 4 {
		t.Errorf("%d parts, want one each and two of the comparison", n)
	}
	const module, at = "golang.org/x/sync", "https://example.org/"
	wantAll(t, "identifiers of the present version", leads(a, "now", module, false), at+"v0.25.0/errgroup/errgroup.go#L")
	wantAll(t, "identifiers of the old version", leads(a, "old", module, false), at+"v0.22.0/errgroup/errgroup.go#L")
	wantAll(t, "new lines of the comparison", leads(a, "diff", module, false), at+"v0.25.0/errgroup/errgroup.go#L")
	wantAll(t, "old lines of the comparison", leads(a, "diff", module, true), at+"v0.1.0/errgroup/errgroup.go#L")
}

// Go's own source at another version than the go command's comes from the module that Go is distributed in, with its types.
func TestStdFromModule(t *testing.T) {
	if testing.Short() {
		t.Skip("fetches Go's toolchain module, 70 MB the first time: not with -short")
	}
	a := realSite(t, map[string]string{
		"go.mod":   "module example.org/site\n\ngo 1.26\n",
		ConfigName: "[sources.std]\nstd = \"go1.26.7\"\n",
		"content/a.md": "```snip {#wait src=\"std/sync\" sym=\"Cond.Wait\"}\nelide doc\n```\n" +
			"```snip {#reader src=\"bufio\" sym=\"NewReaderSize\"}\n```\n",
	})
	if n := wantKnown(t, a); n != 2 {
		t.Errorf("%d parts", n)
	}
	part := a.report.Pages[0].data.Snippets["wait"].Parts[0]
	if want := "https://github.com/golang/go/blob/go1.26.7/src/sync/cond.go#L"; !strings.HasPrefix(part.Href, want) || part.Version != "go1.26.7" {
		t.Errorf("the part is %s at %s", part.Href, part.Version)
	}
	wantAll(t, "identifiers of Go's own source", leads(a, "wait", "std", false), "https://github.com/golang/go/blob/go1.26.7/src/sync/")
}
