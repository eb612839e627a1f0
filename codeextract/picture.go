package codeextract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/drawing"
	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// graphOf knows who calls whom in the packages that a block names. Without types nothing can be judged. graphs has
// what other blocks of the run asked for.
func (a *analysis) graphOf(f *diagram, graphs map[string]*callgraph.Graph) (*callgraph.Graph, *problem.Problem) {
	wanted := map[typeKey]*origin{}
	for _, p := range f.parts() {
		key, ok := typeKeyOf(p.origin, p.build)
		if !ok {
			return nil, &problem.Problem{Pos: f.pos, Kind: problem.Unavailable,
				Message: fmt.Sprintf("%s is in no Go module, so that nothing can be said about its calls", p.origin.where())}
		}
		wanted[key] = p.origin
	}
	names := ""
	for _, key := range sortedKeys(wanted) {
		if a.types.found[key] == nil {
			return nil, &problem.Problem{Pos: f.pos, Kind: problem.Unavailable,
				Message: fmt.Sprintf("cannot judge a %s without the types of %s: %s", f.block.Kind, wanted[key].where(), a.types.reason)}
		}
		f.typed = append(f.typed, a.types.found[key].Package)
		names += fmt.Sprint(key)
	}
	if graphs[names] == nil {
		graphs[names] = callgraph.New(f.typed...)
	}
	return graphs[names], nil
}

// draw puts a picture into the page. kinds are those of its lines.
func (f *diagram) draw(svg string, kinds []string) {
	slices.Sort(kinds)
	f.svg = svg
	f.setDrawing(&pagedata.Drawing{Kind: f.block.Kind, Title: f.block.Header.Title, SVG: svg,
		Lines: append([]string{}, slices.Compact(kinds)...)})
}

// title names a picture: as the author does, else by what it begins with.
func (f *diagram) title() string {
	if t := f.block.Header.Title; t != "" {
		return t
	}
	var names []string
	for _, p := range f.parts() {
		if !slices.Contains(names, p.decl.Symbol) {
			names = append(names, p.decl.Symbol)
		}
	}
	return strings.Join(names, ", ")
}

// svgID is what ids in a picture begin with.
func (f *diagram) svgID() string { return "fig-" + f.id }

// label is a function or type in a picture.
func (a *analysis) label(f *diagram, fn callgraph.Func, text string) drawing.Label {
	l := drawing.Label{Text: text}
	if p := a.declared(f, fn); p != nil {
		l.Href, l.Hint = a.hrefOf(f.page, p), signature(p)
	}
	return l
}

const (
	defaultDepth = 3
	mostRows     = 80 // more is no picture
)

// outliner draws the calls below the roots of a callgraph.
type outliner struct {
	*analysis
	f          *diagram
	g          *callgraph.Graph
	depth      int
	stop, fold []callgraph.Func // a type stands for all its methods, an empty symbol for a package
	rows       []drawing.Row
	at         map[callgraph.Func]int // row with the calls of a function, + 1
	kinds      []string
}

// callGraph draws a callgraph.
func (a *analysis) callGraph(ctx context.Context, f *diagram, g *callgraph.Graph) problem.List {
	h := f.block.Header
	o := &outliner{analysis: a, f: f, g: g, depth: defaultDepth, at: map[callgraph.Func]int{}}
	if h.Depth != "" {
		o.depth, _ = strconv.Atoi(h.Depth)
	}
	var problems problem.List
	o.stop = a.listed(ctx, f, "stop", &problems)
	o.fold = a.listed(ctx, f, "fold", &problems)
	for _, n := range f.block.Names("root") {
		p := f.named[n.Pos]
		if len(g.Callees(p.fn())) == 0 {
			problems.Add(n.Pos, problem.EdgeBroken, "%s calls nothing that a picture could show", f.shortName(p.fn()))
			continue
		}
		o.row(callgraph.Edge{To: p.fn()}, 0)
	}
	if len(problems) > 0 {
		return problems
	}
	if len(o.rows) > mostRows {
		return problem.List{{Pos: f.pos, Kind: problem.BadSyntax,
			Message: fmt.Sprintf("the picture would have %d functions, more than %d", len(o.rows), mostRows),
			Fix:     `take a smaller depth="…", or name what to leave out: stop="…" keeps a function without its calls, fold="…" drops it`}}
	}
	f.draw(drawing.Outline(f.svgID(), f.title(), o.rows), o.kinds)
	return nil
}

// listed reads stop or fold: functions, types for all their methods, SRC# for a package.
func (a *analysis) listed(ctx context.Context, f *diagram, key string, problems *problem.List) []callgraph.Func {
	var out []callgraph.Func
	home := f.parts()[0]
	for _, n := range f.block.Names(key) {
		fn := callgraph.Func{Package: home.origin.importPath(), Symbol: n.Sym}
		if n.Src != "" {
			org, p := a.sources.locate(ctx, n.Pos, place{src: n.Src})
			if p != nil {
				*problems = append(*problems, p)
				continue
			}
			fn.Package = org.importPath()
		}
		if known := f.originOf(fn.Package); n.Sym != "" && (known == nil || a.declared(f, fn) == nil) {
			problems.Add(n.Pos, problem.Missing, "no symbol %q to %s at in the packages of the picture", n.String(), key)
			continue
		}
		out = append(out, fn)
	}
	return out
}

// among says whether a list names a function, its type or its package.
func among(list []callgraph.Func, fn callgraph.Func) bool {
	return slices.ContainsFunc(list, func(l callgraph.Func) bool {
		return l.Package == fn.Package && (l.Symbol == "" || l.Symbol == fn.Symbol || strings.HasPrefix(fn.Symbol, l.Symbol+"."))
	})
}

// row adds a function and what it calls.
func (o *outliner) row(e callgraph.Edge, depth int) {
	fn := e.To
	r := drawing.Row{Label: o.label(o.f, fn, o.f.shortName(fn)), Depth: depth}
	if depth > 0 {
		r.Kind, r.Aside = string(e.Kind), aside(e)
		o.kinds = append(o.kinds, r.Kind)
	}
	next := o.callees(fn)
	switch {
	case len(next) == 0:
	case o.at[fn] > 0:
		r.First = o.at[fn]
	case depth == o.depth || among(o.stop, fn):
		r.More = len(next)
	default:
		o.rows = append(o.rows, r)
		o.at[fn] = len(o.rows)
		for _, e := range next {
			o.row(e, depth+1)
		}
		return
	}
	o.rows = append(o.rows, r)
}

// mostTypes is how many types that satisfy an interface are drawn at a call through it; of more, the interface's method
// stands for all.
const mostTypes = 4

// callees is what a function leads to, as far as the picture shows it: functions of its packages.
func (o *outliner) callees(fn callgraph.Func) []callgraph.Edge {
	all := slices.DeleteFunc(slices.Clone(o.g.Callees(fn)), func(e callgraph.Edge) bool {
		return e.To == fn || o.f.originOf(e.To.Package) == nil || among(o.fold, e.To)
	})
	method := map[callgraph.Site]int{} // how many types' methods a call through an interface leads to, by its place
	for _, e := range all {
		if e.Kind == callgraph.Interface && !o.abstract(e.To) {
			method[e.At]++
		}
	}
	return slices.DeleteFunc(all, func(e callgraph.Edge) bool {
		switch n := method[e.At]; {
		case e.Kind != callgraph.Interface || n == 0:
			return false
		case o.abstract(e.To):
			return n <= mostTypes
		default:
			return n > mostTypes
		}
	})
}

// abstract says whether a function is an interface's method that some type has.
func (o *outliner) abstract(fn callgraph.Func) bool {
	next := o.g.Callees(fn)
	return len(next) > 0 && next[0].Kind == callgraph.Implements
}

// aside says in Go's words what is special about a call.
func aside(e callgraph.Edge) string {
	var words []string
	switch {
	case e.Go:
		words = append(words, "go")
	case e.Defer:
		words = append(words, "defer")
	}
	switch e.Kind {
	case callgraph.Interface:
		_, method, _ := strings.Cut(e.To.Symbol, ".")
		words = append(words, e.Via+"."+method)
	case callgraph.Value:
		words = append(words, e.Via)
	case callgraph.Dynamic:
		words = append(words, e.Via+"(…)")
	}
	return strings.Join(words, " ")
}

// sequence draws a sequence, each message of which must be a call.
func (a *analysis) sequence(f *diagram, g *callgraph.Graph) problem.List {
	var problems problem.List
	var lanes []drawing.Label
	var messages []drawing.Message
	var kinds []string
	lane := func(n figure.Name) int {
		text := n.Sym
		if i := slices.IndexFunc(lanes, func(l drawing.Label) bool { return l.Text == text }); i >= 0 {
			return i
		}
		lanes = append(lanes, a.label(f, f.named[n.Pos].fn(), text))
		return len(lanes) - 1
	}
	for _, m := range f.block.Messages {
		e, p := f.messageEdge(g, m)
		if p != nil {
			problems = append(problems, p)
			continue
		}
		_, href := a.sitePlace(f, e.At)
		place := fmt.Sprintf("%s (%s:%d)", f.shortName(e.From), e.At.File, e.At.Line)
		word := ""
		if e.Go {
			word = "go"
		}
		messages = append(messages, drawing.Message{Label: drawing.Label{Text: m.Call.Sym, Href: href, Hint: place},
			From: lane(m.From), To: lane(m.To), Kind: string(e.Kind), Aside: word, Note: m.Text})
		kinds = append(kinds, string(e.Kind))
	}
	if len(problems) == 0 {
		f.draw(drawing.Sequence(f.svgID(), f.title(), lanes, messages), kinds)
	}
	return problems
}

// messageEdge finds the call that a message stands for: from the function that it names, or any method of the type that it
// names, to the method of the other type, or to the function that it names.
func (f *diagram) messageEdge(g *callgraph.Graph, m figure.Message) (callgraph.Edge, *problem.Problem) {
	from, to := f.named[m.From.Pos].fn(), f.named[m.To.Pos].fn()
	target := callgraph.Func{Package: to.Package, Symbol: to.Symbol + "." + m.Call.Sym}
	if to.Symbol == m.Call.Sym {
		target = to
	}
	if g.Object(target) == nil {
		return callgraph.Edge{}, &problem.Problem{Pos: m.Call.Pos, Kind: problem.Missing,
			Message: fmt.Sprintf("%s has no %s that is called anywhere", m.To, m.Call.Sym)}
	}
	// Plain functions are nobody's: one that is no lane counts as part of whoever calls it.
	plain := func(fn callgraph.Func) bool {
		return !strings.Contains(fn.Symbol, ".") && f.originOf(fn.Package) != nil && !slices.ContainsFunc(f.parts(), func(p *part) bool { return p.fn() == fn })
	}
	if e, ok := g.Reach(append([]callgraph.Func{from}, g.Members(from)...), target, plain); ok {
		return e, nil
	}
	if p := f.unsure(m.Call, from, target); p != nil {
		return callgraph.Edge{}, p
	}
	p := &problem.Problem{Pos: m.Call.Pos, Kind: problem.EdgeBroken,
		Message: fmt.Sprintf("%s does not lead to %s: none of its functions calls it or hands it over", m.From, f.shortName(target))}
	if callers := g.Callers(target); len(callers) > 0 {
		p.Fix = f.shortName(target) + " is called by: " + f.shortNames(callers, 12)
	}
	return callgraph.Edge{}, p
}

// typeGraph draws types: those named, what they hold and embed, and the interfaces that they satisfy.
func (a *analysis) typeGraph(ctx context.Context, f *diagram, g *callgraph.Graph) problem.List {
	t := &typeDrawer{analysis: a, f: f, g: g}
	var problems problem.List
	if t.fold = a.listed(ctx, f, "fold", &problems); len(problems) > 0 {
		return problems
	}
	for _, n := range f.block.Names("sym") {
		p := f.named[n.Pos]
		if t.shape(p.fn()) == nil {
			return problem.List{{Pos: n.Pos, Kind: problem.Missing, Message: fmt.Sprintf("%s is no type", cmp.Or(p.name, n.Sym))}}
		}
		t.subjects = append(t.subjects, p.fn())
	}
	svg, kinds := t.draw()
	f.draw(svg, kinds)
	return nil
}
