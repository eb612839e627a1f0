package codeextract

import (
	"context"
	"sort"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// lineTarget is a source line that a snippet shows.
type lineTarget struct {
	snippet  *snippet
	fragment string
}

// loadTypes makes known what the identifiers of all snippets stand for, as far as that can be had, and who calls whom in
// the packages that call paths and pictures name. Only these matter where no pages are wanted.
func (a *analysis) loadTypes(ctx context.Context) {
	wanted := a.figureTypes()
	for s := range a.report.snippets() {
		if a.quick || s.item.Verdict.Broken() || s.fence == nil {
			continue
		}
		for _, p := range s.parts {
			for ; p != nil; p = p.was {
				if key, ok := typeKeyOf(p.origin, p.build); ok && p.text.goFile != nil {
					wanted[key] = p.origin
				}
			}
		}
	}
	a.types.load(ctx, wanted)
	a.report.NoTypes = a.types.reason
	a.report.TypesPending = a.types.pending
}

// LoadTypes finds out what an Analyze with TypesLater left, and keeps it for the next. It gives the reason why some could
// not be had, as a Report does, and may run beside other work on the site.
func (s *Site) LoadTypes(ctx context.Context) (reason string, err error) {
	site := Site{dir: s.dir, root: s.root, env: s.env, config: s.config, pins: s.pins, day: s.day}
	report := &Report{}
	pages, err := site.scan(&report.Problems)
	if err != nil {
		return "", err
	}
	lock, err := site.readLock()
	if err != nil {
		return "", err
	}
	a := site.newAnalysis(false, report, pages, lock)
	defer a.sources.close()
	err = a.understand(ctx)
	return report.NoTypes, err
}

// indexLines notes which lines snippets show, so that identifiers can lead there.
func (a *analysis) indexLines() {
	a.lines = map[fileKey]map[int][]lineTarget{}
	add := func(o *origin, file string, line int, t lineTarget) {
		key := fileKey{o.module, o.version, file}
		if a.lines[key] == nil {
			a.lines[key] = map[int][]lineTarget{}
		}
		a.lines[key][line] = append(a.lines[key][line], t)
	}
	for s := range a.report.snippets() {
		if s.item.Verdict.Broken() || s.fence == nil {
			continue
		}
		files := fileNumbers(s.parts)
		for i, p := range s.parts {
			for _, l := range p.view.rows(true) {
				switch {
				case l.state != shown:
				case l.deleted:
					add(p.was.origin, p.was.file, l.number, lineTarget{s, lineID(s.id, files[i], "oL", l.number)})
				default:
					add(p.origin, p.file, l.number, lineTarget{s, lineID(s.id, files[i], "L", l.number)})
				}
			}
		}
	}
}

// naming says how the identifiers of one snippet are shown.
type naming struct {
	analysis *analysis
	snippet  *snippet
	linked   map[string]bool // symbols, by objectKey
}

// names gives the names of a part's identifiers, nil where its types are not known. line gives the fragment of the line
// that an offset is in.
func (n *naming) names(ctx context.Context, p *part, line func(offset int) string) func(offset int) *snippethtml.Name {
	pkg, file := n.analysis.types.of(p)
	if file == nil {
		return nil
	}
	return func(offset int) *snippethtml.Name {
		i := sort.Search(len(file.Idents), func(i int) bool { return file.Idents[i].Start >= offset })
		if i == len(file.Idents) || file.Idents[i].Start != offset || file.Idents[i].Kind == "" {
			return nil
		}
		id := file.Idents[i]
		out := &snippethtml.Name{Kind: string(id.Kind)}
		if id.Object < 0 {
			return out
		}
		o := pkg.Objects[id.Object]
		out.Exported = o.Exported
		if id.Kind == "var" {
			out.Kind = "package var"
		}
		symbols := n.analysis.symbols(n.snippet.page)
		if key, ok := n.analysis.types.place(o); ok {
			symbols.places[key] = true
		}
		entry := symbols.add(ctx, o, line(offset), !id.Def)
		if !id.Def {
			out.Href = n.analysis.symbolHref(ctx, n.snippet, o, entry)
			key := objectKey(o)
			out.Again, n.linked[key] = n.linked[key], true
		}
		return out
	}
}

// symbolHref is where an identifier leads: to the line in its own snippet that declares what it stands for, else in another
// snippet of the page, else of another page, else to its entry in the page's table of symbols, which has the address out of
// the site. Such addresses in the code itself would add a tenth to a page's size.
func (a *analysis) symbolHref(ctx context.Context, s *snippet, o *gotypes.Object, entry *pagedata.Symbol) string {
	best, rank := "", 0
	for _, t := range a.showing(o) {
		href, r := "#"+t.fragment, 1
		switch {
		case t.snippet == s:
			r = 3
		case t.snippet.page == s.page:
			r = 2
		case t.snippet.page.md.Draft:
			continue
		default:
			href = "page:" + a.site.contentPath(t.snippet.page) + href
		}
		if r > rank {
			best, rank = href, r
		}
	}
	switch {
	case best != "":
		return best
	case entry != nil:
		return "#" + entry.ID
	}
	return a.objectLink(ctx, o)
}

// showing lists the lines of the site that show an object's declaration.
func (a *analysis) showing(o *gotypes.Object) []lineTarget {
	if key, ok := a.types.place(o); ok {
		return a.lines[key][o.Line]
	}
	return nil
}
