package callgraph

import (
	"slices"
	"strings"
)

// Between gives the plainest step from one function to another, false where none leads there: of several the one that says
// most about the code, a call before a value, the first in the source.
func (g *Graph) Between(from, to Func) (Edge, bool) {
	var best Edge
	found := false
	for _, e := range g.Edges(from) {
		if e.To == to && (!found || rank(e) < rank(best)) {
			best, found = e, true
		}
	}
	return best, found
}

func rank(e Edge) int {
	r := slices.Index([]Kind{Static, Interface, Value, Dynamic, Implements}, e.Kind)
	if e.Weak {
		r += 5
	}
	return r
}

// Path gives a shortest way from one function to another, nil where there is none. Steps that only types vouch for are not
// taken.
func (g *Graph) Path(from, to Func) []Edge {
	came := map[Func]Edge{}
	for queue := []Func{from}; len(queue) > 0; queue = queue[1:] {
		for _, e := range g.Edges(queue[0]) {
			if _, seen := came[e.To]; seen || e.Weak || e.To == from && to != from {
				continue
			}
			came[e.To] = e
			if e.To == to {
				return wayBack(came, from, to)
			}
			queue = append(queue, e.To)
		}
	}
	return nil
}

func wayBack(came map[Func]Edge, from, to Func) []Edge {
	var path []Edge
	for at := to; ; at = came[at].From {
		path = append(path, came[at])
		if came[at].From == from {
			break
		}
	}
	slices.Reverse(path)
	return path
}

// Callees gives the functions that a function leads to, each once with its plainest step, in source order: not what holds
// functions, nor steps that only types vouch for.
func (g *Graph) Callees(from Func) []Edge {
	var out []Edge
	for _, e := range g.Edges(from) {
		if o := g.decls[e.To]; e.Weak || o != nil && o.Kind != "func" && o.Kind != "method" {
			continue
		}
		i := slices.IndexFunc(out, func(have Edge) bool { return have.To == e.To })
		switch {
		case i < 0:
			out = append(out, e)
		case rank(e) < rank(out[i]):
			out[i] = e
		}
	}
	return out
}

// Reach gives the plainest last step of a way from one of several functions to another one which goes through nothing but
// functions that through says yes to. Fewer of them come before plainer steps.
func (g *Graph) Reach(from []Func, to Func, through func(Func) bool) (Edge, bool) {
	seen := map[Func]bool{}
	for len(from) > 0 {
		var best Edge
		var next []Func
		found := false
		for _, fn := range from {
			if seen[fn] {
				continue
			}
			seen[fn] = true
			if e, ok := g.Between(fn, to); ok && (!found || rank(e) < rank(best)) {
				best, found = e, true
			}
			for _, e := range g.Callees(fn) {
				if e.Kind == Static && through(e.To) {
					next = append(next, e.To)
				}
			}
		}
		if found {
			return best, true
		}
		from = next
	}
	return Edge{}, false
}

// Members gives the methods of a type that lead anywhere, in order of their names.
func (g *Graph) Members(typ Func) []Func {
	var out []Func
	for fn := range g.calls {
		if owner, _, ok := strings.Cut(fn.Symbol, "."); ok && owner == typ.Symbol && fn.Package == typ.Package {
			out = append(out, fn)
		}
	}
	slices.SortFunc(out, Func.compare)
	return out
}

// Callers gives the functions that lead to a function, in order of their names.
func (g *Graph) Callers(to Func) []Func {
	var out []Func
	for fn := range g.calls {
		if slices.ContainsFunc(g.Edges(fn), func(e Edge) bool { return e.To == to && !e.Weak }) {
			out = append(out, fn)
		}
	}
	slices.SortFunc(out, Func.compare)
	return out
}
