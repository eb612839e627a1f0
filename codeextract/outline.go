package codeextract

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/drawing"
	"github.com/srcblog/srcblog/codeextract/problem"
)

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
