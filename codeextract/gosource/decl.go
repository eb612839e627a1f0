package gosource

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
)

// Kind says what sort of declaration a symbol is, in a word that can be printed.
type Kind string

// The kinds of declaration. An embedded interface or struct is a Field of its type's name.
const (
	Func            Kind = "func"
	Method          Kind = "method"
	Type            Kind = "type"
	Field           Kind = "field"
	InterfaceMethod Kind = "interface method"
	Const           Kind = "const"
	Var             Kind = "var"
)

// Decl is one declaration that can be addressed. Of a group `const ( … )` it is one line, the spec; names that share a
// line (`a, b int`) are several Decls with the same spans.
type Decl struct {
	File     *File
	Symbol   string // Name, Type.Method, Iface.Method, Struct.Field
	Kind     Kind
	Exported bool // every element of the name is

	Span Span // all of it: doc comment first, and a comment behind a spec or field last
	Doc  Span // the doc comment
	Sig  Span // up to the opening brace, which is not in it; all but the comments where there is no body
	Body Span // what is between the braces, exclusive; of a const or var only where it has several lines

	index int // of its syntax among the file's roots; names that share a line share it; wholeFile for a Stretch
}

// wholeFile is the index of a stretch, whose nodes are all of the file's.
const wholeFile = -1

// root is the syntax of the declaration.
func (d *Decl) root() ast.Node {
	d.File.mu.Lock()
	defer d.File.mu.Unlock()
	return d.File.loadedLocked().root(d.index)
}

func (s *syntax) root(index int) ast.Node {
	if index == wholeFile {
		return s.tree
	}
	return s.roots[index]
}

// Stretch takes part of a file that is no declaration, such as a region between markers, as if it were one: patterns,
// paths and comments are found in it. It has no name, kind or parts; its nodes are all of the file's.
func (f *File) Stretch(span Span) *Decl {
	return &Decl{File: f, Span: span, Sig: span, index: wholeFile}
}

// repeatable names may be declared any number of times in a package.
func (d *Decl) repeatable() bool {
	name := d.Symbol[strings.LastIndexByte(d.Symbol, '.')+1:]
	name, _, _ = strings.Cut(name, "#")
	return name == "_" || name == "init" && d.Kind == Func
}

// collector gathers a file's declarations in source order.
type collector struct {
	file  *File
	decls []*Decl
	roots []ast.Node
}

func (c *collector) all(tree *ast.File) {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.funcDecl(d)
		case *ast.GenDecl:
			c.genDecl(d)
		}
	}
}

// add appends one declaration per name; node is the syntax below it.
func (c *collector) add(node ast.Node, kind Kind, d Decl, symbols ...string) {
	d.File, d.Kind = c.file, kind
	d.Span = d.Sig
	if d.Doc != (Span{}) {
		d.Span.Start = d.Doc.Start
	}
	d.index = len(c.roots)
	c.roots = append(c.roots, node)
	for _, symbol := range symbols {
		d.Symbol, d.Exported = symbol, true
		for name := range strings.SplitSeq(symbol, ".") {
			d.Exported = d.Exported && ast.IsExported(name)
		}
		one := d
		c.decls = append(c.decls, &one)
	}
}

// endWith completes the span of the n declarations that were added last: to the node's end and the comment behind it.
func (c *collector) endWith(n int, end int, comment *ast.CommentGroup) {
	if comment != nil {
		end = c.file.span(comment).End
	}
	for _, d := range c.decls[len(c.decls)-n:] {
		d.Span.End = end
	}
}

func (c *collector) doc(groups ...*ast.CommentGroup) Span {
	for _, g := range groups {
		if g != nil {
			return c.file.span(g)
		}
	}
	return Span{}
}

func (c *collector) funcDecl(fn *ast.FuncDecl) {
	d := Decl{Doc: c.doc(fn.Doc), Sig: c.file.span(fn.Type)}
	d.Sig.Start = c.file.pos.Offset(fn.Type.Func)
	if fn.Body != nil {
		d.Body = c.between(fn.Body.Lbrace, fn.Body.Rbrace)
	}
	kind, symbol := Func, fn.Name.Name
	if fn.Recv != nil && len(fn.Recv.List) > 0 {
		kind, symbol = Method, typeName(fn.Recv.List[0].Type)+"."+symbol
	}
	c.add(fn, kind, d, symbol)
	c.endWith(1, c.file.span(fn).End, nil)
}

func (c *collector) genDecl(g *ast.GenDecl) {
	grouped := g.Lparen.IsValid()
	for _, spec := range g.Specs {
		start, docs := spec.Pos(), []*ast.CommentGroup(nil)
		if !grouped {
			start, docs = g.TokPos, append(docs, g.Doc)
		}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c.typeSpec(spec, start, c.doc(append(docs, spec.Doc)...))
		case *ast.ValueSpec:
			c.valueSpec(g.Tok, spec, start, c.doc(append(docs, spec.Doc)...))
		}
	}
}

func (c *collector) typeSpec(spec *ast.TypeSpec, start token.Pos, doc Span) {
	d := Decl{Doc: doc, Sig: c.file.span(spec)}
	d.Sig.Start = c.file.pos.Offset(start)
	end := d.Sig.End
	if fields := fieldList(spec.Type); fields != nil {
		d.Sig.End = c.trimmed(d.Sig.Start, fields.Opening)
		d.Body = c.between(fields.Opening, fields.Closing)
	}
	c.add(spec, Type, d, spec.Name.Name)
	c.endWith(1, end, spec.Comment)
	c.fields(spec.Name.Name, spec.Type)
}

// fields adds what stands between the braces of a struct or interface type, and of struct types inside it.
func (c *collector) fields(owner string, typ ast.Expr) {
	list := fieldList(typ)
	if list == nil {
		return
	}
	_, isInterface := typ.(*ast.InterfaceType)
	for _, field := range list.List {
		d := Decl{Doc: c.doc(field.Doc), Sig: c.file.span(field)}
		d.Sig.Start = c.start(field)
		end, kind := d.Sig.End, Field
		if inner := fieldList(field.Type); inner != nil {
			d.Sig.End = c.trimmed(d.Sig.Start, inner.Opening)
			d.Body = c.between(inner.Opening, inner.Closing)
		}
		var names []string
		for _, name := range field.Names {
			names = append(names, owner+"."+name.Name)
		}
		switch {
		case isInterface && len(names) > 0:
			kind = InterfaceMethod
		case len(names) == 0 && typeName(field.Type) != "":
			names = []string{owner + "." + typeName(field.Type)}
		}
		c.add(field, kind, d, names...)
		c.endWith(len(names), end, field.Comment)
		for _, name := range names {
			c.fields(name, field.Type)
		}
	}
}

func (c *collector) valueSpec(tok token.Token, spec *ast.ValueSpec, start token.Pos, doc Span) {
	kind := Var
	if tok == token.CONST {
		kind = Const
	}
	d := Decl{Doc: doc, Sig: c.file.span(spec)}
	d.Sig.Start = c.file.pos.Offset(start)
	end := d.Sig.End
	open, shut := valueBraces(spec)
	if open.IsValid() && c.file.Line(c.file.pos.Offset(open)) < c.file.Line(c.file.pos.Offset(shut)) {
		d.Sig.End = c.trimmed(d.Sig.Start, open)
		d.Body = c.between(open, shut)
	}
	var names []string
	for _, name := range spec.Names {
		names = append(names, name.Name)
	}
	c.add(spec, kind, d, names...)
	c.endWith(len(names), end, spec.Comment)
}

// valueBraces finds the braces of a single value that ends in them: a composite or function literal.
func valueBraces(spec *ast.ValueSpec) (open, shut token.Pos) {
	if len(spec.Values) != 1 {
		return token.NoPos, token.NoPos
	}
	value := spec.Values[0]
	if u, ok := value.(*ast.UnaryExpr); ok && u.Op == token.AND {
		value = u.X
	}
	switch v := value.(type) {
	case *ast.CompositeLit:
		return v.Lbrace, v.Rbrace
	case *ast.FuncLit:
		return v.Body.Lbrace, v.Body.Rbrace
	}
	return token.NoPos, token.NoPos
}

// start is a field's first byte without its doc comment.
func (c *collector) start(field *ast.Field) int {
	if len(field.Names) > 0 {
		return c.file.pos.Offset(field.Names[0].Pos())
	}
	return c.file.pos.Offset(field.Type.Pos())
}

func (c *collector) between(open, shut token.Pos) Span {
	return Span{c.file.pos.Offset(open) + 1, c.file.pos.Offset(shut)}
}

// trimmed is the end of the last token that lies between start and the brace.
func (c *collector) trimmed(start int, brace token.Pos) int {
	end := c.file.pos.Offset(brace)
	text := bytes.TrimRight(c.file.Src[start:end], " \t\r\n")
	if len(text) == 0 {
		return end
	}
	return start + len(text)
}

func fieldList(typ ast.Expr) *ast.FieldList {
	switch t := typ.(type) {
	case *ast.StructType:
		return t.Fields
	case *ast.InterfaceType:
		return t.Methods
	}
	return nil
}

// typeName is the name an embedded type or a receiver goes by, "" for unions and type literals.
func typeName(typ ast.Expr) string {
	switch t := typ.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ParenExpr:
		return typeName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	}
	return ""
}
