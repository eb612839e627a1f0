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
	piece       string // sig, body or doc, where only that is shown
	build       string // GOOS/GOARCH
	origin      *origin
	file        string // below the origin's root
	text        *textFile
	decl        *gosource.Decl // nil for a region or whole file
	code        *gosource.Decl // where selectors look: decl, or a region's stretch; nil where the file is not Go
	span        gosource.Span
	was         *part // the old version that this one is compared with, nil for none
	first, last int
	view        *view
}

// shownFile is the file's path as captions and messages give it: below the repository for our own code, below the
// module's root for others'.
func (p *part) shownFile() string { return p.file }

// match finds what a selector stands for between the bounds of a span.
func (p *part) match(sel *snip.Selector, within gosource.Span) ([]gosource.Match, error) {
	if sel.Kind == snip.Within {
		return p.matchWithin(sel, within)
	}
	if sel.Kind == snip.Range {
		return p.matchRange(sel, within)
	}
	if p.code == nil {
		return p.matchLines(sel, within)
	}
	switch sel.Kind {
	case snip.Quoted:
		pattern, err := gosource.ParsePattern(sel.Text)
		if err != nil {
			return nil, err
		}
		return p.code.Match(pattern, within), nil
	case snip.Comment:
		return p.code.MatchComment(sel.Text, within), nil
	case snip.Path:
		return p.code.Path(sel.Text, within)
	case snip.Part:
		var out []gosource.Match
		for _, s := range p.code.Part(sel.Text) {
			if within.Contains(s) {
				out = append(out, gosource.Match{Tokens: s, Node: s})
			}
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s is no selector", sel)
}

// matchWithin matches inside of what the outer selector stands for: in one place, or with all in each.
func (p *part) matchWithin(sel *snip.Selector, within gosource.Span) ([]gosource.Match, error) {
	outer, err := p.match(sel.Outer, within)
	if err != nil {
		return nil, err
	}
	if len(outer) > 1 && !several(sel.Outer) {
		return nil, fmt.Errorf("%s matches %d places in %s; quote more of one:%s", sel.Outer, len(outer), p.name, places([]*part{p}, placedIn(0, outer)))
	}
	var out []gosource.Match
	for _, o := range outer {
		inner, err := p.match(sel.Inner, o.Node)
		if err != nil {
			return nil, err
		}
		for _, m := range inner {
			if !slices.ContainsFunc(out, func(have gosource.Match) bool { return have.Node == m.Node }) {
				out = append(out, m)
			}
		}
	}
	return out, nil
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
		return nil, fmt.Errorf("%s matches %d places in %s; quote more of one:%s", sel, len(matches), p.name, places([]*part{p}, placedIn(0, matches)))
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
	switch {
	case n <= 0 || p.code == nil:
		return nil
	case sel.Kind == snip.Path:
		return p.code.SimilarPaths(sel.Text, n)
	case sel.Kind != snip.Quoted:
		return nil
	}
	pattern, err := gosource.ParsePattern(sel.Text)
	if err != nil {
		return nil
	}
	if len(p.code.MatchComment(sel.Text, p.span)) > 0 {
		return []string{quoteCode("// " + sel.Text)}
	}
	out := p.code.Similar(pattern, n)
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
	all := p.text.goFile.Tokens(p.span) // the slice is the file's own
	kept := make([]gosource.Token, 0, len(all))
	at := 0 // both go down the file
	for _, t := range all {
		for at < len(p.view.lines) && p.view.lines[at].span.End < t.Start {
			at++
		}
		if at == len(p.view.lines) {
			break
		}
		if l := p.view.lines[at]; l.span.Start <= t.Start && l.state != dropped && keep(l) {
			kept = append(kept, t)
		}
	}
	return kept
}
