package codeextract

import (
	"path"

	"golang.org/x/mod/modfile"

	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// stdPermalink leads to Go's own source.
const stdPermalink = "https://github.com/golang/go/blob/{version}/src/{path}#L{start}-L{end}"

// origin is where code comes from: a package folder, or one file, of the repository or of a module at a version.
type origin struct {
	tree    *source.Tree  // the repository's root, or the module's
	dir     string        // package folder below the tree, "." for the tree itself
	only    string        // a file below the tree, where the source names one
	config  *sourceConfig // never nil
	mirror  *origin       // nil where nothing is mirrored
	pkgPath string        // import path of dir, for our own code; "" where it belongs to no module
	modDir  string        // folder of the go.mod that says so
	license string        // SPDX identifier, modules only

	module, version, sum string // "" for our own code

	head func() *source.Head // what permalinks of our own code may point into; it gives nil where there is no commit
}

// key tells origins apart: the same folder at the same version is the same code, however the author named it.
func (o *origin) key() string {
	if o.module != "" {
		return o.module + "@" + o.version + "/" + o.dir
	}
	return "./" + o.dir
}

// where names the place for messages.
func (o *origin) where() string {
	p := o.dir
	if o.only != "" {
		p = o.only
	}
	switch {
	case o.module == "":
		return p
	case p == "." && o.module == stdModule:
		return o.version
	case p == ".":
		return o.module + "@" + o.version
	case o.module == stdModule:
		return o.version + "/" + p
	}
	return o.module + "@" + o.version + "/" + p
}

// source names a file for the figure's data-source: repository path for our own code, import path with file for a module.
func (o *origin) source(file string) string {
	if o.module == stdModule {
		return file
	}
	return path.Join(o.module, file)
}

// importPath is the package's import path; its folder, where the code belongs to no module.
func (o *origin) importPath() string {
	switch o.module {
	case "":
		if o.pkgPath == "" {
			return o.dir
		}
		return o.pkgPath
	case stdModule:
		return o.dir
	}
	return path.Join(o.module, o.dir)
}

// setImportPath finds the import path of a folder of ours by the nearest go.mod above it in the repository.
func (o *origin) setImportPath() {
	rest := ""
	for dir := o.dir; ; dir, rest = path.Dir(dir), path.Join(path.Base(dir), rest) {
		if src, err := o.tree.ReadFile(path.Join(dir, "go.mod")); err == nil {
			if m := modfile.ModulePath(src); m != "" {
				o.pkgPath, o.modDir = path.Join(m, rest), dir
			}
			return
		}
		if dir == "." {
			return
		}
	}
}

// permalink leads to lines of a part at exactly this version, "" where that can't be promised: our own files only as
// the last commit has them.
func (o *origin) permalink(p *part, first, last int) string {
	at := source.Lines{Path: p.file, Start: first, End: last}
	template := o.config.Permalink
	if p.decl != nil {
		at.Symbol = p.decl.Symbol
	}
	if o.module != "" {
		at.Version = o.version
		switch {
		case template != "":
		case o.module == stdModule:
			template = stdPermalink
		default:
			template = source.DefaultPermalink(o.module)
		}
	} else {
		if template == "" {
			return ""
		}
		head := o.head()
		if head == nil || !head.Has(p.file, p.text.src) {
			return ""
		}
		at.Rev = head.Revision
	}
	link, err := source.Permalink(template, at)
	if err != nil {
		return "" // the template was checked when the source was opened
	}
	return link
}

// mirrored is the link to the symbol that a part mirrors, nil where there is none.
func (c *sources) mirrored(p *part) *pagedata.Link {
	o := p.origin.mirror
	if o == nil || p.decl == nil {
		return nil
	}
	d, wrong := c.find(problem.Position{}, o, p.build, p.decl.Symbol)
	if wrong != nil {
		return nil // ours alone has it
	}
	twin := &part{name: p.name, origin: o, file: d.File.Name, decl: d, text: c.textOf(o, d.File)}
	twin.first, twin.last = twin.text.lines(d.Span)
	return &pagedata.Link{Label: p.origin.config.Mirrors, Href: o.permalink(twin, twin.first, twin.last), Title: o.version}
}
