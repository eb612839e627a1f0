package codeextract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/drawing"
	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/problem"
)

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
