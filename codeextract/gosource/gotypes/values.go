package gotypes

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// value notes a function that is used without being called, and a variable or field that passes one on.
func (w *callWalk) value(id *ast.Ident, stack []ast.Node) {
	switch w.info.Uses[id].(type) {
	case *types.Func, *types.Var:
	default:
		return
	}
	expr, depth := ast.Expr(id), len(stack)
	if depth > 0 {
		if sel, ok := stack[depth-1].(*ast.SelectorExpr); ok {
			if sel.Sel != id {
				return // the operand: another identifier decides
			}
			expr, depth = sel, depth-1
		}
	}
	for depth > 0 { // (f), f[T]
		up, ok := stack[depth-1].(ast.Expr)
		if !ok || !wraps(up, expr) {
			break
		}
		expr, depth = up, depth-1
	}
	sig := signatureOf(w.info.TypeOf(expr))
	if sig == nil {
		return
	}
	c := w.at(expr, stack[:depth])
	c.Kind, c.Sig = ValueUse, canonical(sig)
	switch obj := w.info.Uses[id].(type) {
	case *types.Func:
		c.To = w.table.of(obj)
	case *types.Var:
		c.To, c.Passed = w.holder(expr)
	}
	if (c.To >= 0 || c.Passed >= 0) && w.handed(&c, expr, stack[:depth]) {
		w.calls = append(w.calls, c)
	}
}

// literal notes a function literal that is handed over.
func (w *callWalk) literal(n *ast.FuncLit, stack []ast.Node) {
	sig := signatureOf(w.info.TypeOf(n))
	if sig == nil {
		return
	}
	c := w.at(n, stack)
	c.Kind, c.Sig, c.Literal = ValueUse, canonical(sig), true
	if w.handed(&c, n, stack) {
		w.calls = append(w.calls, c)
	}
}

// wraps says whether an expression is another one in parentheses or instantiated.
func wraps(up, inner ast.Expr) bool {
	switch up := up.(type) {
	case *ast.ParenExpr:
		return true
	case *ast.IndexExpr:
		return up.X == inner
	case *ast.IndexListExpr:
		return up.X == inner
	}
	return false
}

// handed finds out where a function value goes. It is false where the value is called, compared or assigned to.
func (w *callWalk) handed(c *Call, expr ast.Expr, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch up := stack[i].(type) {
		case *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
		case *ast.CallExpr:
			if within(up.Fun, expr) {
				return false
			}
			if tv, ok := w.info.Types[ast.Unparen(up.Fun)]; ok && tv.IsType() {
				break // a conversion: go on with its result
			}
			w.passed(c, up, expr)
			return true
		case *ast.KeyValueExpr:
			if up.Key == expr {
				return false
			}
			if key, ok := up.Key.(*ast.Ident); ok {
				if field, ok := w.info.Uses[key].(*types.Var); ok && field.IsField() {
					c.Into = w.table.of(field)
					c.Via = w.symbol(c.Into, key.Name)
				}
			}
			return true
		case *ast.AssignStmt:
			return w.assigned(c, up, expr)
		case *ast.ValueSpec:
			c.Via = up.Names[0].Name
			c.Into = w.table.of(w.info.Defs[up.Names[0]])
			return true
		case *ast.ReturnStmt:
			c.Via = "return"
			return true
		case *ast.BinaryExpr, *ast.SelectorExpr:
			return false
		case ast.Stmt:
			return true
		}
	}
	return true
}

// symbol is an object's address for readers.
func (w *callWalk) symbol(object int, otherwise string) string {
	if object < 0 {
		return otherwise
	}
	return w.table.objects[object].Symbol
}

// passed notes the function that a value is an argument of.
func (w *callWalk) passed(c *Call, call *ast.CallExpr, arg ast.Expr) {
	c.Via = types.ExprString(ast.Unparen(call.Fun))
	f, ok := typeutil.Callee(w.info, call).(*types.Func)
	if !ok {
		return
	}
	c.Into = w.table.of(f)
	if recv := f.Signature().Recv(); recv != nil {
		c.Via = w.symbol(c.Into, c.Via)
	}
	for i, a := range call.Args {
		if within(a, arg) {
			c.Param = min(i, f.Signature().Params().Len()-1)
		}
	}
}

// assigned notes what a value is assigned to.
func (w *callWalk) assigned(c *Call, up *ast.AssignStmt, expr ast.Expr) bool {
	for _, lhs := range up.Lhs {
		if within(lhs, expr) {
			return false
		}
	}
	for i, rhs := range up.Rhs {
		if within(rhs, expr) && len(up.Lhs) == len(up.Rhs) {
			c.Via = types.ExprString(up.Lhs[i])
			if up.Tok != token.DEFINE {
				into, _ := w.holder(up.Lhs[i])
				if c.Into = into; into >= 0 {
					c.Via = w.symbol(into, c.Via)
				}
			}
		}
	}
	return true
}

func within(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}
