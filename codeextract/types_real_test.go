package codeextract

import (
	"go/token"
	"os"
	"sort"
	"testing"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
)

// TestIdentifiersOfArticles counts, for each page of this repository that shows Go, the identifiers whose meaning is known.
// It may download what go.mod requires.
func TestIdentifiersOfArticles(t *testing.T) {
	a, err := opened(t, "..", os.Environ()).run(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if a.report.NoTypes != "" {
		t.Skipf("no types: %s", a.report.NoTypes)
	}
	pages := 0
	for _, page := range a.report.Pages {
		known, total := 0, 0
		for _, s := range page.snippets {
			if s.item.Verdict.Broken() {
				continue
			}
			for _, p := range s.parts {
				k, n := knownIdentifiers(t, a, p)
				known, total = known+k, total+n
			}
		}
		if total == 0 {
			continue
		}
		pages++
		t.Logf("%s: %d of %d identifiers known, %.2f %%", page.Path, known, total, 100*float64(known)/float64(total))
		if known*100 < total*99 {
			t.Errorf("%s: %d of %d identifiers are known, want 99 %%", page.Path, known, total)
		}
	}
	if pages < 2 {
		t.Errorf("%d pages with Go code", pages)
	}
}

func knownIdentifiers(t *testing.T, a *analysis, p *part) (known, total int) {
	if p.text.goFile == nil {
		return 0, 0
	}
	_, file := a.types.of(p)
	for _, tok := range p.tokens(func(l *viewLine) bool { return l.state == shown }) {
		if tok.Kind != token.IDENT {
			continue
		}
		total++
		if file == nil {
			continue
		}
		i := sort.Search(len(file.Idents), func(i int) bool { return file.Idents[i].Start >= tok.Start })
		if i < len(file.Idents) && file.Idents[i].Start == tok.Start && file.Idents[i].Kind != "" {
			known++
		} else {
			t.Logf("unknown: %s in %s:%d", tok.Lit, p.file, p.text.line(tok.Start))
		}
	}
	return known, total
}

// BenchmarkTypes loads what the articles show, by go/types and from what a former run kept.
func BenchmarkTypes(b *testing.B) {
	site, err := Open("..", os.Environ())
	if err != nil {
		b.Fatal(err)
	}
	a, err := site.run(b.Context(), false)
	if err != nil {
		b.Fatal(err)
	}
	wanted := map[typeKey]*origin{}
	for s := range a.report.snippets() {
		for _, p := range s.parts {
			if key, ok := typeKeyOf(p.origin, p.build); ok && p.text.goFile != nil {
				wanted[key] = p.origin
			}
		}
	}
	b.Run("cold", func(b *testing.B) {
		var paths []string
		for key := range wanted {
			paths = append(paths, key.Path)
		}
		for b.Loop() {
			q := gotypes.Query{Dir: site.root, Paths: paths, GOOS: "linux", GOARCH: "amd64", Env: os.Environ()}
			if _, err := gotypes.Load(b.Context(), q); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			t := newTypeLayer(newSources(site), false)
			t.load(b.Context(), wanted)
		}
	})
	b.Run("analyze", func(b *testing.B) {
		for b.Loop() {
			if _, err := site.Analyze(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
