package codeextract

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// enter goes to a folder or file below the origin's tree.
func (o *origin) enter(pos problem.Position, name string) *problem.Problem {
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

// open gives the Go package that SRC names.
func (c *sources) open(ctx context.Context, pos problem.Position, src string) (*gosource.Package, *origin, *problem.Problem) {
	o, p := c.locate(ctx, pos, src)
	if p != nil {
		return nil, nil, p
	}
	pkg, p := c.packageOf(pos, o)
	return pkg, o, p
}

// packageOf parses an origin's files: the one it names, else all of its folder that belong to the build context.
func (c *sources) packageOf(pos problem.Position, o *origin) (*gosource.Package, *problem.Problem) {
	key := o.key() + " " + o.only
	if pkg := c.packages[key]; pkg != nil {
		return pkg, nil
	}
	names := []string{o.only}
	if o.only == "" {
		var err error
		if names, err = o.tree.GoFiles(o.dir); err != nil {
			return nil, fileProblem(pos, o.where(), err)
		}
	}
	pkg := &gosource.Package{}
	for _, name := range names {
		if o.only == "" && strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, p := c.read(pos, o, name)
		if p != nil {
			return nil, p
		}
		if text.goFile != nil {
			pkg.Files = append(pkg.Files, text.goFile)
		}
	}
	if o.only == "" {
		pkg = pkg.For(buildOS, buildArch)
	}
	if len(pkg.Files) == 0 {
		return nil, &problem.Problem{Pos: pos, Kind: problem.Missing, Message: "no Go files in " + o.where()}
	}
	c.packages[key] = pkg
	return pkg, nil
}

// read reads a file of the origin's tree once a run, and parses it if it is Go.
func (c *sources) read(pos problem.Position, o *origin, name string) (*textFile, *problem.Problem) {
	key := o.module + "@" + o.version + "/" + name
	if t := c.texts[key]; t != nil {
		return t, nil
	}
	src, err := o.tree.ReadFile(name)
	if err != nil {
		return nil, fileProblem(pos, path.Join(o.module, name), err)
	}
	var goFile *gosource.File
	if path.Ext(name) == ".go" {
		goFile, err = gosource.ParseFile(name, src)
		var syntax *gosource.SyntaxError
		if errors.As(err, &syntax) {
			return nil, &problem.Problem{Pos: pos, Kind: problem.ParseError,
				Message: fmt.Sprintf("%s is not valid Go: %s", path.Join(o.module, name), syntax.Error())}
		}
		if err != nil {
			return nil, fileProblem(pos, path.Join(o.module, name), err)
		}
	}
	t := newTextFile(name, src, goFile)
	c.texts[key] = t
	return t, nil
}

// textOf is the text of a file that was read before.
func (c *sources) textOf(o *origin, file *gosource.File) *textFile {
	return c.texts[o.module+"@"+o.version+"/"+file.Name]
}
