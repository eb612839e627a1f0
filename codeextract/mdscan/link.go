package mdscan

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// scheme is what a link to a symbol starts with.
const scheme = "sym:"

// link adds a link to a symbol. dest is its destination as goldmark has it: bytes of the text itself, not unescaped.
func (s *scanner) link(p *prose, n ast.Node, dest []byte) {
	if !strings.HasPrefix(string(dest), scheme) {
		return
	}
	at := offsetIn(p.src, dest)
	if at < 0 {
		if at = bytes.Index(p.src[max(n.Pos(), 0):], dest); at < 0 {
			return
		}
		at += max(n.Pos(), 0)
	}
	start, end := p.at[at], p.at[at+len(dest)]
	if last := at + len(dest) - 1; p.at[last]+1 < end {
		end = p.at[last] + 1
	}
	text := string(dest)
	if _, auto := n.(*ast.AutoLink); !auto {
		text = plainText(n, p.src)
	}
	s.page.Links = append(s.page.Links, Link{
		Dest: string(s.src[start:end]), Text: text, Pos: s.pos(start), Start: start, End: end,
	})
}

// sortLinks orders the links, and counts those that share one reference definition once.
func (s *scanner) sortLinks() {
	slices.SortStableFunc(s.page.Links, func(a, b Link) int { return a.Start - b.Start })
	s.page.Links = slices.CompactFunc(s.page.Links, func(a, b Link) bool {
		if a.Start != b.Start {
			return false
		}
		if a.Text != b.Text && !strings.Contains(a.Dest, "#") {
			s.badf(a.Start, "a reference that several links use must name its symbol: sym:SRC#SYMBOL")
		}
		return true
	})
}

// offsetIn is where part stands in whole, if it is a slice of it, else -1. A slice's capacity reaches to the end of the
// array, which tells its place; comparing addresses makes sure of the array.
func offsetIn(whole, part []byte) int {
	at := cap(whole) - cap(part)
	if len(part) == 0 || at < 0 || at+len(part) > len(whole) || &whole[at] != &part[0] {
		return -1
	}
	return at
}

// plainText is the text of an inline node without its markup.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	// The walk's callback never fails.
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
