package codeextract

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// diagram is one block that says how code hangs together, and what becomes of it.
type diagram struct {
	page     *Page
	id       string
	pos      problem.Position
	fence    *mdscan.Fence
	block    *figure.Block
	named    map[problem.Position]*part // the symbols it names that could be found, by where they are named
	typed    []*gotypes.Package         // the packages that it names
	problems problem.List
	path     *pagedata.Path // of a call path
	svg      string         // of a picture
}

// Figure is the judgement on one call path or picture. What is wrong with a broken one is among the Report's Problems.
type Figure struct {
	ID     string // page path below the root, "#", the block's id in the page
	Pos    problem.Position
	Kind   string // callpath, callgraph, typegraph or sequence
	Broken bool
}

// nameFigures finds what the call paths and pictures of every page name.
func (a *analysis) nameFigures(ctx context.Context) {
	for _, page := range a.report.Pages {
		for _, f := range page.figures {
			f.problems = a.resolveNames(ctx, f)
		}
	}
}

// figureTypes gives the packages that call paths and pictures name.
func (a *analysis) figureTypes() map[typeKey]*origin {
	wanted := map[typeKey]*origin{}
	for _, page := range a.report.Pages {
		for _, f := range page.figures {
			for _, p := range f.parts() {
				if key, ok := typeKeyOf(p.origin, p.build); ok {
					wanted[key] = p.origin
				}
			}
		}
	}
	return wanted
}

// figures verifies the call paths and pictures of every page against the code. It runs when all snippets are known, since
// steps lead to them, and types are loaded.
func (a *analysis) figures(ctx context.Context) {
	graphs := map[string]*callgraph.Graph{}
	for _, page := range a.report.Pages {
		for _, f := range page.figures {
			if len(f.problems) == 0 {
				f.problems = a.figure(ctx, f, graphs)
			}
			a.report.Problems = append(a.report.Problems, f.problems...)
			a.report.Figures = append(a.report.Figures,
				&Figure{ID: page.Path + "#" + f.id, Pos: f.pos, Kind: f.block.Kind, Broken: len(f.problems) > 0})
			if len(f.problems) > 0 {
				f.broken(f.problems[0].Message)
			}
		}
	}
}

// figure verifies one block and puts what the theme needs into its page.
func (a *analysis) figure(ctx context.Context, f *diagram, graphs map[string]*callgraph.Graph) (problems problem.List) {
	g, p := a.graphOf(f, graphs)
	if p == nil {
		problems = a.judgeFigure(ctx, f, g)
	} else {
		problems = problem.List{p}
	}
	if len(problems) > 0 && a.types.pending {
		f.broken("the types of the code are being read")
		return nil // what is known is old, or nothing yet: the next run judges
	}
	return problems
}

func (a *analysis) judgeFigure(ctx context.Context, f *diagram, g *callgraph.Graph) problem.List {
	switch f.block.Kind {
	case figure.CallPath:
		return a.callPath(f, g)
	case figure.CallGraph:
		return a.callGraph(ctx, f, g)
	case figure.TypeGraph:
		return a.typeGraph(ctx, f, g)
	}
	return a.sequence(f, g)
}

// names gives every symbol that the block names.
func (f *diagram) names() []figure.Name {
	names := slices.Clone(f.block.Steps)
	for _, m := range f.block.Messages {
		names = append(names, m.From, m.To)
	}
	switch f.block.Kind {
	case figure.CallGraph:
		names = append(names, f.block.Names("root")...)
	case figure.TypeGraph:
		names = append(names, f.block.Names("sym")...)
	}
	return names
}

// resolveNames finds the declarations of the symbols that the block names.
func (a *analysis) resolveNames(ctx context.Context, f *diagram) (problems problem.List) {
	f.named = map[problem.Position]*part{}
	s := &snippet{page: f.page, pos: f.pos, block: &snip.Block{Header: f.block.Header}}
	if p := s.unknownBuild(s.place()); p != nil {
		return problem.List{p}
	}
	for _, n := range f.names() {
		found, p := a.named(ctx, f, n)
		if p != nil {
			problems = append(problems, p)
			continue
		}
		f.named[n.Pos] = found
		a.figureUse(f, n.Pos, found)
		a.indexName(found)
	}
	a.otherNames(ctx, f)
	return problems
}

// otherNames notes what else the author wrote: the functions that messages call, and what is not drawn, of which only Refs tells.
// What is not there is reported where it is missed.
func (a *analysis) otherNames(ctx context.Context, f *diagram) {
	for _, m := range f.block.Messages {
		if to := f.named[m.To.Pos]; to != nil && to.decl.Symbol != m.Call.Sym {
			name := figure.Name{Src: m.To.Src, Sym: to.decl.Symbol + "." + m.Call.Sym, Pos: m.Call.Pos}
			if found, p := a.named(ctx, f, name); p == nil {
				a.figureUse(f, name.Pos, found)
				a.indexName(found)
			}
		}
	}
	for _, key := range []string{"stop", "fold"} {
		for _, n := range f.block.Names(key) {
			if found, p := a.named(ctx, f, n); p == nil && n.Sym != "" {
				a.figureUse(f, n.Pos, found)
			}
		}
	}
}

func (a *analysis) figureUse(f *diagram, pos problem.Position, found *part) {
	a.uses = append(a.uses, use{Ref: Ref{Pos: pos, Kind: f.block.Kind, ID: f.page.Path + "#" + f.id}, target: found.key()})
}

// named finds one symbol that a block names, the block's and the page's defaults applied.
func (a *analysis) named(ctx context.Context, f *diagram, n figure.Name) (*part, *problem.Problem) {
	s := &snippet{page: f.page, pos: n.Pos, block: &snip.Block{Header: f.block.Header}}
	at := s.place()
	if n.Src != "" {
		s.block.Header.Src = n.Src
		if own := s.place(); n.Src != at.src {
			at = own
			at.at = "" // the block's version is that of the block's source
		}
	}
	if at.src == "" {
		return nil, &problem.Problem{Pos: n.Pos, Kind: problem.BadSyntax,
			Message: fmt.Sprintf(`a %s needs a source: src="…", or snip: {src: …} in the page's front matter`, f.block.Kind)}
	}
	found, p := a.sources.symbol(ctx, n.Pos, at, n.Sym)
	if p != nil {
		return nil, p
	}
	return found, nil
}

// fn is the function, type or variable that a part declares, as the graph knows it.
func (p *part) fn() callgraph.Func {
	return callgraph.Func{Package: p.origin.importPath(), Symbol: p.decl.Symbol}
}

// parts gives the named symbols, in the order in which they are named.
func (f *diagram) parts() []*part {
	var out []*part
	for _, n := range f.names() {
		if p := f.named[n.Pos]; p != nil {
			out = append(out, p)
		}
	}
	return out
}

// broken makes the page say why there is no path or picture.
func (f *diagram) broken(message string) {
	title := f.block.Header.Title
	if f.block.Kind == figure.CallPath {
		f.setPath(&pagedata.Path{Title: title, Error: message, Steps: []*pagedata.Step{}})
		return
	}
	f.setDrawing(&pagedata.Drawing{Kind: f.block.Kind, Title: title, Error: message, Lines: []string{}})
}

func (f *diagram) setPath(p *pagedata.Path) {
	if f.page.data.Paths == nil {
		f.page.data.Paths = map[string]*pagedata.Path{}
	}
	f.page.data.Paths[f.id], f.path = p, p
}

func (f *diagram) setDrawing(d *pagedata.Drawing) {
	if f.page.data.Drawings == nil {
		f.page.data.Drawings = map[string]*pagedata.Drawing{}
	}
	f.page.data.Drawings[f.id], f.svg = d, d.SVG
}

// originOf is where a package's code comes from, of those that the block names; nil for any other.
func (f *diagram) originOf(pkg string) *part {
	for _, p := range f.parts() {
		if p.origin.importPath() == pkg {
			return p
		}
	}
	return nil
}

// sitePlace is a place in the code for readers, and where a link to it leads: to the line in a snippet of the page, else to
// the source.
func (a *analysis) sitePlace(f *diagram, at callgraph.Site) (place, href string) {
	place = fmt.Sprintf("%s:%d", path.Base(at.File), at.Line)
	p := f.originOf(at.In.Package)
	if p == nil || a.quick {
		return place, ""
	}
	file := path.Join(p.origin.dir, path.Base(at.File))
	if href := shownLine(f.page, p.origin, file, at.Line); href != "" {
		return place, href
	}
	text, wrong := a.sources.read(f.pos, p.origin, file)
	if wrong != nil {
		return place, ""
	}
	return place, p.origin.permalink(&part{origin: p.origin, file: file, text: text}, at.Line, at.Line)
}

// shownLine leads to a line of code in the first snippet of the page that shows it, "" where none does.
func shownLine(page *Page, o *origin, file string, line int) string {
	for _, s := range page.snippets {
		if s.item == nil || s.item.Verdict.Broken() {
			continue
		}
		files := fileNumbers(s.parts)
		for i, p := range s.parts {
			if p.origin.key() != o.key() || p.file != file || p.view == nil {
				continue
			}
			for _, l := range p.view.lines {
				if l.number == line && l.state == shown && !l.deleted {
					return "#" + lineID(s.id, files[i], "L", line)
				}
			}
		}
	}
	return ""
}

// hrefOf leads to a declaration: to a snippet that shows it, in the page or in another one, else to the source.
func (a *analysis) hrefOf(page *Page, p *part) string {
	elsewhere := ""
	for _, s := range a.shown[p.key()] {
		if s.page == page {
			return "#snip-" + s.id
		}
		if elsewhere == "" && !s.page.md.Draft {
			elsewhere = "page:" + a.site.contentPath(s.page) + "#snip-" + s.id
		}
	}
	if elsewhere == "" && !a.quick {
		return p.origin.permalink(p, p.first, p.last)
	}
	return elsewhere
}

// declared finds the declaration of a function in a package that the block knows, nil where it has none.
func (a *analysis) declared(f *diagram, fn callgraph.Func) *part {
	from := f.originOf(fn.Package)
	if from == nil {
		return nil
	}
	o := *from.origin
	o.only = "" // the package, though the source may name one file
	d, wrong := a.sources.find(f.pos, &o, from.build, fn.Symbol)
	if wrong != nil {
		return nil
	}
	p := &part{src: from.src, name: fn.Symbol, build: from.build, origin: from.origin, file: d.File.Name, decl: d, code: d, span: d.Span}
	p.text = a.sources.textOf(from.origin, d.File)
	p.first, p.last = p.text.lines(d.Span)
	return p
}

// shortName is a symbol for readers: with the source before it where it is not in the block's own package.
func (f *diagram) shortName(fn callgraph.Func) string {
	if home := f.parts(); len(home) > 0 && home[0].origin.importPath() == fn.Package {
		return fn.Symbol
	}
	if p := f.originOf(fn.Package); p != nil {
		return p.src + "#" + fn.Symbol
	}
	return path.Base(fn.Package) + "." + fn.Symbol
}

// shortNames joins several, up to n.
func (f *diagram) shortNames(fns []callgraph.Func, n int) string {
	var names []string
	for _, fn := range fns {
		if names = append(names, f.shortName(fn)); len(names) == n && len(fns) > n {
			names = append(names, "…")
			break
		}
	}
	return strings.Join(names, ", ")
}
