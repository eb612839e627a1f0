package gosource

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"sort"
	"sync"
	"unicode/utf8"
)

// Span is a stretch of a file's text, in byte offsets into File.Src, End exclusive. The zero Span means "none".
type Span struct {
	Start, End int
}

// IsZero reports whether the span stands for nothing.
func (s Span) IsZero() bool { return s == Span{} }

// Contains reports whether t lies inside s; a span contains itself.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// File is one parsed Go file. Only ParseFile makes usable ones.
type File struct {
	Name string // as given to ParseFile; its last element decides about the build context
	Src  []byte // as given: byte order mark and carriage returns included

	lines    []int   // offset of each line's first byte
	pieces   []piece // the text, cut between declarations: of most files few are ever asked for their tokens
	returns  bool    // there are carriage returns
	comments []Span  // comment groups
	decls    []*Decl
	pos      *token.File // turns the syntax's positions into offsets

	mu     sync.Mutex
	syntax *syntax // guarded by mu; nil after Release, until somebody asks for it
}

// syntax is a file's parsed form, by far the largest part of it.
type syntax struct {
	tree  *ast.File
	roots []ast.Node       // of the declarations, see Decl.root
	tops  map[topKey]*node // as far as asked for
}

// topKey tells the node trees of a file apart: those of stretches have one root and different spans.
type topKey struct {
	index int
	span  Span
}

// SyntaxError says where a file stops being Go. Line and Column count from 1, Column in bytes.
type SyntaxError struct {
	File         string
	Line, Column int
	Msg          string
}

// Error gives "file:line:column: message".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

var byteOrderMark = []byte("\ufeff")

// ParseFile parses a whole file. The error, if any, is a *SyntaxError: the first place that is not Go, or not UTF-8.
func ParseFile(name string, src []byte) (*File, error) {
	f := &File{Name: name, Src: src, lines: lineStarts(src), returns: bytes.IndexByte(src, '\r') >= 0}
	f.cut(0)
	if !utf8.Valid(src) {
		return nil, f.syntaxError(invalidUTF8(src), "invalid UTF-8: the file must be saved as UTF-8")
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			// Of the position only the offset is true: line and file follow //line directives.
			return nil, f.syntaxError(list[0].Pos.Offset, list[0].Msg)
		}
		return nil, f.syntaxError(0, err.Error())
	}
	f.pos = fset.File(tree.FileStart)
	for _, group := range tree.Comments {
		f.comments = append(f.comments, f.span(group))
	}
	f.collect(tree)
	if !f.returns { // else ends of nodes, and with them the cuts, are known from all tokens
		f.cut(f.starts(tree)...)
	}
	return f, nil
}

// collect finds the declarations of a tree and keeps it.
func (f *File) collect(tree *ast.File) {
	c := &collector{file: f}
	c.all(tree)
	if f.decls == nil {
		f.decls = c.decls
	}
	f.syntax = &syntax{tree: tree, roots: c.roots, tops: map[topKey]*node{}}
}

// Release lets go of the file's syntax tree, most of its memory. It is read again when somebody asks for nodes or paths;
// all else, tokens and declarations included, stays. Other calls may run at the same time.
func (f *File) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.syntax = nil
}

// loadedLocked is the file's syntax, read once more after a Release: the same text gives the same positions.
func (f *File) loadedLocked() *syntax {
	if f.syntax == nil {
		tree, _ := parser.ParseFile(token.NewFileSet(), f.Name, f.Src, parser.ParseComments|parser.SkipObjectResolution)
		f.collect(tree)
	}
	return f.syntax
}

func (f *File) syntaxError(offset int, msg string) *SyntaxError {
	offset = min(max(offset, 0), len(f.Src))
	line := f.Line(offset)
	return &SyntaxError{File: f.Name, Line: line, Column: offset - f.lines[line-1] + 1, Msg: msg}
}

func lineStarts(src []byte) []int {
	lines := []int{0}
	for i, c := range src {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(src)
}

// Lines is the number of lines; text after the last line feed counts, even when empty.
func (f *File) Lines() int { return len(f.lines) }

// Line gives the line of a byte offset, from 1. Offsets outside the file count as its first or last byte.
func (f *File) Line(offset int) int {
	return max(1, sort.SearchInts(f.lines, offset+1))
}

// LineSpan gives a line's text without its LF or CRLF and without a byte order mark. Lines count from 1;
// one that the file doesn't have is the zero Span.
func (f *File) LineSpan(line int) Span {
	if line < 1 || line > len(f.lines) {
		return Span{}
	}
	start, end := f.lines[line-1], len(f.Src)
	if line < len(f.lines) {
		end = f.lines[line] - 1
		if end > start && f.Src[end-1] == '\r' {
			end--
		}
	}
	if line == 1 && bytes.HasPrefix(f.Src, byteOrderMark) {
		start = len(byteOrderMark)
	}
	return Span{start, end}
}

// span is a node's text. The tree's own End is too small where carriage returns were dropped from a comment or a raw
// string; the token that it falls into knows better.
func (f *File) span(n ast.Node) Span {
	return Span{f.pos.Offset(n.Pos()), f.end(n.End())}
}

func (f *File) end(p token.Pos) int {
	end := f.pos.Offset(p)
	if !f.returns {
		return end
	}
	if tokens, i := f.tokenBefore(end); i >= 0 {
		end = max(end, tokens[i].End)
	}
	return end
}
