package gotypes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/gosource"
)

func TestTrimBodies(t *testing.T) {
	for src, want := range map[string]string{
		"func f() { return }\n":                                       "func f() {        }\n",
		"func f(a struct{ x int }, b interface{ M() }) {\n\tx\n}":     "func f(a struct{ x int }, b interface{ M() }) {\n  \n}",
		"type T struct {\n\tf func() // }\n}\nfunc g() {a}":           "type T struct {\n\tf func() // }\n}\nfunc g() { }",
		"var x = []int{1, 2}; var s = \"{\"; const c = '{'":           "var x = []int{    }; var s = \"{\"; const c = '{'",
		"func f() { `}`; \"}\\\"}\"; '}'; /* } */ // }\n}\nvar a int": "func f() {                          \n}\nvar a int",
		"type T struct /* { */ { a int }":                             "type T struct /* { */ { a int }",
		"func f() {":                                                  "func f() {",
		"\"":                                                          "\"",
		"":                                                            "",
	} {
		got := []byte(src)
		trimBodies(got)
		if len(got) != len(src) || string(got) != want && !strings.HasSuffix(src, "{") && strings.Count(src, "`") == 0 {
			t.Errorf("%q gives %q, want %q", src, got, want)
		}
		if strings.Count(string(got), "\n") != strings.Count(src, "\n") {
			t.Errorf("%q: other lines: %q", src, got)
		}
	}
}

// Whatever is trimmed of Go's own source, what it declares stays, and where.
func TestTrimRealSource(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(goroot(t), "src", "go", "*", "*.go"))
	if err != nil || len(names) == 0 {
		t.Skipf("needs Go's own source: %v", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := declared(src)
		trimBodies(src)
		if got := declared(src); got != want || want == "" {
			t.Errorf("%s declares\n%s\nand once trimmed\n%s", name, want, got)
		}
	}
}

// goroot is where the go command is installed.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// declared lists what a file declares at the top level, with offsets.
func declared(src []byte) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		return "" // test data may be broken on purpose
	}
	var b strings.Builder
	b.WriteString(file.Name.Name)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			b.WriteString(" " + d.Name.Name + fset.Position(d.Name.Pos()).String())
		case *ast.GenDecl:
			for _, s := range d.Specs {
				b.WriteString(" " + fset.Position(s.Pos()).String())
			}
		}
	}
	return b.String()
}

func FuzzTrimBodies(f *testing.F) {
	f.Add([]byte("package p\nfunc f() { `}` }\ntype T struct { a int }\n"))
	f.Add([]byte("var x = T{\"\\\"}\", '}', /* } */}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		got := append([]byte(nil), src...)
		trimBodies(got)
		if len(got) != len(src) {
			t.Fatalf("%d bytes of %d", len(got), len(src))
		}
	})
}

// load type-checks packages of a module that a test writes.
func load(t *testing.T, files map[string]string, paths ...string) ([]*Package, error) {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return Load(t.Context(), Query{Dir: dir, Paths: paths, GOOS: "linux", GOARCH: "amd64", Env: os.Environ()})
}

// Code that is broken in any way gives what can be understood of it, and never a panic.
func TestBrokenCode(t *testing.T) {
	for name, src := range map[string]string{
		"syntax":         "package a\n\nfunc (\n",
		"unknown names":  "package a\n\nfunc F(x Gone) { x.y.z(gone) }\n",
		"no import":      "package a\n\nimport \"example.com/nowhere\"\n\nvar X = nowhere.Y\n",
		"cycle":          "package a\n\ntype T struct{ T }\n\ntype U = U\n",
		"twice":          "package a\n\nfunc F() {}\n\nfunc F() {}\n",
		"itself":         "package a\n\nimport \"example.com/m/a\"\n\nvar X = a.X\n",
		"wrong generics": "package a\n\ntype G[T any] struct{ x T }\n\nvar X G\n\nfunc (g G[A, B]) M() { g.x.y() }\n",
		"cgo":            "package a\n\n// int f(void);\nimport \"C\"\n\nfunc F() int { return int(C.f()) }\n",
		"directive":      "package a\n\n//line /nowhere/x.go:900\nfunc F() { F() }\n",
		"marks":          "\ufeffpackage a\r\n\r\nfunc F() {\r\n\tF()\r\n}\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			pkgs, err := load(t, map[string]string{"a/a.go": src, "a/b.go": "package a\n\n// Good is good.\nfunc Good() { Good() }\n"}, "example.com/m/a")
			if err != nil {
				t.Fatal(err)
			}
			good := 0
			for _, f := range pkgs[0].Files {
				for _, id := range f.Idents {
					if id.Object >= 0 && pkgs[0].Objects[id.Object].Symbol == "Good" {
						good++
					}
				}
			}
			if good != 2 && name != "itself" {
				t.Errorf("Good is known %d times", good)
			}
		})
	}
	if _, err := load(t, map[string]string{"a/a.go": "package a\n"}, "example.com/m/none"); err == nil {
		t.Error("a package that is not there is no error")
	}
	if _, err := Load(t.Context(), Query{Go: filepath.Join(t.TempDir(), "none"), Dir: t.TempDir(), Paths: []string{"fmt"}, GOOS: "linux", GOARCH: "amd64"}); err == nil {
		t.Error("no go command is no error")
	}
}

// The build context is the query's.
func TestBuildContext(t *testing.T) {
	files := func() map[string]string {
		return map[string]string{
			"a/a_linux.go":   "package a\n\nconst System = \"linux\"\n",
			"a/a_windows.go": "package a\n\nconst System = \"windows\"\n",
		}
	}
	pkgs, err := load(t, files(), "example.com/m/a")
	if err != nil || len(pkgs[0].Files) != 1 || pkgs[0].Files[0].Name != "a/a_linux.go" {
		t.Errorf("%v, %+v", err, pkgs)
	}
}

// Addresses are gosource's: each object of a package is found there under its address, at its lines.
func TestAddressesAreThoseOfGosource(t *testing.T) {
	pkgs, err := Load(t.Context(), Query{Dir: "../../..", GOOS: "linux", GOARCH: "amd64", Env: os.Environ(),
		Paths: []string{"go/types", "k8s.io/client-go/tools/cache"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		checkAddresses(t, p)
	}
}

func checkAddresses(t *testing.T, p *Package) {
	dirs := map[string]string{"go/types": filepath.Join(goroot(t), "src")}
	if dirs[p.Path] == "" {
		dirs[p.Path] = moduleDir(t, "k8s.io/client-go")
	}
	pkg := &gosource.Package{}
	for _, f := range p.Files {
		src, err := os.ReadFile(filepath.Join(dirs[p.Path], filepath.FromSlash(f.Name)))
		if err != nil {
			t.Fatal(err)
		}
		file, err := gosource.ParseFile(f.Name, src)
		if err != nil {
			t.Fatal(err)
		}
		pkg.Files = append(pkg.Files, file)
	}
	checked := 0
	for _, o := range p.Objects {
		name, _, _ := strings.Cut(o.Symbol, "#")
		if o.Package != p.Path || name == "" || name == "init" || name == "_" {
			continue // names that may repeat can't be referred to; they are numbered file by file here
		}
		d, err := pkg.Find(o.Symbol)
		if err != nil {
			t.Errorf("%s: %v", p.Path, err)
			continue
		}
		if d.File.Name != o.File || d.File.Line(d.Sig.Start) != o.First || o.Line < o.First || o.Line > o.Last {
			t.Errorf("%s.%s: %s:%d-%d, gosource has it at %s:%d", p.Path, o.Symbol, o.File, o.First, o.Last, d.File.Name, d.File.Line(d.Sig.Start))
		}
		checked++
	}
	t.Logf("%s: %d addresses", p.Path, checked)
	if checked < 300 {
		t.Errorf("%s: only %d addresses", p.Path, checked)
	}
}

func moduleDir(t *testing.T, path string) string {
	list, err := goList(t.Context(), Query{Dir: "../../..", GOOS: "linux", GOARCH: "amd64", Env: os.Environ(), Paths: []string{path + "/tools/cache"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.Module != nil && p.Module.Path == path {
			return p.Module.dir()
		}
	}
	t.Fatalf("no module %s", path)
	return ""
}
