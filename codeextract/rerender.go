package codeextract

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/source"
)

// drawnPage is a page's code as a run rendered it, and all that it was made of. A server's next run takes it over where
// that is the same: of a thousand pages, a saved file changes a few.
type drawnPage struct {
	md       *mdscan.Page
	site     string // siteSum
	parts    []drawnPart
	places   map[fileKey]drawnPlace // files that declare what its identifiers stand for
	snippets []*pagedata.Snippet    // of which Parts' Chunks and Lines are taken over
	symbols  []*pagedata.Symbol
	data     *pagedata.Page    // the whole, as it was written
	files    map[string]string // written: stamps by name
}

// drawnPart is what a part's lines depend on beside the page's text, which says what of it is shown.
type drawnPart struct {
	text        *textFile
	origin      string
	build       string
	first, last int
	types       *gotypes.Package
	typed       *gotypes.File
}

// drawnPlace is what links to a file depend on.
type drawnPlace struct {
	lines string   // linesSum
	raw   *rawFile // of our own code, whose links depend on what the last commit has
}

// takeOver gives a page what an earlier run rendered, if that is what this one would.
func (a *analysis) takeOver(page *Page) bool {
	was := a.drawnBefore(page)
	if was == nil || was.md != page.md || was.site != a.siteSum() || !slices.Equal(was.parts, a.partsOf(page)) {
		return false
	}
	for key, place := range was.places {
		if a.place(key) != place {
			return false
		}
	}
	for i, s := range page.snippets {
		out := page.data.Snippets[s.id]
		out.Lines = was.snippets[i].Lines
		for n, p := range s.parts {
			part := a.describePart(p)
			part.Rows, part.Chunks = was.snippets[i].Parts[n].Rows, was.snippets[i].Parts[n].Chunks
			out.Parts = append(out.Parts, part)
		}
	}
	page.data.Symbols = was.symbols
	page.drawn = was
	a.site.after.drawn[page.Path] = was
	return true
}

func (a *analysis) drawnBefore(page *Page) *drawnPage {
	if a.site.before == nil || a.site.after == nil || len(page.snippets) == 0 {
		return nil
	}
	for _, s := range page.snippets {
		if s.item == nil || s.item.Verdict.Broken() {
			return nil
		}
	}
	return a.site.before.drawn[page.Path]
}

// keepDrawn notes what a page that was rendered now was made of, for the next run.
func (a *analysis) keepDrawn(page *Page) {
	if a.site.after == nil || len(page.snippets) == 0 {
		return
	}
	d := &drawnPage{md: page.md, site: a.siteSum(), parts: a.partsOf(page), places: map[fileKey]drawnPlace{}, symbols: page.data.Symbols}
	for _, s := range page.snippets {
		if s.item == nil || s.item.Verdict.Broken() {
			return
		}
		d.snippets = append(d.snippets, page.data.Snippets[s.id])
	}
	if named := a.pageSymbols[page]; named != nil {
		for key := range named.places {
			d.places[key] = a.place(key)
		}
	}
	page.drawn = d
	a.site.after.drawn[page.Path] = d
}

// partsOf lists a page's parts and the old versions that they are compared with.
func (a *analysis) partsOf(page *Page) []drawnPart {
	var out []drawnPart
	for _, s := range page.snippets {
		for _, p := range s.parts {
			for ; p != nil; p = p.was {
				d := drawnPart{text: p.text, origin: p.origin.key() + "/" + p.file, build: p.build, first: p.first, last: p.last}
				if t, f := a.types.of(p); f != nil {
					d.types, d.typed = t.Package, f
				}
				out = append(out, d)
			}
		}
	}
	return out
}

// place is what links to a file depend on now.
func (a *analysis) place(key fileKey) drawnPlace {
	place := drawnPlace{lines: a.linesSum(key)}
	if key.module == "" && a.sources.own != nil {
		place.raw = a.sources.raw(&origin{tree: a.sources.own}, key.name)
	}
	return place
}

// linesSum is a digest of which lines of a file which snippets show.
func (a *analysis) linesSum(key fileKey) string {
	if sum, ok := a.lineSums[key]; ok {
		return sum
	}
	var text []byte
	for _, n := range slices.Sorted(maps.Keys(a.lines[key])) {
		for _, t := range a.lines[key][n] {
			text = strconv.AppendInt(text, int64(n), 10)
			text = strconv.AppendBool(append(text, ' '), t.snippet.page.md.Draft)
			for _, s := range []string{t.fragment, t.snippet.title(), t.snippet.page.sitePath} {
				text = append(strconv.AppendInt(append(text, ' '), int64(len(s)), 10), ' ')
				text = append(text, s...)
			}
			text = append(text, '\n')
		}
	}
	whole := sha256.Sum256(text)
	sum := string(whole[:])
	a.lineSums[key] = sum
	return sum
}

// siteSum is a digest of what every page's code depends on.
func (a *analysis) siteSum() string {
	if a.wholeSum == "" {
		config, _ := os.ReadFile(filepath.Join(a.site.dir, ConfigName)) // one that is not there is empty
		head := ""
		if top := source.GitTop(a.site.root); top != "" {
			head = cmp.Or(source.HeadRevision(top), time.Now().String()) // what only git can tell may be another each time
		}
		a.wholeSum = digestOf(fmt.Appendf(nil, "%q %q %q", config, head, fmt.Sprint(a.types.mains)))
	}
	return a.wholeSum
}

// upToDate says whether a page's files hold its data already.
func (p *Page) upToDate(names ...string) bool {
	d := p.drawn
	if d == nil || d.data == nil || !reflect.DeepEqual(d.data, p.data) {
		return false
	}
	for _, name := range names {
		if now, err := stamp(name, time.Time{}); err != nil || now != d.files[name] {
			return false
		}
	}
	return true
}

// wrote notes that a page's files hold its data.
func (p *Page) wrote(names ...string) {
	if p.drawn == nil {
		return
	}
	p.drawn.data, p.drawn.files = p.data, map[string]string{}
	for _, name := range names {
		p.drawn.files[name], _ = stamp(name, time.Time{}) // "" equals no stamp
	}
}
