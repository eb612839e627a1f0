package gotypes

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// Call is one place where a function of the package leads to another: it calls it, or hands it over as a value.
type Call struct {
	From    int      // index into Package.Objects: the function, or the package-level variable whose initialiser it stands in
	To      int      // what is called or handed over: a function, a method, or a variable or field that holds one; -1 where that has no address
	Kind    CallKind // how
	Recv    int      // Interface: the interface that it is called through, which may embed the one that declares the method; else -1
	Into    int      // Value: the field or variable that it is stored in, or the function that it is passed to; else -1
	Param   int      // Value: which parameter of Into it is passed as. Dynamic: which parameter of From is called. -1 for none
	Passed  int      // Value: which parameter of From it is, where To is none; else -1
	Literal bool     // Value: a function literal is handed over, the one that begins at Start
	Sig     string   // Value, Dynamic: the type of the function value, in a form that can be compared; see canonical
	Via     string   // Value: whom it is handed to, for readers, such as "wait.Until" or "Config.Process". Dynamic: what is called
	Go      bool     // in a go statement
	Defer   bool     // in a defer statement
	Lit     int      // offset of the innermost function literal around the place, -1 outside of one
	File    string   // as File.Name
	Line    int      // from 1
	Start   int      // offset in the file
}

// CallKind is the way in which one function leads to another.
type CallKind string

// The kinds of Call.
const (
	StaticCall    CallKind = "static"    // a function, or a method of a concrete type
	InterfaceCall CallKind = "interface" // a method of an interface
	ValueUse      CallKind = "value"     // handed over, not called here
	DynamicCall   CallKind = "dynamic"   // a function value is called
)

// calls gives every call and every function value in the package, in source order.
func calls(r *root, t *objectTable) []Call {
	w := &callWalk{info: r.info, table: t}
	for _, f := range r.files {
		w.file = f
		for _, decl := range f.tree.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				w.from, w.params = t.of(r.info.Defs[d.Name]), nil
				if obj, ok := r.info.Defs[d.Name].(*types.Func); ok {
					w.params = obj.Signature().Params()
				}
				w.walk(d)
			case *ast.GenDecl:
				w.initialisers(d)
			}
		}
	}
	return w.calls
}

// callWalk is the walk through one declaration after the other.
type callWalk struct {
	info   *types.Info
	table  *objectTable
	file   *rootFile
	from   int
	params *types.Tuple // of the function walked through
	calls  []Call
}

func (w *callWalk) initialisers(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) > 0 {
			w.from, w.params = w.table.of(w.info.Defs[v.Names[0]]), nil
			w.walk(v)
		}
	}
}

func (w *callWalk) walk(n ast.Node) {
	if w.from < 0 {
		return
	}
	ast.PreorderStack(n, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			w.call(n, stack)
		case *ast.Ident:
			w.value(n, stack)
		case *ast.FuncLit:
			w.literal(n, stack)
		}
		return true
	})
}

// call notes what a call expression calls. Conversions and builtins are no calls, nor is a literal that is called where it
// stands: its body is part of the function.
func (w *callWalk) call(n *ast.CallExpr, stack []ast.Node) {
	fun := ast.Unparen(n.Fun)
	if tv, ok := w.info.Types[fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return
	}
	if _, literal := fun.(*ast.FuncLit); literal {
		return
	}
	c := w.at(n, stack)
	callee := typeutil.Callee(w.info, n)
	if f, ok := callee.(*types.Func); ok {
		c.Kind, c.To = StaticCall, w.table.of(f)
		if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			c.Kind, c.Recv = InterfaceCall, w.through(fun)
		}
		if c.To >= 0 {
			w.calls = append(w.calls, c)
		}
		return
	}
	sig := signatureOf(w.info.TypeOf(fun))
	if sig == nil {
		return
	}
	c.Kind, c.Sig, c.Via = DynamicCall, canonical(sig), types.ExprString(fun)
	c.To, c.Param = w.holder(fun)
	w.calls = append(w.calls, c)
}

// through is the named interface that a method is called on, -1 for one without a name.
func (w *callWalk) through(fun ast.Expr) int {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return -1
	}
	if s := w.info.Selections[sel]; s != nil && len(s.Index()) > 1 {
		return -1 // through an embedded field
	}
	t := w.info.TypeOf(sel.X)
	if t == nil {
		return -1
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && types.IsInterface(named) {
		return w.table.of(named.Obj())
	}
	return -1
}

// signatureOf is the type of a function value, nil for what is none.
func signatureOf(t types.Type) *types.Signature {
	if t == nil || t.Underlying() == nil {
		return nil
	}
	sig, _ := t.Underlying().(*types.Signature)
	return sig
}

// holder says where a function value comes from: a field or package-level variable, or a parameter of the function.
func (w *callWalk) holder(e ast.Expr) (object, param int) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := w.info.Uses[e].(*types.Var)
		if !ok {
			return -1, -1
		}
		for i := range w.params.Len() {
			if w.params.At(i) == v {
				return -1, i
			}
		}
		return w.table.of(v), -1
	case *ast.SelectorExpr:
		if v, ok := w.info.Uses[e.Sel].(*types.Var); ok {
			return w.table.of(v), -1
		}
	}
	return -1, -1
}

// at is a Call without its kind.
func (w *callWalk) at(n ast.Node, stack []ast.Node) Call {
	pos := w.table.checker.fset.PositionFor(n.Pos(), false)
	c := Call{From: w.from, To: -1, Recv: -1, Into: -1, Param: -1, Passed: -1, Lit: -1, File: w.file.name, Line: pos.Line, Start: pos.Offset}
	if call, ok := n.(*ast.CallExpr); ok { // the line of the name, where a chain of calls spans lines
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			pos = w.table.checker.fset.PositionFor(sel.Sel.Pos(), false)
			c.Line, c.Start = pos.Line, pos.Offset
		}
	}
	for i := len(stack) - 1; i >= 0; i-- {
		switch up := stack[i].(type) {
		case *ast.FuncLit:
			c.Lit = w.table.checker.fset.PositionFor(up.Pos(), false).Offset
			c.Go, c.Defer = c.Go || started(stack, i, token.GO), c.Defer || started(stack, i, token.DEFER)
			return c
		case *ast.GoStmt:
			c.Go = true
		case *ast.DeferStmt:
			c.Defer = true
		}
	}
	return c
}

// started says whether a function literal is what a go or defer statement calls.
func started(stack []ast.Node, i int, word token.Token) bool {
	if i < 2 {
		return false
	}
	call, ok := stack[i-1].(*ast.CallExpr)
	if !ok || ast.Unparen(call.Fun) != stack[i] {
		return false
	}
	switch stack[i-2].(type) {
	case *ast.GoStmt:
		return word == token.GO
	case *ast.DeferStmt:
		return word == token.DEFER
	}
	return false
}
