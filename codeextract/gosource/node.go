package gosource

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"
	"strings"
)

// node is something that a selector can stand for: a statement, a case or select clause, an else branch, a field or
// interface method, a spec of a group, an element of a composite literal that has lines of its own.
type node struct {
	span     Span
	list     ast.Node // what it is an element of: runs of siblings never cross it
	children []*node  // in source order, apart from each other
}

// tree gives the node of the declaration itself, with all below it.
func (d *Decl) tree() *node {
	f := d.File
	f.mu.Lock()
	defer f.mu.Unlock()
	syntax, key := f.loadedLocked(), topKey{d.index, d.Span}
	top := syntax.tops[key]
	if top == nil {
		top = &node{span: d.Span}
		ast.Walk(&treeBuilder{file: f, lists: map[ast.Node]ast.Node{}, path: []*node{top}}, syntax.root(d.index))
		syntax.tops[key] = top
	}
	return top
}

// treeBuilder walks the syntax and keeps the nodes. lists says of a syntax node whose element it is; those in it
// become nodes, others don't: a loop's init statement can't be shown or hidden without its loop.
type treeBuilder struct {
	file  *File
	lists map[ast.Node]ast.Node
	path  []*node // from the declaration down to the node we are in, one per open syntax node
}

// Visit is called by ast.Walk, with nil after a node's children.
func (b *treeBuilder) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		b.path = b.path[:len(b.path)-1]
		return nil
	}
	b.markElements(n)
	at := b.path[len(b.path)-1]
	if list, ok := b.lists[n]; ok {
		if span := b.nodeSpan(n, list); span.Start < span.End {
			child := &node{span: span, list: list}
			at.children = append(at.children, child)
			at = child
		}
	}
	b.path = append(b.path, at)
	return b
}

func (b *treeBuilder) markElements(n ast.Node) {
	switch n := n.(type) {
	case *ast.File:
		mark(b, n, n.Decls)
	case *ast.BlockStmt:
		mark(b, n, n.List)
	case *ast.CaseClause:
		mark(b, n, n.Body)
	case *ast.CommClause:
		mark(b, n, n.Body)
	case *ast.IfStmt:
		if n.Else != nil {
			b.lists[n.Else] = n
		}
	case *ast.StructType:
		mark(b, n, n.Fields.List)
	case *ast.InterfaceType:
		mark(b, n, n.Methods.List)
	case *ast.GenDecl:
		if n.Lparen.IsValid() {
			mark(b, n, n.Specs)
		}
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if b.hasOwnLines(e) {
				b.lists[e] = n
			}
		}
	}
}

func mark[N ast.Node](b *treeBuilder, list ast.Node, elements []N) {
	for _, e := range elements {
		b.lists[e] = list
	}
}

// nodeSpan is a node's text with what belongs to it: a field's or declaration's comments, the keyword of an else
// branch, the comma and the comment behind an element.
func (b *treeBuilder) nodeSpan(n, list ast.Node) Span {
	f := b.file
	switch n := n.(type) {
	case *ast.Field:
		return f.withComments(f.span(n), n.Doc, n.Comment)
	case *ast.TypeSpec:
		return f.withComments(f.span(n), n.Doc, n.Comment)
	case *ast.ValueSpec:
		return f.withComments(f.span(n), n.Doc, n.Comment)
	case *ast.DeclStmt:
		return f.declSpan(n.Decl)
	case *ast.GenDecl:
		return f.declSpan(n)
	case *ast.ImportSpec:
		return f.withComments(f.span(n), n.Doc, n.Comment)
	case *ast.FuncDecl:
		return f.withComments(f.span(n), n.Doc, nil)
	}
	span := f.span(n)
	switch list := list.(type) {
	case *ast.IfStmt:
		for tokens, i := f.tokenBefore(span.Start); i >= 0 && span.Start > f.pos.Offset(list.Pos()); i-- {
			if tokens[i].Kind == token.ELSE {
				span.Start = tokens[i].Start
				break
			}
		}
	case *ast.CompositeLit:
		_, span.End = f.lineRest(span.End)
	}
	return span
}

// declSpan is a declaration with its comments.
func (f *File) declSpan(n ast.Decl) Span {
	span := f.span(n)
	g, ok := n.(*ast.GenDecl)
	if !ok {
		return span
	}
	var behind *ast.CommentGroup
	if len(g.Specs) == 1 && !g.Lparen.IsValid() {
		switch spec := g.Specs[0].(type) {
		case *ast.TypeSpec:
			behind = spec.Comment
		case *ast.ValueSpec:
			behind = spec.Comment
		case *ast.ImportSpec:
			behind = spec.Comment
		}
	}
	return f.withComments(span, g.Doc, behind)
}

func (f *File) withComments(span Span, doc, behind *ast.CommentGroup) Span {
	if doc != nil {
		span.Start = min(span.Start, f.span(doc).Start)
	}
	if behind != nil {
		span.End = max(span.End, f.span(behind).End)
	}
	return span
}

// hasOwnLines reports whether an element shares its first and last line with no other code.
func (b *treeBuilder) hasOwnLines(e ast.Expr) bool {
	f, span := b.file, b.file.span(e)
	if tokens, i := f.tokenBefore(span.Start); i < 0 || f.Line(tokens[i].End-1) == f.Line(span.Start) {
		return false
	}
	alone, _ := f.lineRest(span.End)
	return alone
}

// lineRest looks at what follows on the line: whether it is at most a comma and a comment, and where that ends.
func (f *File) lineRest(end int) (alone bool, rest int) {
	line, rest := f.Line(end-1), end
	comma := false
	tokens, i := f.tokenBefore(end)
	for _, t := range tokens[i+1:] {
		switch {
		case f.Line(t.Start) != line:
			return true, rest
		case t.Kind == token.COMMA && !comma:
			comma = true
		case t.Kind != token.COMMENT:
			return false, rest
		}
		rest = t.End
	}
	return true, rest
}

// Statements gives all nodes below the declaration in source order, outer before inner: statements, clauses, else
// branches, fields, methods, elements on lines of their own. Their hashes tell how much of a declaration is unchanged.
func (d *Decl) Statements() []Span {
	var spans []Span
	var walk func(n *node)
	walk = func(n *node) {
		for _, c := range n.children {
			spans = append(spans, c.span)
			walk(c)
		}
	}
	walk(d.tree())
	return spans
}

// Enclosing gives the innermost node around a span, or the run of siblings that it touches. A span that is its own
// Enclosing can be hidden or shown as a whole; any other would be half a block.
func (d *Decl) Enclosing(span Span) Span {
	return d.tree().enclosing(span)
}

// Frame gives what must stay around a span to keep it Go: of all nodes around it the code that belongs to no node inside
// them, headers and closing brackets, in source order.
func (d *Decl) Frame(span Span) []Span {
	var frame []Span
	n := d.tree()
	for n != nil && n.span != span {
		frame = append(frame, n.own(d.File)...)
		inner := n.child(span.Start)
		if inner == nil || !inner.span.Contains(span) {
			break
		}
		n = inner
	}
	slices.SortFunc(frame, func(a, b Span) int { return a.Start - b.Start })
	return d.File.joinOnLine(frame)
}

// joinOnLine makes one of neighbours with only blanks between, as `}` and `else {`: apart they would be no Go.
func (f *File) joinOnLine(spans []Span) []Span {
	var joined []Span
	for _, s := range spans {
		if n := len(joined); n > 0 && strings.Trim(string(f.Src[joined[n-1].End:s.Start]), " \t") == "" {
			joined[n-1].End = s.End
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// own gives the stretches of code in a node that are outside of its children; comments only where they are amid code.
func (n *node) own(f *File) []Span {
	var spans []Span
	joined := false // whether the token before is the last span's
	for _, t := range f.Tokens(n.span) {
		between := t.Kind == token.SEMICOLON && !joined // two children
		if between || n.child(t.Start) != nil {
			joined = false
			continue
		}
		if t.Kind == token.COMMENT {
			continue
		}
		if joined {
			spans[len(spans)-1].End = t.End
		} else {
			spans = append(spans, t.Span)
		}
		joined = true
	}
	return spans
}

// enclosing gives the innermost node around the tokens, or the run of siblings that they touch.
func (n *node) enclosing(tokens Span) Span {
	for {
		first := n.child(tokens.Start)
		last := n.child(tokens.End - 1)
		switch {
		case first == nil || last == nil || first.list != last.list:
			return n.span
		case first != last:
			return Span{first.span.Start, last.span.End}
		}
		n = first
	}
}

// child is the child around a byte, nil for none.
func (n *node) child(offset int) *node {
	i := sort.Search(len(n.children), func(i int) bool { return n.children[i].span.End > offset })
	if i < len(n.children) && n.children[i].span.Start <= offset {
		return n.children[i]
	}
	return nil
}
