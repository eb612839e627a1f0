package gotypes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ahead is how many packages may be parsed before their turn to be checked: it bounds the syntax trees held at once.
const ahead = 16

// checker type-checks packages in the order in which they depend on each other.
type checker struct {
	query   Query
	list    []*listed
	fset    *token.FileSet
	done    map[string]*types.Package // by ImportPath
	roots   map[string]*root          // by ImportPath
	modules map[string]*listed        // by folder: whose files they are
	paths   map[string]*listed        // by ImportPath
	sources map[string]*sourceFile    // files that objects were looked up in, nil for unreadable ones
	goroot  string                    // version of Go's own packages, such as go1.26.8
}

// rootFile is a file of a package asked for.
type rootFile struct {
	name string // as File.Name
	src  []byte
	sum  string
	tree *ast.File
}

func newChecker(q Query, list []*listed) *checker {
	c := &checker{query: q, list: list, fset: token.NewFileSet(), done: map[string]*types.Package{"unsafe": types.Unsafe},
		roots: map[string]*root{}, modules: map[string]*listed{}, paths: map[string]*listed{}, sources: map[string]*sourceFile{}}
	for _, p := range list {
		c.modules[p.Dir], c.paths[p.ImportPath] = p, p
		if p.Standard && c.goroot == "" {
			c.goroot = goVersion(p)
		}
	}
	return c
}

// goVersion reads the version of the distribution that one of Go's own packages belongs to.
func goVersion(p *listed) string {
	src := strings.TrimSuffix(filepath.ToSlash(p.Dir), "/"+p.ImportPath)
	text, err := os.ReadFile(filepath.Join(filepath.FromSlash(src), "..", "VERSION"))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(first)
}

// parsed is a package's syntax.
type parsed struct {
	files []*rootFile
}

// checkAll parses packages on all processors and checks them one after the other. It returns once all that it started has
// ended.
func (c *checker) checkAll(ctx context.Context) error {
	room := make(chan struct{}, ahead)
	results := make([]chan parsed, len(c.list))
	for i := range results {
		results[i] = make(chan parsed, 1)
	}
	ctx, cancel := context.WithCancel(ctx)
	finished := make(chan struct{})
	defer func() { cancel(); <-finished }()
	go func() {
		defer close(finished)
		c.parseAll(ctx, room, results)
	}()
	for i, p := range c.list {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-results[i]:
			c.check(p, r.files)
			<-room
		}
	}
	return nil
}

// parseAll puts every package's syntax into its channel, as long as there is room. It waits for the goroutines it starts.
func (c *checker) parseAll(ctx context.Context, room chan struct{}, results []chan parsed) {
	workers := make(chan struct{}, runtime.GOMAXPROCS(0))
	defer func() {
		for range cap(workers) {
			workers <- struct{}{}
		}
	}()
	for i, p := range c.list {
		select {
		case <-ctx.Done():
			return
		case room <- struct{}{}:
		}
		workers <- struct{}{}
		go func() {
			results[i] <- parsed{files: c.parse(p)}
			<-workers
		}()
	}
}

// parse reads a package's files; those that can't be read or are no Go are left out as far as they are not.
func (c *checker) parse(p *listed) []*rootFile {
	var files []*rootFile
	for _, name := range p.files() {
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f := &rootFile{name: c.relative(p, name)}
		mode := parser.SkipObjectResolution
		if p.DepOnly {
			trimBodies(src)
		} else {
			sum := sha256.Sum256(src)
			f.src, f.sum = src, hex.EncodeToString(sum[:])
		}
		f.tree, _ = parser.ParseFile(c.fset, name, src, mode) // a partial tree is better than none
		if f.tree != nil {
			files = append(files, f)
		}
	}
	return files
}

// relative gives a file's path below its module's root, or below GOROOT/src.
func (c *checker) relative(p *listed, name string) string {
	base := filepath.ToSlash(filepath.Base(name))
	if p.Standard {
		return p.ImportPath + "/" + base
	}
	if p.Module == nil {
		return base
	}
	rel, err := filepath.Rel(p.Module.dir(), name)
	if err != nil {
		return base
	}
	return filepath.ToSlash(rel)
}

// dir is the folder of the module's files.
func (m *listedModule) dir() string {
	if m.Replace != nil && m.Replace.Dir != "" {
		return m.Replace.Dir
	}
	return m.Dir
}

// check type-checks one package whose imports were.
func (c *checker) check(p *listed, files []*rootFile) {
	if p.ImportPath == "unsafe" || len(files) == 0 {
		return
	}
	r := &root{listed: p, files: files}
	conf := types.Config{
		IgnoreFuncBodies: p.DepOnly,
		FakeImportC:      true,
		Importer:         importer{c, p},
		Sizes:            types.SizesFor("gc", c.query.GOARCH),
		Error:            func(error) { r.errors++ },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	if !p.DepOnly {
		r.info = &types.Info{
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
		}
	}
	trees := make([]*ast.File, len(files))
	for i, f := range files {
		trees[i] = f.tree
	}
	r.types = c.safely(&conf, p, trees, r.info)
	c.done[p.ImportPath] = r.types
	if !p.DepOnly {
		c.roots[p.ImportPath] = r
	}
}

// safely checks, and takes a panic of the type checker, which trees of broken code have provoked, as "no types".
func (c *checker) safely(conf *types.Config, p *listed, trees []*ast.File, info *types.Info) (pkg *types.Package) {
	defer func() {
		if recover() != nil {
			pkg = nil
		}
	}()
	pkg, _ = conf.Check(p.ImportPath, c.fset, trees, info) // errors were counted
	return pkg
}

// importer gives a package the ones that it imports.
type importer struct {
	checker *checker
	of      *listed
}

// Import is what go/types asks for.
func (i importer) Import(path string) (*types.Package, error) {
	if to, ok := i.of.ImportMap[path]; ok {
		path = to
	}
	if p := i.checker.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}
