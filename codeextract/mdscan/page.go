package mdscan

import (
	"bytes"
	"slices"
	"sort"

	"github.com/gohugoio/hugo/parser/pageparser"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
	"github.com/srcblog/srcblog/codeextract/utf8text"
)

// Page is what a page holds, each list in the order of the page.
type Page struct {
	Path        string
	FrontMatter map[string]any // as Hugo decodes it; nil if there is none
	Body        int            // where the text begins: the offset after the front matter
	Draft       bool
	Defaults    map[string]string // the front matter's snip table: src, at, for, part
	Fences      []Fence
	Links       []Link
	Headings    map[string]problem.Position // by the ids that the author gave them; nil for none
}

// Fence is one block of ours, a snip block or one of figure.Kinds.
type Fence struct {
	Lang       string      // which kind
	Info       snip.Line   // what follows the word on the opening line, trimmed
	Body       []snip.Line // the container's and the fence's indentation removed
	Start, End int         // byte offsets in the page: whole lines, the last one's terminator included
	Lead       string      // what stands before the fence on its first line, such as "> " or "- "
	Prefix     string      // what must stand before every further line in its place: Lead with list markers as spaces
}

// Link is a link to a symbol.
type Link struct {
	Dest       string // as written, such as "sym:cache#DeltaFIFO.Pop?track"
	Text       string // the link's text without markup
	Pos        problem.Position
	Start, End int // byte offsets of the destination in the page
}

// Scan reads a page. path is what positions call it. The page is never nil and has everything that could be read; the
// list, sorted by position, has every mistake.
func Scan(path string, src []byte) (*Page, problem.List) {
	s := &scanner{page: &Page{Path: path}, src: src, lines: lineStarts(src)}
	if bad := utf8text.Find(src); bad != nil {
		s.problems.Add(problem.Position{File: path, Line: bad.Line, Column: bad.Column}, problem.BadSyntax, "%s", bad.Msg)
		return s.page, s.problems
	}
	items, err := pageparser.ParseBytes(src, pageparser.Config{})
	if err != nil {
		s.badf(0, "%v", err)
		return s.page, s.problems
	}
	body := 0
	for _, it := range items {
		switch {
		case it.IsFrontMatter():
			s.frontMatter(it)
			body = closingLine(src, it.Pos()+len(it.Val(src)))
		case it.Type == pageparser.TypeIgnore: // a byte order mark
			body = max(body, it.Pos()+len(it.Val(src)))
		case it.IsError():
			s.badf(it.Pos(), "%v", it.Err) // the rest of the page is read as if it had no shortcodes
		}
	}
	s.page.Body = body
	s.shortcodes = pair(src, items)
	s.text(body, len(src), "")
	slices.SortStableFunc(s.page.Fences, func(a, b Fence) int { return a.Start - b.Start })
	s.sortLinks()
	s.problems.Sort()
	return s.page, s.problems
}

type scanner struct {
	page       *Page
	src        []byte
	lines      []int // offset of each line's first byte
	shortcodes []shortcode
	problems   problem.List
}

func (s *scanner) badf(offset int, format string, args ...any) {
	s.problems.Add(s.pos(offset), problem.BadSyntax, format, args...)
}

func (s *scanner) pos(offset int) problem.Position {
	line := sort.SearchInts(s.lines, offset+1)
	return problem.Position{File: s.page.Path, Line: line, Column: offset - s.lines[line-1] + 1}
}

func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// closingLine is the end of the line after front matter whose text ends at offset: its closing +++ or --- stands there,
// unless it is JSON, whose braces belong to the text.
func closingLine(src []byte, offset int) int {
	rest := src[offset:]
	for _, delim := range []string{"---", "+++"} {
		if bytes.HasPrefix(rest, []byte(delim)) {
			if n := bytes.IndexByte(rest, '\n'); n >= 0 {
				return offset + n + 1
			}
			return len(src)
		}
	}
	return offset
}
