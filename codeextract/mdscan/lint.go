package mdscan

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/srcblog/srcblog/codeextract/emphasis"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// lintf adds what Hugo would publish without a word, and not as it was meant.
func (s *scanner) lintf(offset int, format string, args ...any) {
	s.problems.Add(s.pos(offset), problem.Lint, format, args...)
}

// emphasis tells of emphasis that Chinese punctuation keeps from being one.
func (s *scanner) emphasis(p *prose, block ast.Node) {
	if run, ok := emphasis.Stuck(p.src, block); ok {
		s.lintf(p.at[run.At], "%s is no emphasis to Markdown between %c and %c: move the punctuation out of it, or put a space outside",
			run.Mark, run.Before, run.After)
	}
}

// fenceAttributes looks at the braces behind the language of a block that is not ours.
func (s *scanner) fenceAttributes(p *prose, n *ast.FencedCodeBlock) {
	if n.Info == nil {
		return
	}
	info := n.Info.Segment
	i := bytes.IndexByte(p.src[info.Start:info.Stop], '{')
	if i < 0 {
		if m := bareAttribute.FindSubmatchIndex(p.src[info.Start:info.Stop]); m != nil {
			s.lintf(p.at[info.Start+m[2]], "the attributes of this block are not in braces, {name=value}: Hugo leaves them out")
		}
		return
	}
	at := info.Start + i
	attributes, ok := parser.ParseAttributes(text.NewReader(p.src[at:info.Stop]))
	if !ok {
		s.lintf(p.at[at], "the attributes of this block can't be read: Hugo leaves all of them out")
		return
	}
	for _, a := range attributes {
		if bytes.HasPrefix(bytes.ToLower(a.Name), []byte("on")) {
			s.lintf(p.at[at], "attribute %s of this block: Hugo leaves out names that start with on", a.Name)
		}
	}
}

// bareAttribute is one behind a block's language without braces, as other site builders take it.
var bareAttribute = regexp.MustCompile(`[ \t]([A-Za-z_-]+=[^ \t])`)

// headingID is an id in the braces behind a heading.
var headingID = regexp.MustCompile(`\{[^{}]*#([^\s{}#]+)[^{}]*\}[ \t]*$`)

// heading notes the id that a heading was given.
func (s *scanner) heading(p *prose, n *ast.Heading) {
	if n.Lines().Len() == 0 {
		return
	}
	line := n.Lines().At(n.Lines().Len() - 1)
	m := headingID.FindSubmatchIndex(bytes.TrimRight(p.src[line.Start:line.Stop], "\r\n"))
	if m == nil {
		return
	}
	id, pos := string(p.src[line.Start+m[2]:line.Start+m[3]]), s.pos(p.at[line.Start+m[2]])
	if first, taken := s.page.Headings[id]; taken {
		s.lintf(p.at[line.Start+m[2]], "heading id %s is taken by the heading in line %d: links lead there", id, first.Line)
		return
	}
	if s.page.Headings == nil {
		s.page.Headings = map[string]problem.Position{}
	}
	s.page.Headings[id] = pos
}
