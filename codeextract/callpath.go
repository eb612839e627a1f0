package codeextract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/callgraph"
	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// callPath verifies a call path: each step must lead to the next.
func (a *analysis) callPath(f *diagram, g *callgraph.Graph) (problems problem.List) {
	out := &pagedata.Path{Title: f.block.Header.Title, Steps: []*pagedata.Step{}}
	steps := f.block.Steps
	for i, n := range steps {
		p := f.named[n.Pos]
		step := &pagedata.Step{Symbol: p.decl.Symbol, Href: a.hrefOf(f.page, p), Title: signature(p)}
		if p.origin.importPath() != f.named[steps[0].Pos].origin.importPath() {
			step.Label = p.src
		}
		if i > 0 {
			from := f.named[steps[i-1].Pos]
			e, ok := g.Between(from.fn(), p.fn())
			if !ok {
				problems = append(problems, f.brokenEdge(g, n, from.fn(), p.fn()))
				continue
			}
			step.Edge = a.edgeData(f, e)
		}
		out.Steps = append(out.Steps, step)
	}
	if len(problems) == 0 {
		f.setPath(out)
	}
	return problems
}

func (a *analysis) edgeData(f *diagram, e callgraph.Edge) *pagedata.Edge {
	out := &pagedata.Edge{Kind: string(e.Kind), Go: e.Go, Defer: e.Defer, Closure: e.Closure, Via: e.Via, Loose: e.Weak}
	out.Place, out.Href = a.sitePlace(f, e.At)
	if e.Handed != nil {
		out.Handed = &pagedata.Site{Symbol: f.shortName(e.Handed.In)}
		out.Handed.Place, out.Handed.Href = a.sitePlace(f, *e.Handed)
	}
	return out
}

// brokenEdge says that one symbol does not lead to the next, and which way there is, ready to paste.
func (f *diagram) brokenEdge(g *callgraph.Graph, n figure.Name, from, to callgraph.Func) *problem.Problem {
	if p := f.unsure(n, from, to); p != nil {
		return p
	}
	p := &problem.Problem{Pos: n.Pos, Kind: problem.EdgeBroken,
		Message: fmt.Sprintf("%s does not lead to %s: it neither calls it nor hands it over", f.shortName(from), f.shortName(to))}
	if way := g.Path(from, to); way != nil {
		names := []string{f.shortName(from)}
		for _, e := range way {
			names = append(names, f.shortName(e.To))
		}
		p.Fix = strings.Join(names, " → ")
		return p
	}
	var next []callgraph.Func
	for _, e := range g.Callees(from) {
		if f.originOf(e.To.Package) != nil && e.To != from {
			next = append(next, e.To)
		}
	}
	if len(next) == 0 {
		p.Fix = f.shortName(from) + " leads to nothing in the packages that the block names"
		return p
	}
	p.Fix = fmt.Sprintf("%s leads to: %s", f.shortName(from), f.shortNames(next, 12))
	return p
}

// unsure is the problem where code with type errors may hide a step, nil where all is known.
func (f *diagram) unsure(n figure.Name, from, to callgraph.Func) *problem.Problem {
	for _, p := range f.typed {
		if p.Errors > 0 && (p.Path == from.Package || p.Path == to.Package) {
			return &problem.Problem{Pos: n.Pos, Kind: problem.Unavailable,
				Message: fmt.Sprintf("cannot judge whether %s leads to %s: package %s has type errors (%d)", f.shortName(from), f.shortName(to), p.Path, p.Errors)}
		}
	}
	return nil
}

// ways marks the snippets of each page that show a step of one of its call paths.
func (a *analysis) ways() {
	for _, page := range a.report.Pages {
		for _, f := range page.figures {
			if f.path == nil || f.path.Error != "" {
				continue
			}
			for _, s := range page.snippets {
				if data := page.data.Snippets[s.id]; data != nil && data.Error == "" {
					data.Ways = append(data.Ways, f.waysOf(s)...)
				}
			}
		}
	}
}

// waysOf gives the steps of the path that a snippet shows.
func (f *diagram) waysOf(s *snippet) (ways []*pagedata.Way) {
	steps := f.path.Steps
	for i, n := range f.block.Steps {
		key := f.named[n.Pos].key()
		if !slices.ContainsFunc(s.parts, func(p *part) bool { return p.decl != nil && p.key() == key }) {
			continue
		}
		way := &pagedata.Way{Path: f.id, N: i + 1, Of: len(steps)}
		if i > 0 {
			way.Prev = &pagedata.Link{Label: steps[i-1].Symbol, Href: steps[i-1].Href}
		}
		if i+1 < len(steps) {
			way.Next = &pagedata.Link{Label: steps[i+1].Symbol, Href: steps[i+1].Href}
		}
		ways = append(ways, way)
	}
	return ways
}
