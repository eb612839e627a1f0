package gosource

import (
	"go/ast"
	"sort"
	"sync"
)

// piece is the text of a file from one top-level declaration, its comment included, to the next. Tokens never cross from
// one into another.
type piece struct {
	start  int
	tokens func() []Token // scanned once
}

// starts gives where the file's pieces begin.
func (f *File) starts(tree *ast.File) []int {
	starts := []int{0}
	for _, d := range tree.Decls {
		first := d.Pos()
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				first = d.Doc.Pos()
			}
		case *ast.GenDecl:
			if d.Doc != nil {
				first = d.Doc.Pos()
			}
		}
		if start := f.pos.Offset(first); start > starts[len(starts)-1] {
			starts = append(starts, start)
		}
	}
	return starts
}

// cut cuts the text at some offsets, of which the first is 0.
func (f *File) cut(starts ...int) {
	f.pieces = make([]piece, len(starts))
	for i, start := range starts {
		end := len(f.Src)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		f.pieces[i] = piece{start: start, tokens: sync.OnceValue(func() []Token { return scan(f.Src, Span{start, end}) })}
	}
}

// pieceAt is the index of the piece that holds the byte at an offset.
func (f *File) pieceAt(offset int) int {
	return max(0, sort.Search(len(f.pieces), func(i int) bool { return f.pieces[i].start > offset })-1)
}

// Around gives all tokens of the top-level declarations that a span touches, those between them included. The slice may
// be the file's own: don't write to it.
func (f *File) Around(s Span) []Token {
	first, last := f.pieceAt(s.Start), f.pieceAt(max(s.Start, s.End-1))
	if first == last {
		return f.pieces[first].tokens()
	}
	var all []Token
	for _, p := range f.pieces[first : last+1] {
		all = append(all, p.tokens()...)
	}
	return all
}

// Tokens gives the tokens that lie wholly in the span, comments included, automatic semicolons not. The slice may be
// the file's own: don't write to it.
func (f *File) Tokens(s Span) []Token {
	tokens := f.Around(s)
	first := sort.Search(len(tokens), func(i int) bool { return tokens[i].Start >= s.Start })
	last := first + sort.Search(len(tokens)-first, func(i int) bool { return tokens[first+i].End > s.End })
	return tokens[first:last:last]
}

// tokenBefore gives the tokens around the byte before an offset, and of them the index of the last that starts before the
// offset; -1 for none there.
func (f *File) tokenBefore(offset int) ([]Token, int) {
	tokens := f.pieces[f.pieceAt(offset-1)].tokens()
	return tokens, sort.Search(len(tokens), func(i int) bool { return tokens[i].Start >= offset }) - 1
}

// InRawString reports whether white space put in before the byte would become part of a raw string: it is true from the
// first byte behind the opening back quote to the closing one.
func (f *File) InRawString(offset int) bool {
	tokens, i := f.tokenBefore(offset)
	return i >= 0 && offset < tokens[i].End && isRawString(tokens[i])
}
