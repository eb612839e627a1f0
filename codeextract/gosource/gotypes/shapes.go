package gotypes

import (
	"go/types"
	"slices"
)

// Shape is what a type that the package declares is made of.
type Shape struct {
	Type   int // index into Package.Objects
	Fields []Field
}

// Field is a field of a struct, a method of an interface, or something embedded.
type Field struct {
	Name     string
	Text     string // its type, packages by name; of a method what follows its name
	Object   int    // itself; -1 where it has no address
	Embedded bool
	Refs     []int // the named types in its type, in their order
}

// shapes describes the package's types in the order of their names.
func shapes(r *root, t *objectTable) []Shape {
	qualify := func(p *types.Package) string {
		if p == r.types {
			return ""
		}
		return p.Name()
	}
	scope := r.types.Scope()
	var out []Shape
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || obj.Type() == nil {
			continue
		}
		s := Shape{Type: t.of(obj)}
		switch u := obj.Type().Underlying().(type) {
		case *types.Struct:
			for i := range u.NumFields() {
				f := u.Field(i)
				s.Fields = append(s.Fields, Field{Name: f.Name(), Text: types.TypeString(f.Type(), qualify), Object: t.of(f),
					Embedded: f.Embedded(), Refs: t.mentioned(f.Type(), nil)})
			}
		case *types.Interface:
			for i := range u.NumEmbeddeds() {
				e := u.EmbeddedType(i)
				s.Fields = append(s.Fields, Field{Name: types.TypeString(e, qualify), Object: -1, Embedded: true, Refs: t.mentioned(e, nil)})
			}
			for i := range u.NumExplicitMethods() {
				m := u.ExplicitMethod(i)
				text := types.TypeString(m.Signature(), qualify)
				s.Fields = append(s.Fields, Field{Name: m.Name(), Text: text[len("func"):], Object: t.of(m), Refs: t.mentioned(m.Signature(), nil)})
			}
		default:
			s.Fields = []Field{{Text: types.TypeString(u, qualify), Object: -1, Refs: t.mentioned(u, nil)}}
		}
		if s.Type >= 0 {
			out = append(out, s)
		}
	}
	return out
}

// mentioned adds the named types in a type to a list, each once.
func (t *objectTable) mentioned(typ types.Type, list []int) []int {
	tuple := func(ts *types.Tuple) {
		for i := range ts.Len() {
			list = t.mentioned(ts.At(i).Type(), list)
		}
	}
	switch typ := types.Unalias(typ).(type) {
	case *types.Named:
		if i := t.of(typ.Obj()); i >= 0 && !slices.Contains(list, i) {
			list = append(list, i)
		}
		for i := range typ.TypeArgs().Len() {
			list = t.mentioned(typ.TypeArgs().At(i), list)
		}
	case *types.Map:
		return t.mentioned(typ.Elem(), t.mentioned(typ.Key(), list))
	case *types.Signature:
		tuple(typ.Params())
		tuple(typ.Results())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return t.mentioned(typ.Elem(), list)
	}
	return list
}
