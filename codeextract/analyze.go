package codeextract

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// Analyze runs the whole flow over the site and writes nothing: scan the pages, resolve what their snippets name,
// annotate the code, compare it with the lock, and render it, with all that its identifiers stand for. Mistakes of authors end up in the Report, each with its
// position; an error means that no report could be made. It is not for concurrent use on one Site.
func (s *Site) Analyze(ctx context.Context) (*Report, error) {
	a, err := s.run(ctx, false)
	if err != nil {
		return nil, err
	}
	return a.report, nil
}

// Check is Analyze without the pages' data, which takes most of the time and may have to ask git for HEAD. The report's
// items and problems are the same; it is not for WritePages.
func (s *Site) Check(ctx context.Context) (*Report, error) {
	a, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	return a.report, nil
}

// run is the flow. quick leaves out what only pages need.
func (s *Site) run(ctx context.Context, quick bool) (*analysis, error) {
	report := &Report{began: time.Now()}
	if s.after = nil; s.TypesLater {
		s.after = newMemory()
	}
	pages, err := s.scan(&report.Problems)
	if err != nil {
		return nil, err
	}
	lock, err := s.readLock()
	if err != nil {
		return nil, err
	}
	return s.runWith(ctx, quick, report, pages, lock)
}

// runWith is the flow over pages that were scanned, against any lock.
func (s *Site) runWith(ctx context.Context, quick bool, report *Report, pages []*Page, lock *lockfile.File) (*analysis, error) {
	a := s.newAnalysis(quick, report, pages, lock)
	defer a.sources.close()
	if err := a.understand(ctx); err != nil {
		return nil, err
	}
	a.figures(ctx)
	if !quick {
		a.render(ctx)
	}
	a.notes(ctx)
	a.ways()
	a.orphans(ctx)
	if !quick {
		a.makeIndex()
		report.inputs = a.types.inputs
	}
	report.Sources = a.sources.watched()
	report.sort()
	if s.after != nil {
		s.after.files, s.after.signatures = a.sources.files, a.signatures
	}
	return a, nil
}

func (s *Site) newAnalysis(quick bool, report *Report, pages []*Page, lock *lockfile.File) *analysis {
	report.Pages = pages
	a := &analysis{site: s, quick: quick, report: report, lock: lock, sources: newSources(s), targets: map[string]string{},
		pageSymbols: map[*Page]*pageSymbols{}, outside: map[*gotypes.Object]string{}, signatures: map[string]string{}, lineSums: map[fileKey]string{}, lost: map[string]bool{}}
	a.index = newSymbolIndex(a.signature)
	a.types = newTypeLayer(a.sources, s.TypesLater)
	for _, page := range pages {
		page.data = &pagedata.Page{
			Schema: pagedata.Schema, Versions: []string{},
			Snippets: map[string]*pagedata.Snippet{}, Links: map[string]*pagedata.Link{},
		}
	}
	return a
}

// understand finds out what all that pages name is, and what types have to say of it.
func (a *analysis) understand(ctx context.Context) error {
	groups := bySource(a.report.Pages)
	parser := a.sources.parseAhead()
	defer parser.stop()
	for i, group := range groups {
		if i == 0 {
			parser.take(ctx, group)
		}
		if i+1 < len(groups) {
			parser.take(ctx, groups[i+1])
		}
		for _, sn := range group {
			if err := ctx.Err(); err != nil {
				return err
			}
			a.snippet(ctx, sn)
		}
	}
	a.links(ctx)
	a.nameFigures(ctx)
	a.loadTypes(ctx)
	return nil
}

// analysis is the state of one Analyze.
type analysis struct {
	site    *Site
	quick   bool // no page data is wanted
	report  *Report
	lock    *lockfile.File
	sources *sources
	shown   map[string][]*snippet // by declaration: who shows it
	uses    []use                 // links to symbols
	targets map[string]string     // of uses: the declaration by page and key

	types       *typeLayer
	lines       map[fileKey]map[int][]lineTarget // by file and line: who shows it
	pageSymbols map[*Page]*pageSymbols
	outside     map[*gotypes.Object]string // links out of the site
	signatures  map[string]string          // highlighted
	index       *symbolIndex

	lineSums map[fileKey]string // see linesSum
	lost     map[string]bool    // ids of tracked symbols that can't be found or had
	wholeSum string             // see siteSum
}

// snippet takes one snippet through resolve, annotate and compare.
func (a *analysis) snippet(ctx context.Context, s *snippet) {
	s.item = &Item{ID: s.fullID(), Pos: s.pos, Draft: s.page.md.Draft, Src: s.place().src, Sym: s.block.Header.Sym}
	a.report.Items = append(a.report.Items, s.item)
	old := a.lock.Entries[s.fullID()]
	s.item.From = placeOf(old)

	if p := a.resolve(ctx, s, old); p != nil {
		a.fail(s, p)
		return
	}
	if problems := annotate(s); len(problems) > 0 {
		s.item.To = placeOf(lockEntry(s))
		a.explainLost(ctx, s, old)
		a.fail(s, problems...)
		return
	}
	data := &pagedata.Snippet{
		Title: s.block.Header.Title, Group: s.block.Header.Group, Lang: s.lang(), Parts: []*pagedata.Part{}, Notes: []*pagedata.Note{},
	}
	a.compare(ctx, s, old, data)
	if s.fence == nil {
		return // tracked: judged, not shown
	}
	s.page.data.Snippets[s.id] = data
	for _, part := range s.parts {
		s.page.addVersion(part.origin)
	}
}

// bySource gives the snippets of all pages, those of a source together: what was parsed for one serves the next, and no
// longer.
func bySource(pages []*Page) (groups [][]*snippet) {
	var all []*snippet
	for _, page := range pages {
		all = append(all, page.snippets...)
	}
	slices.SortStableFunc(all, func(x, y *snippet) int {
		a, b := x.place(), y.place()
		return cmp.Or(strings.Compare(a.src, b.src), strings.Compare(a.at, b.at), strings.Compare(x.block.Header.Sym, y.block.Header.Sym))
	})
	for i, s := range all {
		if i == 0 || s.place() != all[i-1].place() {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], s)
	}
	return groups
}

// addVersion notes for the page's head which version of a module it shows.
func (p *Page) addVersion(o *origin) {
	if o.module == "" {
		return
	}
	name := path.Base(o.module)
	if semver.IsValid(name) { // a major version suffix says nothing by itself
		name = path.Base(path.Dir(o.module)) + "/" + name
	}
	if v := name + " " + o.version; !slices.Contains(p.data.Versions, v) {
		p.data.Versions = append(p.data.Versions, v)
		slices.Sort(p.data.Versions)
	}
}

// fail records that a snippet is broken; the page shows the first reason in its place.
func (a *analysis) fail(s *snippet, problems ...*problem.Problem) {
	s.item.Verdict = freshness.Verdict(problems[0].Kind)
	s.item.Reason, s.item.Fix = problems[0].Message, problems[0].Fix
	a.report.Problems = append(a.report.Problems, problems...)
	if s.fence == nil {
		return
	}
	s.page.data.Snippets[s.id] = &pagedata.Snippet{
		Title: s.block.Header.Title, Lang: "text", Verdict: string(problems[0].Kind), Error: problems[0].Message,
		Parts: []*pagedata.Part{}, Notes: []*pagedata.Note{},
	}
}
