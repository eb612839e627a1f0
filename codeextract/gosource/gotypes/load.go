package gotypes

import (
	"context"
	"fmt"
	"go/types"
)

// Query asks for packages. The build context is given, never the host's; cgo files belong to it, as in gosource.
type Query struct {
	Go     string   // the go command; "" means go, looked up in the process's PATH
	Dir    string   // the folder of the go.mod that decides about versions; any folder, for Go's own packages
	Paths  []string // import paths
	GOOS   string
	GOARCH string
	Update bool     // go.mod and go.sum in Dir may be written to; for a module that was made for the query
	Env    []string // the environment of the go command, such as os.Environ()
}

// Package is what is known of one package.
type Package struct {
	Path    string
	Files   []*File
	Objects []*Object   // what the identifiers of all files refer to, each thing once
	Calls   []Call      // from the package's functions to any
	Methods []MethodSet // of its types, and of the interfaces that it calls
	Shapes  []Shape     // what its types are made of
	Errors  int         // type errors that were passed over
	Go      string      // the version of Go whose packages it was checked against, such as go1.26.8
	Folders []Folder    // what it was read from and may change
}

// File is one file of a package.
type File struct {
	Name   string // slash-separated path below the module's root; below GOROOT/src for Go's own packages
	Sum    string // SHA-256 of its bytes, in hexadecimal
	Idents []Ident
}

// Ident is one identifier, Start to End in bytes of the file.
type Ident struct {
	Start, End int
	Kind       Kind
	Object     int  // index into Package.Objects, -1 for what has no address: locals, fields of unnamed types, predeclared names
	Decl       int  // offset in the file where a local is declared, -1 where that is unknown or elsewhere
	Def        bool // declares it
}

// Kind says what an identifier stands for: "package", "type", "interface" (a type that is one), "typeparam", "func",
// "method", "field", "const", "var", "param" (results included), "receiver", "label", "builtin" (a function),
// "builtin type", "builtin const" (true, false, iota, nil), "blank" (_), or "" where types don't tell.
type Kind string

// Object is something declared at package level, a method or a field, wherever it is declared; or a package.
type Object struct {
	Package   string // import path
	Symbol    string // its address: Name, Type.Method, Iface.Method, Struct.Field; "" for a package
	Kind      Kind   // as of an identifier
	Exported  bool   // every element of the address is
	Module    string // the module's path, "std" for Go's own, "" where a replace directive took its place
	Version   string // the module's, or Go's (go1.26.8); "" for the main module
	File      string // as File.Name; "" for a package
	Line      int    // of its name, from 1
	First     int    // lines of the declaration without its doc comment
	Last      int
	Signature string // the declaration up to its body, on one line, cut at 160 bytes
	Doc       string // the first sentence of its doc comment, cut at 100 bytes
}

// Load type-checks packages and gives one Package for each path that can be found, in the order of Paths. Errors in the
// code are no errors of Load; it fails where the go command does, or gives none of the packages.
func Load(ctx context.Context, q Query) ([]*Package, error) {
	list, err := goList(ctx, q)
	if err != nil {
		return nil, err
	}
	c := newChecker(q, list)
	if err := c.checkAll(ctx); err != nil {
		return nil, err
	}
	var out []*Package
	var failed error
	for _, path := range q.Paths {
		root := c.roots[path]
		if root == nil || root.types == nil {
			failed = c.whyNot(path)
			continue
		}
		out = append(out, c.describe(root))
		root.files, root.info = nil, nil // syntax and types of dozens of packages are most of what a load keeps
	}
	if len(out) == 0 && failed != nil {
		return nil, failed
	}
	return out, nil
}

// whyNot is the reason why a package asked for was not checked.
func (c *checker) whyNot(path string) error {
	for _, p := range c.list {
		if p.ImportPath == path && p.Error != nil {
			return fmt.Errorf("package %s: %s", path, p.Error.Err)
		}
	}
	return fmt.Errorf("package %s: no Go files for %s/%s", path, c.query.GOOS, c.query.GOARCH)
}

// root is a package asked for, checked.
type root struct {
	listed *listed
	files  []*rootFile
	types  *types.Package
	info   *types.Info
	errors int
}

// describe turns what go/types found into the package's data.
func (c *checker) describe(r *root) *Package {
	p := &Package{Path: r.listed.ImportPath, Errors: r.errors, Go: c.goroot, Folders: c.folders(r)}
	t := &objectTable{checker: c, index: map[types.Object]int{}, named: map[string]int{}}
	for _, f := range r.files {
		p.Files = append(p.Files, &File{Name: f.name, Sum: f.sum, Idents: idents(r, f, t)})
	}
	p.Calls = calls(r, t)
	p.Methods = methodSets(r, t, p.Calls)
	p.Shapes = shapes(r, t)
	p.Objects = t.objects
	return p
}
