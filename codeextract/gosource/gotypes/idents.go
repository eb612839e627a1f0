package gotypes

import (
	"go/ast"
	"go/types"
	"slices"
)

// idents gives every identifier of a file, in source order.
func idents(r *root, f *rootFile, t *objectTable) []Ident {
	w := &identWalk{root: r, file: f, table: t, embedded: embeddedNames(f.tree)}
	ast.Inspect(f.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.File:
			w.add(n.Name, Ident{Kind: "package", Object: t.pkg(r.types), Decl: -1, Def: true})
			w.packageName = n.Name
		case *ast.Ident:
			if n != w.packageName {
				w.ident(n)
			}
		}
		return true
	})
	slices.SortFunc(w.idents, func(a, b Ident) int { return a.Start - b.Start })
	return w.idents
}

// identWalk is one walk through a file.
type identWalk struct {
	root        *root
	file        *rootFile
	table       *objectTable
	embedded    map[*ast.Ident]bool
	packageName *ast.Ident
	idents      []Ident
}

// embeddedNames finds the names of embedded fields: they declare a field, and use the type of which readers want to know.
func embeddedNames(tree *ast.File) map[*ast.Ident]bool {
	names := map[*ast.Ident]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok && s.Fields != nil {
			for _, field := range s.Fields.List {
				if len(field.Names) == 0 {
					ast.Inspect(field.Type, func(n ast.Node) bool {
						if id, ok := n.(*ast.Ident); ok {
							names[id] = true
						}
						return true
					})
				}
			}
		}
		return true
	})
	return names
}

func (w *identWalk) add(n *ast.Ident, id Ident) {
	if !n.Pos().IsValid() || n.Name == "" {
		return
	}
	id.Start = w.table.checker.fset.PositionFor(n.Pos(), false).Offset
	id.End = id.Start + len(n.Name)
	if id.End <= len(w.file.src) && string(w.file.src[id.Start:id.End]) == n.Name { // the parser invents names in broken code
		w.idents = append(w.idents, id)
	}
}

func (w *identWalk) ident(n *ast.Ident) {
	obj, def := w.root.info.Defs[n], true
	if use := w.root.info.Uses[n]; use != nil && (obj == nil || w.embedded[n]) {
		obj, def = use, false
	}
	switch {
	case n.Name == "_":
		w.add(n, Ident{Kind: "blank", Object: -1, Decl: -1})
		return
	case obj == nil:
		w.add(n, w.unrecorded(n))
		return
	}
	id := Ident{Kind: kindOf(obj), Object: w.table.of(obj), Decl: -1, Def: def}
	if id.Object < 0 && obj.Pkg() == w.root.types && obj.Pos().IsValid() {
		pos := w.table.checker.fset.PositionFor(obj.Pos(), false)
		if pos.Filename == w.table.checker.fset.PositionFor(n.Pos(), false).Filename {
			id.Decl = pos.Offset
		}
	}
	w.add(n, id)
}

// unrecorded is what go/types records no object for: x in `switch x := v.(type)`, for which it has one in each clause,
// and what it could not resolve.
func (w *identWalk) unrecorded(n *ast.Ident) Ident {
	id := Ident{Object: -1, Decl: -1}
	if _, known := w.root.info.Defs[n]; known {
		id.Kind, id.Def = "var", true
		id.Decl = w.table.checker.fset.PositionFor(n.Pos(), false).Offset
	}
	return id
}

func kindOf(obj types.Object) Kind {
	switch obj := obj.(type) {
	case *types.PkgName:
		return "package"
	case *types.Const:
		if obj.Pkg() == nil {
			return "builtin const"
		}
		return "const"
	case *types.Nil:
		return "builtin const"
	case *types.Builtin:
		return "builtin"
	case *types.Label:
		return "label"
	case *types.TypeName:
		return typeKind(obj)
	case *types.Func:
		if obj.Signature().Recv() != nil {
			return "method"
		}
		return "func"
	case *types.Var:
		switch obj.Kind() {
		case types.FieldVar:
			return "field"
		case types.ParamVar, types.ResultVar:
			return "param"
		case types.RecvVar:
			return "receiver"
		}
		return "var"
	}
	return ""
}

func typeKind(obj *types.TypeName) Kind {
	switch {
	case obj.Pkg() == nil:
		return "builtin type"
	case isTypeParam(obj.Type()):
		return "typeparam"
	case types.IsInterface(obj.Type()):
		return "interface"
	}
	return "type"
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}
