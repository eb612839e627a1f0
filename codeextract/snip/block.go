package snip

import (
	"sort"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Line is a line of a page, or the rest of one, without its terminator. Pos is where its first byte stands.
type Line struct {
	Text string
	Pos  problem.Position
}

// Block is one snip block: what it shows, and what is said about it.
type Block struct {
	Header     Header
	Directives []Directive
}

// Parse reads a block. info is what follows the word snip on the fence's first line; body holds the lines between the
// fences, the fence's own indentation removed. The block is never nil and has everything that could be read; the
// list, sorted by position, has every mistake.
func Parse(info Line, body []Line) (*Block, problem.List) {
	p := &parser{}
	b := &Block{Header: p.header(info, headerKeys())}
	slugs := map[string]problem.Position{}
	for _, lines := range p.split(body) {
		d, ok := p.directive(newPassage(lines))
		if !ok {
			continue
		}
		if first, dup := slugs[d.Slug]; dup && d.Slug != "" {
			p.badf(d.Pos, "note #%s is in this block already, at line %d", d.Slug, first.Line)
		}
		slugs[d.Slug] = d.Pos
		b.Directives = append(b.Directives, d)
	}
	p.checkViews(b.Directives)
	p.problems = append(p.problems, p.lints...)
	p.problems.Sort()
	return b, p.problems
}

type parser struct {
	problems problem.List
	lints    problem.List // which leave a directive as it is
}

func (p *parser) badf(pos problem.Position, format string, args ...any) {
	p.problems.Add(pos, problem.BadSyntax, format, args...)
}

// split groups the body into directives: a line that starts at the fence's own indentation, with the indented lines
// below it. Blank lines belong to a directive when an indented line follows them.
func (p *parser) split(body []Line) [][]Line {
	var groups [][]Line
	var blank []Line
	for _, line := range body {
		p.checkShortcode(line)
		switch {
		case strings.TrimSpace(line.Text) == "":
			blank = append(blank, line)
			continue
		case line.Text[0] != ' ' && line.Text[0] != '\t':
			groups = append(groups, []Line{line})
		case len(groups) == 0:
			p.badf(line.Pos, "an indented line continues a directive, but none stands above it")
		default:
			last := &groups[len(groups)-1]
			*last = append(append(*last, blank...), line)
		}
		blank = nil
	}
	return groups
}

// checkShortcode refuses what Hugo reads as a shortcode before it looks for code blocks at all.
func (p *parser) checkShortcode(line Line) {
	for _, opener := range []string{"{{<", "{{%"} {
		if i := strings.Index(line.Text, opener); i >= 0 {
			pos := line.Pos
			pos.Column += i
			p.badf(pos, "%s opens a Hugo shortcode, even in a code block: put a space between the braces", opener)
		}
	}
}

// checkViews refuses show beside only: each says what is left of the snippet, and they disagree about its headers.
func (p *parser) checkViews(directives []Directive) {
	var show, only *Directive
	for i := range directives {
		switch d := &directives[i]; d.Keyword {
		case Show:
			show = d
		case Only:
			only = d
		}
	}
	if show != nil && only != nil {
		p.badf(only.Pos, "only can't stand beside show (line %d): show keeps the enclosing headers, only leaves them out",
			show.Pos.Line)
	}
}

// passage is the text of several lines joined by line feeds, of which every byte knows its place in the page.
type passage struct {
	text  string
	lines []Line
	start []int // of each line, in text
}

func newPassage(lines []Line) *passage {
	t := &passage{lines: lines}
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		t.start = append(t.start, b.Len())
		b.WriteString(line.Text)
	}
	t.text = b.String()
	return t
}

// line is the index of the line that holds the byte at offset.
func (t *passage) line(offset int) int {
	return sort.SearchInts(t.start, offset+1) - 1
}

// pos is the place in the page of the byte at offset.
func (t *passage) pos(offset int) problem.Position {
	i := t.line(offset)
	pos := t.lines[i].Pos
	pos.Column += offset - t.start[i]
	return pos
}
