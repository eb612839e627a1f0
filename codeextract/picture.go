package codeextract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/drawing"
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
