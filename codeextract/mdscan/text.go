package mdscan

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// placeholder stands for a shortcode in Markdown, as one word, the way Hugo does it.
const placeholder = 'x'

// prose is Markdown between or inside shortcodes, and where each byte of it stands in the page.
type prose struct {
	src    []byte
	at     []int // page offset of each byte, and of the end
	lo, hi int   // the stretch of the page it was taken from
	bodies []body
}

// body is a shortcode in a prose: the offset of its placeholder there.
type body struct {
	at        int
	shortcode shortcode
}

// prose takes the stretch of the page from lo to hi, shortcodes replaced, indent removed from the start of its lines.
func (s *scanner) prose(lo, hi int, indent string) *prose {
	p := &prose{lo: lo, hi: hi}
	inner := slices.DeleteFunc(slices.Clone(s.shortcodes), func(c shortcode) bool { return c.start < lo || c.start >= hi })
	slices.SortFunc(inner, func(a, b shortcode) int { return a.start - b.start })
	for i := lo; i < hi; {
		lineStart := i == 0 || s.src[i-1] == '\n'
		if lineStart && indent != "" && bytes.HasPrefix(s.src[i:hi], []byte(indent)) {
			if i += len(indent); i == hi {
				break
			}
		}
		for len(inner) > 0 && inner[0].start < i {
			inner = inner[1:]
		}
		if len(inner) > 0 && inner[0].start == i {
			c := inner[0]
			p.bodies = append(p.bodies, body{len(p.src), c})
			p.src, p.at = append(p.src, placeholder), append(p.at, i)
			i = min(c.end, hi)
			continue
		}
		p.src, p.at = append(p.src, s.src[i]), append(p.at, i)
		i++
	}
	p.at = append(p.at, hi)
	return p
}

// text scans one stretch of the page, and then the bodies of its shortcodes that a reader will see.
func (s *scanner) text(lo, hi int, indent string) {
	p := s.prose(lo, hi, indent)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))
	root := md.Parser().Parse(text.NewReader(p.src))
	var opaque [][2]int // code and comments
	// The walk's callback never fails.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			if !s.fence(p, n) {
				s.fenceAttributes(p, n)
			}
			opaque = append(opaque, [2]int{n.Pos(), linesEnd(n)})
		case *ast.CodeBlock, *ast.HTMLBlock:
			opaque = append(opaque, [2]int{n.Pos(), linesEnd(n)})
		case *ast.RawHTML:
			last := n.Segments.At(n.Segments.Len() - 1)
			opaque = append(opaque, [2]int{n.Segments.At(0).Start, last.Stop})
		case *ast.CodeSpan:
			if t, ok := n.LastChild().(*ast.Text); ok {
				opaque = append(opaque, [2]int{n.Pos(), t.Segment.Stop})
			}
			return ast.WalkSkipChildren, nil
		case *ast.Link:
			s.link(p, n, n.Destination)
		case *ast.Image:
			s.link(p, n, n.Destination)
		case *ast.Text:
			s.brokenLinks(p, n)
		case *ast.AutoLink:
			s.link(p, n, n.URL(p.src))
		case *ast.Heading:
			s.heading(p, n)
			s.emphasis(p, n)
		case *extast.TableCell:
			s.emphasis(p, n)
		case *ast.Paragraph, *ast.TextBlock:
			s.almostFences(p, n)
			s.emphasis(p, n)
		}
		return ast.WalkContinue, nil
	})
	for _, b := range p.bodies {
		hidden := slices.ContainsFunc(opaque, func(o [2]int) bool { return o[0] <= b.at && b.at < o[1] })
		if c := b.shortcode; !hidden && c.bodyStart < c.bodyEnd {
			s.text(c.bodyStart, c.bodyEnd, c.indent)
		}
	}
}

// linesEnd is where a block of lines ends. An HTML block's closing line is not among its lines.
func linesEnd(n ast.Node) int {
	end := n.Pos()
	if n.Lines().Len() > 0 {
		end = n.Lines().At(n.Lines().Len() - 1).Stop
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		end = h.ClosureLine.Stop
	}
	return end
}
