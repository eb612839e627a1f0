package repocheck

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Ceilings; the aims are about half of them.
const (
	maxFunction = 80  // lines, from "func" to its closing brace
	maxFile     = 400 // lines of a Go file that is no test
	maxTemplate = 80  // lines of a template
	maxExported = 25  // top-level exported names of a package, methods and fields not counted
)

func TestSizes(t *testing.T) {
	exported := map[string][]string{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		if n := lines(f.source); n > maxFile {
			t.Errorf("%s: %d lines, at most %d", f.path, n, maxFile)
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				if n := f.line(fn.End()) - f.line(fn.Pos()) + 1; n > maxFunction {
					t.Errorf("%s:%d: %s has %d lines, at most %d", f.path, f.line(fn.Pos()), fn.Name.Name, n, maxFunction)
				}
			}
		}
		exported[f.dir] = append(exported[f.dir], exportedNames(f.syntax)...)
	}
	for dir, names := range exported {
		// informer mirrors an API that others designed.
		if len(names) > maxExported && !within(dir, "informer") {
			slices.Sort(names)
			t.Errorf("%s: %d exported names, at most %d: %s", dir, len(names), maxExported, strings.Join(names, " "))
		}
	}
}

func lines(source []byte) int { return bytes.Count(source, []byte("\n")) }

func exportedNames(file *ast.File) []string {
	var names []string
	eachTopLevel(file, func(name *ast.Ident, _ bool) {
		if name.IsExported() {
			names = append(names, name.Name)
		}
	})
	return names
}

// eachTopLevel visits the names that a file declares, methods left out, and whether each has a comment of its own or of
// its group.
func eachTopLevel(file *ast.File, visit func(name *ast.Ident, documented bool)) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				visit(d.Name, d.Doc != nil)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					visit(s.Name, d.Doc != nil && !d.Lparen.IsValid() || s.Doc != nil)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						visit(name, d.Doc != nil || s.Doc != nil || s.Comment != nil)
					}
				}
			}
		}
	}
}

func TestTemplateSizes(t *testing.T) {
	found := 0
	for _, name := range tracked(t) {
		if !strings.HasPrefix(name, "layouts/") && !(strings.HasPrefix(name, "themes/") && strings.Contains(name, "/layouts/")) {
			continue
		}
		found++
		if n := lines(readFile(t, name)); n > maxTemplate {
			t.Errorf("%s: %d lines, at most %d", name, n, maxTemplate)
		}
	}
	if found == 0 {
		t.Error("found no templates")
	}
}

func TestExportedNamesAreDocumented(t *testing.T) {
	packageDocs := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		packageDocs[f.dir] = packageDocs[f.dir] || f.syntax.Doc != nil
		eachTopLevel(f.syntax, func(name *ast.Ident, documented bool) {
			if name.IsExported() && !documented {
				t.Errorf("%s:%d: %s has no comment", f.path, f.line(name.Pos()), name.Name)
			}
		})
		for _, decl := range f.syntax.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv != nil && fn.Name.IsExported() && fn.Doc == nil && receiverExported(fn) && !conventional(fn.Name.Name) {
				t.Errorf("%s:%d: method %s has no comment", f.path, f.line(fn.Pos()), fn.Name.Name)
			}
		}
	}
	for dir, ok := range packageDocs {
		if !ok {
			t.Errorf("%s: the package has no comment", dir)
		}
	}
}

// conventional names mean the same everywhere: those of the error interfaces.
func conventional(name string) bool { return name == "Error" || name == "Unwrap" }

func receiverExported(fn *ast.FuncDecl) bool {
	expr := fn.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return token.IsExported(e.Name)
		default:
			return false
		}
	}
}

func TestGofmt(t *testing.T) {
	for _, f := range goFiles(t) {
		formatted, err := format.Source(f.source)
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		if !bytes.Equal(formatted, f.source) {
			t.Errorf("%s: not formatted as gofmt does", f.path)
		}
	}
}
