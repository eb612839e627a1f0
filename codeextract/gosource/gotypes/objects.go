package gotypes

import (
	"go/ast"
	"go/doc"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/srcblog/srcblog/codeextract/gosource"
)

// objectTable collects what a package's identifiers refer to.
type objectTable struct {
	checker *checker
	objects []*Object
	index   map[types.Object]int
	named   map[string]int // by package and symbol: a field of two types that share a struct is one object
}

// of gives the index of what an identifier refers to, -1 where it has no address.
func (t *objectTable) of(obj types.Object) int {
	switch o := obj.(type) {
	case nil: // what broken code declares has no object at times
		return -1
	case *types.PkgName:
		return t.pkg(o.Imported())
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	}
	if i, ok := t.index[obj]; ok {
		return i
	}
	i := -1
	if o := t.object(obj); o != nil {
		i = t.put(o)
	}
	t.index[obj] = i
	return i
}

func (t *objectTable) put(o *Object) int {
	key := o.Package + "#" + o.Symbol
	if i, ok := t.named[key]; ok {
		return i
	}
	t.named[key] = len(t.objects)
	t.objects = append(t.objects, o)
	return len(t.objects) - 1
}

// pkg gives the index of a package.
func (t *objectTable) pkg(p *types.Package) int {
	if p == nil {
		return -1
	}
	o := &Object{Package: p.Path(), Kind: "package", Exported: true, Signature: "package " + p.Name()}
	if l := t.checker.paths[p.Path()]; l != nil {
		t.checker.locate(o, l)
	}
	return t.put(o)
}

// locate notes which module an object belongs to.
func (c *checker) locate(o *Object, l *listed) {
	switch {
	case l.Standard:
		o.Module, o.Version = "std", c.goroot
	case l.Module != nil && l.Module.Replace == nil:
		o.Module, o.Version = l.Module.Path, l.Module.Version
	}
}

// object describes what has an address, nil for what has none: universe, locals, fields of unnamed types.
func (t *objectTable) object(obj types.Object) *Object {
	if obj.Pkg() == nil || !obj.Pos().IsValid() || !addressable(obj) {
		return nil
	}
	c := t.checker
	pos := c.fset.PositionFor(obj.Pos(), false)
	file := c.source(pos.Filename)
	if file == nil {
		return nil
	}
	d := file.declAt(pos.Offset, obj.Name())
	if d == nil {
		return nil
	}
	listed := c.modules[filepath.Dir(pos.Filename)]
	if listed == nil {
		return nil
	}
	o := &Object{Package: obj.Pkg().Path(), Symbol: d.Symbol, Kind: kindOf(obj), Exported: d.Exported,
		File: c.relative(listed, pos.Filename), Line: file.Line(pos.Offset), Signature: signature(d), Doc: synopsis(d)}
	o.First, o.Last = file.Line(d.Sig.Start), file.Line(d.Span.End-1)
	c.locate(o, listed)
	return o
}

// addressable is what may be declared at package level, or in a type there.
func addressable(obj types.Object) bool {
	switch o := obj.(type) {
	case *types.Var:
		return o.IsField() || o.Kind() == types.PackageVar
	case *types.Func:
		return true
	case *types.TypeName, *types.Const:
		return obj.Parent() == obj.Pkg().Scope()
	}
	return false
}

// sourceFile is a file that objects are looked up in, whole, with its comments.
type sourceFile struct {
	*gosource.File
	decls map[string][]*gosource.Decl // by the last element of their address
}

// source reads the file that an object is declared in, nil where it is not there or not valid.
func (c *checker) source(name string) *sourceFile {
	if f, ok := c.sources[name]; ok {
		return f
	}
	c.sources[name] = nil
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	parsed, err := gosource.ParseFile(name, src)
	if err != nil {
		return nil
	}
	f := &sourceFile{File: parsed, decls: map[string][]*gosource.Decl{}}
	for _, d := range (&gosource.Package{Files: []*gosource.File{parsed}}).Decls() {
		own := d.Symbol[strings.LastIndexByte(d.Symbol, '.')+1:]
		own, _, _ = strings.Cut(own, "#")
		f.decls[own] = append(f.decls[own], d)
	}
	parsed.Release() // of hundreds of files
	c.sources[name] = f
	return f
}

// declAt is the innermost declaration of a name around an offset.
func (s *sourceFile) declAt(offset int, name string) *gosource.Decl {
	var best *gosource.Decl
	for _, d := range s.decls[name] {
		if offset < d.Sig.Start || offset >= d.Sig.End {
			continue
		}
		if best == nil || d.Sig.End-d.Sig.Start <= best.Sig.End-best.Sig.Start {
			best = d
		}
	}
	return best
}

// signature is a declaration up to its body on one line, without comments and tags, with the keyword that a group has once.
func signature(d *gosource.Decl) string {
	f := d.File
	var b strings.Builder
	last := d.Sig.Start
	for _, tok := range f.Tokens(d.Sig) {
		if tok.IsComment() || d.Kind == gosource.Field && tok.Kind == token.STRING {
			continue
		}
		if spaced := tok.Start > last && b.Len() > 0; spaced {
			text := b.String()
			switch {
			case strings.HasSuffix(text, "(") || strings.HasSuffix(text, "["):
			case tok.Lit == ")" || tok.Lit == "]":
				if strings.HasSuffix(text, ",") { // the comma that a line break asks for
					b.Reset()
					b.WriteString(strings.TrimSuffix(text, ","))
				}
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(tok.Lit)
		last = tok.End
	}
	text := shortened(b.String(), 160)
	switch d.Kind {
	case gosource.Type, gosource.Const, gosource.Var:
		if word := string(d.Kind) + " "; !strings.HasPrefix(text, word) {
			return word + text
		}
	}
	return text
}

// synopsis is the first sentence of a declaration's doc comment, or of the comment behind it.
func synopsis(d *gosource.Decl) string {
	span := d.Doc
	if span.IsZero() && d.Body.IsZero() {
		span = gosource.Span{Start: d.Sig.End, End: d.Span.End}
	}
	group := &ast.CommentGroup{}
	for _, tok := range d.File.Tokens(span) {
		if tok.IsComment() {
			group.List = append(group.List, &ast.Comment{Text: tok.Lit})
		}
	}
	if len(group.List) == 0 {
		return ""
	}
	return shortened(new(doc.Package).Synopsis(group.Text()), 100)
}

// shortened cuts a text at a space so that it has at most n bytes.
func shortened(text string, n int) string {
	if len(text) <= n {
		return text
	}
	cut := strings.LastIndexByte(text[:n], ' ')
	if cut <= 0 {
		cut = strings.LastIndexFunc(text[:n], utf8.ValidRune) // no space: before the last whole rune
	}
	return strings.TrimRight(text[:cut], " ,;:(") + " …"
}
