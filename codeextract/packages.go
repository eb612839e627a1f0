package codeextract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/utf8text"
)

// defaultBuild decides which of several files is meant, where a symbol stands in more than one: fixed, never the host's,
// so that a page says the same wherever it is built. for="…" asks for another.
const defaultBuild = "linux/amd64"

// enter goes to a folder or file below the origin's tree.
func (o *origin) enter(pos problem.Position, name string) *problem.Problem {
	if path.IsAbs(name) {
		return &problem.Problem{Pos: pos, Kind: problem.OutsideRoot, Message: fmt.Sprintf("%q is absolute, so it leads outside the root", name)}
	}
	name = path.Clean("./" + name)
	isDir, err := o.tree.IsDir(name)
	if err != nil {
		return fileProblem(pos, path.Join(o.module, name), err)
	}
	o.dir = name
	if !isDir {
		o.dir, o.only = path.Dir(name), name
	}
	return nil
}

// find looks a symbol up. Only files in which its name stands are parsed, so that a file with a syntax error breaks the
// snippets that need it and no others.
func (c *sources) find(pos problem.Position, o *origin, build, symbol string) (*gosource.Decl, *problem.Problem) {
	names, p := c.goFiles(pos, o)
	if p != nil {
		return nil, p
	}
	inBuild := func(name string) bool { return o.only != "" || c.belongs(o, name, build) }
	pkg, broken := c.parse(pos, o, names, func(name string) bool { return c.mentions(o, name, symbol) && inBuild(name) })
	d, err := pkg.Find(symbol)
	if err == nil {
		return d, nil
	}
	var missing *gosource.NotFoundError
	if !errors.As(err, &missing) {
		return nil, symbolProblem(pos, o, err)
	}
	if broken != nil {
		return nil, broken // it may be declared there
	}
	others, _ := c.parse(pos, o, names, func(name string) bool { return c.mentions(o, name, symbol) && !inBuild(name) })
	if places := elsewhere(others, symbol); len(places) > 0 {
		return nil, &problem.Problem{Pos: pos, Kind: problem.Missing,
			Message: fmt.Sprintf("no symbol %q in %s for %s, but for other builds", symbol, o.where(), build),
			Fix:     strings.Join(places, "\n")}
	}
	all, _ := c.parse(pos, o, names, inBuild)
	if len(all.Files) == 0 {
		return nil, &problem.Problem{Pos: pos, Kind: problem.Missing, Message: "no Go files in " + o.where()}
	}
	_, err = all.Find(symbol)
	return nil, symbolProblem(pos, o, err)
}

// elsewhere lists the declarations of a symbol in files of other builds, with what names each.
func elsewhere(pkg *gosource.Package, symbol string) []string {
	var places []string
	for _, f := range pkg.Files {
		one := &gosource.Package{Files: []*gosource.File{f}}
		d, err := one.Find(symbol)
		if err != nil {
			continue
		}
		places = append(places, buildOf(d))
	}
	return places
}

// buildOf says in which builds a declaration is, in words to paste.
func buildOf(d *gosource.Decl) string {
	f := d.File
	place := fmt.Sprintf("%s:%d", f.Name, f.Line(d.Sig.Start))
	if c := f.Constraint(); c != "" {
		place += " (//go:build " + c + ")"
	}
	if builds := gosource.Builds(f.Name, f.Src); len(builds) > 0 {
		return fmt.Sprintf(`%s: for="%s"`, place, builds[0])
	}
	return fmt.Sprintf(`%s: name the file, src="…/%s"`, place, path.Base(f.Name))
}

// packageOf gives all of an origin's Go code for a build. Files with syntax errors are left out; if no other is there,
// the first error is the problem.
func (c *sources) packageOf(pos problem.Position, o *origin, build string) (*gosource.Package, *problem.Problem) {
	names, p := c.goFiles(pos, o)
	if p != nil {
		return nil, p
	}
	pkg, broken := c.parse(pos, o, names, func(name string) bool { return o.only != "" || c.belongs(o, name, build) })
	if len(pkg.Files) > 0 {
		return pkg, nil
	}
	if broken == nil {
		broken = &problem.Problem{Pos: pos, Kind: problem.Missing, Message: "no Go files in " + o.where()}
	}
	return nil, broken
}

// open gives the Go package that SRC names.
func (c *sources) open(ctx context.Context, pos problem.Position, at place) (*gosource.Package, *origin, *problem.Problem) {
	o, p := c.locate(ctx, pos, at)
	if p != nil {
		return nil, nil, p
	}
	pkg, p := c.packageOf(pos, o, at.build)
	return pkg, o, p
}

// goFiles lists the files that an origin's symbols are looked up in: the one it names, else its folder's, without tests.
func (c *sources) goFiles(pos problem.Position, o *origin) ([]string, *problem.Problem) {
	if o.only != "" {
		if path.Ext(o.only) != ".go" {
			return nil, &problem.Problem{Pos: pos, Kind: problem.Missing,
				Message: o.where() + " is not a Go file: name a region or lines of it, not a symbol"}
		}
		return []string{o.only}, nil
	}
	key := o.key()
	if names, ok := c.folders[key]; ok {
		return names, nil
	}
	all, err := o.tree.GoFiles(o.dir)
	if err != nil {
		return nil, fileProblem(pos, o.where(), err)
	}
	var names []string
	for _, name := range all {
		if !strings.HasSuffix(name, "_test.go") {
			names = append(names, name)
		}
	}
	c.folders[key] = names
	return names, nil
}

// parse parses the files that keep says yes to. broken is what is wrong with the first that can't be read.
func (c *sources) parse(pos problem.Position, o *origin, names []string, keep func(string) bool) (pkg *gosource.Package, broken *problem.Problem) {
	pkg = &gosource.Package{}
	for _, name := range names {
		if !keep(name) {
			continue
		}
		text, p := c.read(pos, o, name)
		switch {
		case p == nil:
			pkg.Files = append(pkg.Files, text.goFile)
		case broken == nil:
			broken = p
		}
	}
	return pkg, broken
}

func (c *sources) belongs(o *origin, name, build string) bool {
	f := c.raw(o, name)
	is, known := f.builds[build]
	if !known {
		is = f.err != nil || len(gosource.Builds(name, f.src, build)) > 0
		f.builds[build] = is
	}
	return is
}

// mentions says whether a file may declare something of a symbol's own name: one that was parsed does or does not, in any
// other the name stands somewhere or it does not.
func (c *sources) mentions(o *origin, name, symbol string) bool {
	f := c.raw(o, name)
	own, _, _ := strings.Cut(symbol[strings.LastIndexByte(symbol, '.')+1:], "#")
	if i := strings.IndexByte(own, '['); i >= 0 {
		own = own[:i] // type parameters
	}
	if f.text != nil && f.text.goFile != nil {
		return f.text.goFile.Declares(strings.Trim(own, "()* \t"))
	}
	return f.err != nil || bytes.Contains(f.src, []byte(strings.Trim(own, "()* \t")))
}

// rawFile is a file as it was read, and what became of it.
type rawFile struct {
	src    []byte
	err    error
	builds map[string]bool // by GOOS/GOARCH, as far as asked for
	text   *textFile       // nil before it is asked for, and where it is not valid
	syntax error
	parse  func() (*gosource.File, error) // once, also beside other work; only of Go files
}

// raw reads a file of the origin's tree once a run.
func (c *sources) raw(o *origin, name string) *rawFile {
	key := fileKey{o.module, o.version, name}
	f := c.files[key]
	if f == nil {
		f = &rawFile{builds: map[string]bool{}}
		f.src, f.err = o.tree.ReadFile(name)
		if was := c.site.remembered(key, f.src); was != nil && f.err == nil {
			f = was
		} else {
			f.parse = sync.OnceValues(func() (*gosource.File, error) { return gosource.ParseFile(name, f.src) })
		}
		c.files[key] = f
	}
	return f
}

// read reads a file of the origin's tree and parses it if it is Go, once a run.
func (c *sources) read(pos problem.Position, o *origin, name string) (*textFile, *problem.Problem) {
	f := c.raw(o, name)
	if f.err != nil {
		return nil, fileProblem(pos, path.Join(o.module, name), f.err)
	}
	if f.text == nil && f.syntax == nil && (path.Ext(name) == ".go" || utf8text.Find(f.src) == nil) {
		var goFile *gosource.File
		if path.Ext(name) == ".go" {
			goFile, f.syntax = f.parse()
			c.hold(goFile)
		}
		if f.syntax == nil {
			f.text = newTextFile(name, f.src, goFile)
		}
	}
	if f.text != nil {
		return f.text, nil
	}
	if bad := utf8text.Find(f.src); bad != nil { // in a Go file, what the parser stopped at
		return nil, &problem.Problem{Pos: pos, Kind: problem.ParseError,
			Message: fmt.Sprintf("%s:%d:%d: %s", path.Join(o.module, name), bad.Line, bad.Column, bad.Msg)}
	}
	return nil, &problem.Problem{Pos: pos, Kind: problem.ParseError, Message: "not valid Go: " + path.Join(o.module, f.syntax.Error())}
}

// hold keeps the syntax of the files that were parsed last, and lets go of all others': it is most of what a run would
// keep in memory, and seldom asked for again, since snippets are taken in the order of their sources.
func (c *sources) hold(f *gosource.File) {
	const most = 1 << 18 // bytes of source
	if f == nil {
		return
	}
	c.parsed, c.parsedBytes = append(c.parsed, f), c.parsedBytes+len(f.Src)
	if c.parsedBytes < most {
		return
	}
	for _, old := range c.parsed[:len(c.parsed)-1] {
		old.Release()
	}
	c.parsed, c.parsedBytes = c.parsed[len(c.parsed)-1:], len(f.Src)
}

// textOf is the text of a file that was read before.
func (c *sources) textOf(o *origin, file *gosource.File) *textFile {
	return c.files[fileKey{o.module, o.version, file.Name}].text
}

// fileKey tells files apart.
type fileKey struct{ module, version, name string }
