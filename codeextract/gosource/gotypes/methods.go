package gotypes

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// MethodSet is what a named type of the package can do, or what an interface asks for that the package declares or calls.
// Methods are kept by name and type, so that packages which were checked apart can be compared.
type MethodSet struct {
	Type      int // index into Package.Objects
	Interface bool
	Methods   []Method // sorted by name
}

// Method is one method of a MethodSet.
type Method struct {
	Name   string // with the package's path before it, where it is not exported
	Sig    string // as Call.Sig
	Object int    // where it is declared: by the type, or by one that it embeds; -1 where that has no address
}

// methodSets gives the sets of all types that the package declares, and of the interfaces that its calls go through.
func methodSets(r *root, t *objectTable, through []Call) []MethodSet {
	var sets []MethodSet
	seen := map[int]bool{}
	add := func(obj types.Object) {
		name, ok := obj.(*types.TypeName)
		if !ok || name.IsAlias() {
			return
		}
		if i := t.of(name); i >= 0 && !seen[i] {
			seen[i] = true
			if set := methodSet(name.Type(), t); len(set.Methods) > 0 {
				set.Type = i
				sets = append(sets, set)
			}
		}
	}
	scope := r.types.Scope()
	for _, name := range scope.Names() {
		add(scope.Lookup(name))
	}
	for _, c := range through {
		if c.Kind != InterfaceCall {
			continue
		}
		if c.Recv >= 0 {
			add(t.typeName(r.types, c.Recv))
		}
		add(t.typeName(r.types, t.owner(c.To)))
	}
	return sets
}

// owner is the index of the type that declares a method, -1 for none.
func (t *objectTable) owner(method int) int {
	o := t.objects[method]
	typ, _, ok := strings.Cut(o.Symbol, ".")
	if !ok {
		return -1
	}
	if i, ok := t.named[o.Package+"#"+typ]; ok {
		return i
	}
	return -1
}

// typeName finds an object of the table again in the package or what it imports, nil where it is out of reach.
func (t *objectTable) typeName(from *types.Package, object int) types.Object {
	if object < 0 {
		return nil
	}
	o := t.objects[object]
	if o.Package == from.Path() {
		return from.Scope().Lookup(o.Symbol)
	}
	if p := t.checker.done[o.Package]; p != nil {
		return p.Scope().Lookup(o.Symbol)
	}
	return nil
}

// methodSet is all that can be called on a type, or on a pointer to it.
func methodSet(typ types.Type, t *objectTable) MethodSet {
	set := MethodSet{Interface: types.IsInterface(typ)}
	if !set.Interface {
		typ = types.NewPointer(typ)
	}
	all := types.NewMethodSet(typ)
	for i := range all.Len() {
		f, ok := all.At(i).Obj().(*types.Func)
		if !ok {
			continue
		}
		name := f.Name()
		if !f.Exported() && f.Pkg() != nil {
			name = f.Pkg().Path() + "." + name
		}
		sig, _ := all.At(i).Type().(*types.Signature)
		set.Methods = append(set.Methods, Method{Name: name, Sig: canonical(sig), Object: t.of(f)})
	}
	slices.SortFunc(set.Methods, func(a, b Method) int { return strings.Compare(a.Name, b.Name) })
	return set
}

// Has says whether a type with the set's methods satisfies an interface. Where types have parameters, the number of a
// method's parameters and results is compared instead of their types.
func (s *MethodSet) Has(iface *MethodSet) bool {
	i := 0
	for _, want := range iface.Methods {
		for i < len(s.Methods) && s.Methods[i].Name < want.Name {
			i++
		}
		if i == len(s.Methods) || s.Methods[i].Name != want.Name || !SameSignature(s.Methods[i].Sig, want.Sig) {
			return false
		}
	}
	return true
}

// SameSignature compares two signatures in the form of Call.Sig. Where one has a type parameter, only the numbers of
// parameters and results are compared.
func SameSignature(a, b string) bool {
	if a == b {
		return true
	}
	return strings.Contains(a+b, "$") && arity(a) == arity(b)
}

// arity gives the numbers of a signature's parameters and results, as "2,1".
func arity(sig string) string {
	counts, k, depth, empty := [2]int{}, 0, 0, true
	for _, r := range sig {
		switch r {
		case '(', '[', '{':
			if depth++; depth == 1 {
				empty = true
			}
			continue
		case ')', ']', '}':
			if depth--; depth == 0 && k < 2 {
				if !empty {
					counts[k]++
				}
				k++
			}
		case ',':
			if depth == 1 && k < 2 {
				counts[k]++
			}
		default:
			empty = false
		}
	}
	return fmt.Sprint(counts[0], ",", counts[1])
}
