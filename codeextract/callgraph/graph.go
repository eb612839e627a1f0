package callgraph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
)

// Func names a function, a method, or something that holds a function: by import path and address.
type Func struct{ Package, Symbol string }

// Site is a place in the source: File as gotypes names it, in the package of In.
type Site struct {
	In   Func // the function or variable around it
	File string
	Line int
}

// Kind is the way in which an edge leads from one function to the next.
type Kind string

// The kinds of Edge.
const (
	Static     Kind = "static"     // From calls To
	Interface  Kind = "interface"  // From calls a method of an interface, Via, that To is or satisfies
	Value      Kind = "value"      // From hands To over as a value, to Via; or From holds functions, and is set to To
	Dynamic    Kind = "dynamic"    // From calls a function value, Via, and To was made that value at Handed
	Implements Kind = "implements" // From is an interface's method, To is a type's
)

// Edge is one step from a function to another.
type Edge struct {
	From, To           Func
	Kind               Kind
	Go, Defer, Closure bool // in a go statement, a defer statement, a function literal
	Via                string
	At                 Site
	Handed             *Site // Dynamic
	Weak               bool  // Dynamic: only the types of the functions agree
}

// Graph is what is known of some packages. It is not for concurrent use.
type Graph struct {
	calls   map[Func][]call
	values  []call // all ValueUse, of all packages
	types   []typeSet
	ifaces  map[Func]typeSet
	decls   map[Func]*gotypes.Object
	edges   map[Func][]Edge
	dynamic map[string][]target // by signature
}

// call is a gotypes.Call with the objects it names in place of their numbers.
type call struct {
	gotypes.Call
	from, to, recv, into Func
}

// typeSet is a type and its methods, with their declarations.
type typeSet struct {
	name    Func
	set     gotypes.MethodSet
	methods []Func // of set.Methods
}

// New makes a graph of packages.
func New(pkgs ...*gotypes.Package) *Graph {
	g := &Graph{calls: map[Func][]call{}, ifaces: map[Func]typeSet{}, decls: map[Func]*gotypes.Object{},
		edges: map[Func][]Edge{}, dynamic: map[string][]target{}}
	for _, p := range pkgs {
		name := func(i int) Func {
			if i < 0 {
				return Func{}
			}
			return Func{p.Objects[i].Package, p.Objects[i].Symbol}
		}
		for _, o := range p.Objects {
			if key := (Func{o.Package, o.Symbol}); g.decls[key] == nil {
				g.decls[key] = o
			}
		}
		for _, c := range p.Calls {
			k := call{c, name(c.From), name(c.To), name(c.Recv), name(c.Into)}
			g.calls[k.from] = append(g.calls[k.from], k)
			if c.Kind == gotypes.ValueUse {
				g.values = append(g.values, k)
			}
		}
		for _, s := range p.Methods {
			t := typeSet{name: name(s.Type), set: s}
			for _, m := range s.Methods {
				t.methods = append(t.methods, name(m.Object))
			}
			if s.Interface {
				g.ifaces[t.name] = t
			} else {
				g.types = append(g.types, t)
			}
		}
	}
	return g
}

// Object describes a function that the graph's packages declare or use, nil for any other.
func (g *Graph) Object(f Func) *gotypes.Object { return g.decls[f] }

// Edges gives every step that leads on from a function, in source order. An interface's method leads to the methods that
// satisfy it.
func (g *Graph) Edges(from Func) []Edge {
	if edges, ok := g.edges[from]; ok {
		return edges
	}
	var out []Edge
	for _, to := range g.implementers(from, Func{}) {
		at := Site{In: to}
		if o := g.decls[to]; o != nil {
			at.File, at.Line = o.File, o.Line
		}
		out = append(out, Edge{From: from, To: to, Kind: Implements, At: at})
	}
	for _, c := range g.calls[from] {
		out = append(out, g.edgesOf(c)...)
	}
	out = append(out, g.held(from)...)
	g.edges[from] = out
	return out
}

// held gives the functions that a field or variable is set to.
func (g *Graph) held(holder Func) []Edge {
	var out []Edge
	for _, v := range g.values {
		if v.Into < 0 || v.Param >= 0 || v.into != holder {
			continue
		}
		for _, t := range g.origin(v, map[place]bool{}) {
			out = append(out, Edge{From: holder, To: t.fn, Kind: Value, Closure: v.Literal, Via: holder.Symbol, At: t.at})
		}
	}
	return out
}

// edgesOf gives the steps that one call or function value makes.
func (g *Graph) edgesOf(c call) []Edge {
	e := Edge{From: c.from, To: c.to, Go: c.Go, Defer: c.Defer, Closure: c.Lit >= 0, Via: c.Via,
		At: Site{In: c.from, File: c.File, Line: c.Line}}
	var out []Edge
	add := func(to Func) {
		e.To = to
		out = append(out, e)
	}
	switch c.Kind {
	case gotypes.StaticCall:
		e.Kind = Static
		add(c.to)
	case gotypes.InterfaceCall:
		e.Kind = Interface
		e.Via, _, _ = strings.Cut(cmp.Or(c.recv.Symbol, c.to.Symbol), ".")
		add(c.to)
		for _, to := range g.implementers(c.to, c.recv) {
			add(to)
		}
	case gotypes.ValueUse:
		e.Kind = Value
		if c.Literal || c.To < 0 {
			return nil
		}
		add(c.to)
		for _, to := range g.implementers(c.to, Func{}) {
			add(to)
		}
	case gotypes.DynamicCall:
		e.Kind = Dynamic
		if c.To >= 0 {
			add(c.to) // the field or variable itself
		}
		targets, weak := g.targets(c)
		for _, t := range targets {
			e.Handed, e.Weak = &t.at, weak
			add(t.fn)
		}
	}
	return out
}

// implementers gives the methods of types that satisfy an interface, for one of its methods. through is the interface that
// it was called on, where that is another one.
func (g *Graph) implementers(method, through Func) []Func {
	typ, name, ok := strings.Cut(method.Symbol, ".")
	if !ok {
		return nil
	}
	iface, ok := g.ifaces[through]
	if !ok {
		if iface, ok = g.ifaces[Func{method.Package, typ}]; !ok {
			return nil
		}
	}
	if i := strings.IndexByte(name, '#'); i >= 0 {
		name = name[:i]
	}
	var out []Func
	for _, t := range g.types {
		if !t.set.Has(&iface.set) {
			continue
		}
		for i, m := range t.set.Methods {
			own := m.Name[strings.LastIndexByte(m.Name, '.')+1:]
			if own == name && t.methods[i] != (Func{}) && !slices.Contains(out, t.methods[i]) {
				out = append(out, t.methods[i])
			}
		}
	}
	return out
}

// Satisfied gives the interfaces among those that the packages declare which a type satisfies, in order of their names.
func (g *Graph) Satisfied(typ Func) []Func {
	var out []Func
	for _, t := range g.types {
		if t.name != typ {
			continue
		}
		for name, iface := range g.ifaces {
			if t.set.Has(&iface.set) {
				out = append(out, name)
			}
		}
	}
	slices.SortFunc(out, Func.compare)
	return out
}

// Satisfying gives the types that satisfy an interface, in order of their names.
func (g *Graph) Satisfying(iface Func) []Func {
	var out []Func
	if i, ok := g.ifaces[iface]; ok {
		for _, t := range g.types {
			if t.set.Has(&i.set) {
				out = append(out, t.name)
			}
		}
	}
	slices.SortFunc(out, Func.compare)
	return out
}

func (f Func) compare(to Func) int {
	return cmp.Or(strings.Compare(f.Package, to.Package), strings.Compare(f.Symbol, to.Symbol))
}
