package codeextract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/regions"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// part is the code of one symbol or region that a snippet names, resolved.
type part struct {
	src, name   string // as written, page default applied; name is a symbol or region, "" for a whole file
	origin      *origin
	file        string // below the origin's root
	text        *textFile
	decl        *gosource.Decl // nil for a region or whole file
	span        gosource.Span
	first, last int
	view        *view
}

// shownFile is the file's path as captions and messages give it: below the repository for our own code, below the
// module's root for others'.
func (p *part) shownFile() string { return p.file }

// match finds what a selector stands for between the bounds of a span.
func (p *part) match(sel *snip.Selector, within gosource.Span) ([]gosource.Match, error) {
	if sel.Kind == snip.Within {
		outer, err := p.one(sel.Outer, within)
		if err != nil || outer == nil {
			return nil, err
		}
		return p.match(sel.Inner, outer.Node)
	}
	if sel.Kind == snip.Range {
		return p.matchRange(sel, within)
	}
	if p.decl == nil {
		return p.matchLines(sel, within)
	}
	switch sel.Kind {
	case snip.Quoted:
		pattern, err := gosource.ParsePattern(sel.Text)
		if err != nil {
			return nil, err
		}
		return p.decl.Match(pattern, within), nil
	case snip.Comment:
		return p.decl.MatchComment(sel.Text, within), nil
	case snip.Part:
		var out []gosource.Match
		for _, s := range p.decl.Part(sel.Text) {
			out = append(out, gosource.Match{Tokens: s, Node: s})
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s: node paths are not supported by this version; quote the code instead", sel)
}

// matchRange takes everything from one selector's place to another's, both included.
func (p *part) matchRange(sel *snip.Selector, within gosource.Span) ([]gosource.Match, error) {
	from, err := p.one(sel.From, within)
	if err != nil || from == nil {
		return nil, err
	}
	to, err := p.one(sel.To, within)
	if err != nil || to == nil {
		return nil, err
	}
	if to.Node.Start < from.Node.Start {
		return nil, fmt.Errorf("%s ends before it begins", sel)
	}
	span := gosource.Span{Start: from.Node.Start, End: max(from.Node.End, to.Node.End)}
	return []gosource.Match{{Tokens: gosource.Span{Start: from.Tokens.Start, End: to.Tokens.End}, Node: span}}, nil
}

// one is a match that has to be the only one: the end of a range, or the outside of a nested selector. Nil without an
// error means that this part has none.
func (p *part) one(sel *snip.Selector, within gosource.Span) (*gosource.Match, error) {
	matches, err := p.match(sel, within)
	if err != nil || len(matches) == 0 {
		return nil, err
	}
	if len(matches) > 1 {
		return nil, fmt.Errorf("%s matches %d places in %s; quote more of one", sel, len(matches), p.name)
	}
	return &matches[0], nil
}

// matchLines matches in a file without a parser of ours: a quoted selector is a line's text, trimmed.
func (p *part) matchLines(sel *snip.Selector, within gosource.Span) ([]gosource.Match, error) {
	if sel.Kind != snip.Quoted && sel.Kind != snip.Comment {
		return nil, fmt.Errorf("%s: only quoted lines select in a file that is not Go", sel)
	}
	var out []gosource.Match
	for n := p.first; n <= p.last; n++ {
		span := p.text.lineSpan(n)
		if span.Start < within.Start || span.End > within.End || p.text.marker(n) {
			continue
		}
		if regions.MatchLine(sel.Text, p.text.lineText(n)) {
			out = append(out, gosource.Match{Tokens: span, Node: span})
		}
	}
	return out, nil
}

// similar lists up to n pieces of code like a selector's, as selectors ready to paste.
func (p *part) similar(sel *snip.Selector, n int) []string {
	if n <= 0 || p.decl == nil || sel.Kind != snip.Quoted {
		return nil
	}
	pattern, err := gosource.ParsePattern(sel.Text)
	if err != nil {
		return nil
	}
	out := p.decl.Similar(pattern, n)
	for i, code := range out {
		out[i] = quoteCode(code)
	}
	return out
}

// quoteCode puts backticks around code, more of them where the code has some itself.
func quoteCode(code string) string {
	ticks := "`"
	for strings.Contains(code, ticks) {
		ticks += "`"
	}
	if len(ticks) > 1 {
		return ticks + " " + code + " " + ticks
	}
	return ticks + code + ticks
}

// tokens gives the part's tokens on the lines that keep says yes to, without our own directives.
func (p *part) tokens(keep func(*viewLine) bool) []gosource.Token {
	if p.text.goFile == nil {
		return nil
	}
	lines := map[int]bool{}
	for _, l := range p.view.lines {
		lines[l.number] = l.state != dropped && keep(l)
	}
	all := slices.Clone(p.text.goFile.Tokens(p.span)) // the slice is the file's own
	return slices.DeleteFunc(all, func(t gosource.Token) bool { return !lines[p.text.line(t.Start)] })
}
