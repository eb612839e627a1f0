package repocheck

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestNoPackageState forbids func init and package-level variables that can change. A variable passes where it is
//   - blank (an interface assertion),
//   - embedded by a go:embed comment,
//   - initialised in its declaration, and nothing in its package assigns to it or to a part of it, takes its address,
//     or hands it to append, clear, copy or delete; and its value is no pointer, channel or lock, behind which state hides.
//
// informer is left out where client-go's API demands a variable.
func TestNoPackageState(t *testing.T) {
	byDir := map[string][]*goFile{}
	for _, f := range goFiles(t) {
		if !f.test {
			byDir[f.dir] = append(byDir[f.dir], f)
		}
	}
	for dir, files := range byDir {
		changed := map[string]bool{}
		for _, f := range files {
			changedNames(f.syntax, changed)
		}
		for _, f := range files {
			for _, decl := range f.syntax.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil && d.Name.Name == "init" {
						t.Errorf("%s:%d: func init", f.path, f.line(d.Pos()))
					}
				case *ast.GenDecl:
					if d.Tok == token.VAR && !within(dir, "informer") {
						checkVars(t, f, d, changed)
					}
				}
			}
		}
	}
}

func checkVars(t *testing.T, f *goFile, d *ast.GenDecl, changed map[string]bool) {
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		if embedded(d.Doc) || embedded(s.Doc) {
			continue
		}
		for i, name := range s.Names {
			switch {
			case name.Name == "_":
			case i >= len(s.Values):
				t.Errorf("%s:%d: package variable %s has no value of its own", f.path, f.line(name.Pos()), name.Name)
			case changed[name.Name]:
				t.Errorf("%s:%d: package variable %s is changed", f.path, f.line(name.Pos()), name.Name)
			case hidesState(s.Values[i]):
				t.Errorf("%s:%d: package variable %s can hide state", f.path, f.line(name.Pos()), name.Name)
			}
		}
	}
}

func embedded(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, "//go:embed ") {
			return true
		}
	}
	return false
}

// hidesState recognises values that change without an assignment: what make and new give, pointers, and literals of sync.
func hidesState(value ast.Expr) bool {
	switch v := value.(type) {
	case *ast.UnaryExpr:
		return v.Op == token.AND
	case *ast.CallExpr:
		fn, ok := v.Fun.(*ast.Ident)
		return ok && (fn.Name == "make" || fn.Name == "new")
	case *ast.CompositeLit:
		sel, ok := v.Type.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := sel.X.(*ast.Ident)
		return ok && (pkg.Name == "sync" || pkg.Name == "atomic")
	}
	return false
}

// changedNames records the names that a file assigns to in any way. A local variable of the same name counts, too: that
// is a reason to rename one of the two.
func changedNames(file *ast.File, changed map[string]bool) {
	mark := func(e ast.Expr) {
		if name := rootName(e); name != "" {
			changed[name] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					mark(e)
				}
			}
		case *ast.IncDecStmt:
			mark(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				mark(n.X)
			}
		case *ast.CallExpr:
			if fn, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 {
				switch fn.Name {
				case "append", "clear", "copy", "delete":
					mark(n.Args[0])
				}
			}
		}
		return true
	})
}

// rootName gives x for x, x.f, x[i], *x and mixtures of them.
func rootName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return ""
		}
	}
}
