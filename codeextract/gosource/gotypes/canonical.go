package gotypes

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// canonical writes a type so that identical types have equal texts, whichever run checked them: packages by their path,
// no names of parameters, aliases followed, type parameters as $. A signature is "(params)(results)".
func canonical(t types.Type) string {
	var b strings.Builder
	writeType(&b, t)
	return b.String()
}

func writeType(b *strings.Builder, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		b.WriteString(types.Typ[t.Kind()].Name()) // byte is uint8
	case *types.Named:
		writeNamed(b, t)
	case *types.TypeParam:
		b.WriteByte('$')
	case *types.Pointer:
		b.WriteByte('*')
		writeType(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		writeType(b, t.Elem())
	case *types.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		writeType(b, t.Elem())
	case *types.Map:
		b.WriteString("map[")
		writeType(b, t.Key())
		b.WriteByte(']')
		writeType(b, t.Elem())
	case *types.Chan:
		b.WriteString([...]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()])
		writeType(b, t.Elem())
	case *types.Signature:
		writeTuple(b, t.Params(), t.Variadic())
		writeTuple(b, t.Results(), false)
	case *types.Interface:
		writeInterface(b, t)
	case *types.Struct:
		b.WriteString("struct{")
		for i := range t.NumFields() {
			b.WriteString(t.Field(i).Name() + " ")
			writeType(b, t.Field(i).Type())
			b.WriteByte(';')
		}
		b.WriteByte('}')
	default:
		b.WriteByte('?')
	}
}

func writeNamed(b *strings.Builder, t *types.Named) {
	if pkg := t.Obj().Pkg(); pkg != nil {
		b.WriteString(pkg.Path() + ".")
	}
	b.WriteString(t.Obj().Name())
	args := t.TypeArgs()
	if args.Len() == 0 && t.TypeParams().Len() > 0 { // inside of its own declaration
		b.WriteString("[$]")
		return
	}
	for i := range args.Len() {
		b.WriteString([2]string{"[", ","}[min(i, 1)])
		writeType(b, args.At(i))
	}
	if args.Len() > 0 {
		b.WriteByte(']')
	}
}

func writeTuple(b *strings.Builder, t *types.Tuple, variadic bool) {
	b.WriteByte('(')
	for i := range t.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if variadic && i == t.Len()-1 {
			b.WriteString("...")
		}
		writeType(b, t.At(i).Type())
	}
	b.WriteByte(')')
}

func writeInterface(b *strings.Builder, t *types.Interface) {
	if t.Empty() {
		b.WriteString("any")
		return
	}
	var parts []string
	for i := range t.NumMethods() {
		parts = append(parts, t.Method(i).Name()+canonical(t.Method(i).Signature()))
	}
	for i := range t.NumEmbeddeds() {
		if !types.IsInterface(t.EmbeddedType(i)) || t.NumMethods() == 0 {
			parts = append(parts, t.EmbeddedType(i).String())
		}
	}
	slices.Sort(parts)
	b.WriteString("interface{" + strings.Join(parts, ";") + "}")
}
