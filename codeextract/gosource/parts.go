package gosource

import (
	"go/ast"
	"go/token"
	"slices"
)

// Part gives what a word stands for: doc, sig, body (between the braces), comments (all of them, the doc comment
// included), imports. A stretch has those of all declarations in it, fields aside, and its imports are one span. None
// where there is no such part or the word is another.
func (d *Decl) Part(word string) []Span {
	switch {
	case word == "comments":
		return d.comments(d.Span)
	case d.index != wholeFile:
		return d.with(d.piece(word))
	case word == "imports":
		return d.with(d.imports())
	}
	var spans []Span
	if word == "doc" {
		spans = d.with(d.outerDocs()...)
	}
	for _, inner := range d.File.decls {
		if inner.Kind != Field && inner.Kind != InterfaceMethod {
			spans = append(spans, d.with(inner.piece(word))...)
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	return slices.Compact(spans) // names that share a line share their parts
}

// piece is a declaration's own part of a kind.
func (d *Decl) piece(word string) Span {
	switch word {
	case "doc":
		return d.Doc
	case "sig":
		return d.Sig
	case "body":
		return d.Body
	}
	return Span{}
}

// with keeps the spans that are some and lie in the declaration.
func (d *Decl) with(spans ...Span) []Span {
	return slices.DeleteFunc(spans, func(s Span) bool { return s.IsZero() || !d.Span.Contains(s) })
}

// imports runs from the file's first import to its last, with their comments: nothing else may stand between them.
func (d *Decl) imports() Span {
	var all Span
	for _, decl := range d.root().(*ast.File).Decls {
		if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			span := d.File.declSpan(g)
			if all.IsZero() {
				all = span
			}
			all.End = span.End
		}
	}
	return all
}

// outerDocs are the doc comments that belong to no name: the package's, and those of groups.
func (d *Decl) outerDocs() []Span {
	tree := d.root().(*ast.File)
	docs := []*ast.CommentGroup{tree.Doc}
	for _, decl := range tree.Decls {
		if g, ok := decl.(*ast.GenDecl); ok && g.Lparen.IsValid() && g.Tok != token.IMPORT {
			docs = append(docs, g.Doc)
		}
	}
	var spans []Span
	for _, doc := range docs {
		if doc != nil {
			spans = append(spans, d.File.span(doc))
		}
	}
	return spans
}
