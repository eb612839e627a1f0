package callgraph

import (
	"slices"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
)

// target is a function that a function value may stand for, and where it was made one.
type target struct {
	fn Func
	at Site
}

// targets gives the functions that the value called by c may stand for: what flows there, else all of its type.
func (g *Graph) targets(c call) (found []target, weak bool) {
	seen := map[place]bool{}
	switch {
	case c.Param >= 0:
		found = g.flow(place{c.from, c.Param}, seen)
	case c.To >= 0:
		found = g.flow(place{c.to, -1}, seen)
	}
	if len(found) > 0 {
		return found, false
	}
	return g.ofType(c.Sig), true
}

// place is where a function value lies: a field or variable, or a parameter of a function.
type place struct {
	of    Func
	param int // -1 for a field or variable
}

// flow gives the functions that are put into a place, or passed on to it from another.
func (g *Graph) flow(to place, seen map[place]bool) []target {
	if seen[to] {
		return nil
	}
	seen[to] = true
	var out []target
	for _, v := range g.values {
		if v.Into < 0 || v.Param != to.param || v.into != to.of && !slices.Contains(g.implementers(v.into, Func{}), to.of) {
			continue
		}
		out = append(out, g.origin(v, seen)...)
	}
	return out
}

// origin gives the functions that a value which is handed over stands for.
func (g *Graph) origin(v call, seen map[place]bool) []target {
	at := Site{In: v.from, File: v.File, Line: v.Line}
	switch {
	case v.Literal:
		return g.inside(v, at)
	case v.Passed >= 0:
		return g.flow(place{v.from, v.Passed}, seen)
	case v.To < 0:
		return nil
	}
	if o := g.decls[v.to]; o != nil && o.Kind != "func" && o.Kind != "method" {
		return g.flow(place{v.to, -1}, seen)
	}
	out := []target{{v.to, at}}
	for _, to := range g.implementers(v.to, Func{}) {
		out = append(out, target{to, at})
	}
	return out
}

// inside gives the functions that a function literal calls.
func (g *Graph) inside(literal call, at Site) []target {
	var out []target
	for _, c := range g.calls[literal.from] {
		if c.Lit != literal.Start || c.File != literal.File || c.Kind != gotypes.StaticCall && c.Kind != gotypes.InterfaceCall {
			continue
		}
		for _, e := range g.edgesOf(c) {
			out = append(out, target{e.To, at})
		}
	}
	return out
}

// ofType gives every function of a type that is handed over anywhere.
func (g *Graph) ofType(sig string) []target {
	if found, ok := g.dynamic[sig]; ok {
		return found
	}
	var out []target
	for _, v := range g.values {
		if !gotypes.SameSignature(v.Sig, sig) {
			continue
		}
		for _, t := range g.origin(v, map[place]bool{}) {
			if !slices.ContainsFunc(out, func(have target) bool { return have.fn == t.fn }) {
				out = append(out, t)
			}
		}
	}
	g.dynamic[sig] = out
	return out
}
