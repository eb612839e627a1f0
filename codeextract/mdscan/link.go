package mdscan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// scheme is what a link to a symbol starts with.
const scheme = "sym:"

// link adds a link to a symbol. dest is its destination as goldmark has it: bytes of the text itself, not unescaped.
func (s *scanner) link(p *prose, n ast.Node, dest []byte) {
	if !strings.HasPrefix(string(dest), scheme) {
		if almostScheme.Match(dest) {
			if at := destAt(p, n, dest); at >= 0 {
				s.badf(p.at[at], "a symbol link begins with sym: in small letters and with an ASCII colon")
			}
		}
		return
	}
	at := destAt(p, n, dest)
	if at < 0 {
		return
	}
	if n.Kind() == ast.KindImage {
		s.badf(p.at[at], "an image can't show a symbol: drop the ! to make it a link, or write a snip block")
		return
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

// almostScheme is what looks like scheme to an author, and is a link to nowhere.
var almostScheme = regexp.MustCompile(`^(?i:sym)[:：]`)

// destAt is where a destination stands in the prose, -1 if that can't be told.
func destAt(p *prose, n ast.Node, dest []byte) int {
	if at := offsetIn(p.src, dest); at >= 0 {
		return at
	}
	from := max(n.Pos(), 0)
	if at := bytes.Index(p.src[from:], dest); at >= 0 {
		return from + at
	}
	return -1
}

// brokenLinks tells of links to symbols that Markdown left as text, as it does with a space in the address.
func (s *scanner) brokenLinks(p *prose, t *ast.Text) {
	const open = "](" + scheme
	from := max(t.Segment.Start-1, 0) // the bracket is a text of its own
	for at := from; at < t.Segment.Stop; at++ {
		address, is := bytes.CutPrefix(p.src[at:t.Segment.Stop], []byte(open))
		end := bytes.IndexByte(address, ')')
		if is && (end < 0 || bytes.ContainsAny(address[:end], " \t")) {
			s.lintf(p.at[at+len("](")], "no link to Markdown: an address has no spaces, and ends with )")
		}
	}
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
