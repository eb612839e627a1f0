package snip

import (
	"strings"
	"unicode/utf8"
)

// path reads /step/step[2]. A step may hold code (/case f(a, b)), so a comma ends the path only outside of brackets and
// literals, and .. and > end it only after a space. What a step may be called is judged where code is known.
func (s *scanner) path(sel *Selector) bool {
	p := &pathScanner{scanner: s, start: s.i, empty: -1}
	for s.i < len(s.text) && s.text[s.i] != '\n' {
		if len(p.open) == 0 && p.ends() {
			break
		}
		if !p.next() {
			return false
		}
	}
	if n := len(p.open); n > 0 {
		s.badf(s.pos(p.open[n-1]), "%c is never closed in this path", s.text[p.open[n-1]])
		return false
	}
	sel.Kind, sel.Text = Path, strings.TrimSpace(s.text[p.start:s.i])
	s.i = p.start + len(strings.TrimRight(s.text[p.start:s.i], " \t"))
	p.step(s.i)
	if p.empty >= 0 {
		s.badf(s.pos(p.empty), "path %s has an empty step", sel.Text)
		return false
	}
	return true
}

// pathScanner goes through one path.
type pathScanner struct {
	*scanner
	start int
	slash int   // the last one's offset
	open  []int // offsets of brackets
	named bool  // the step has its name, or one begins: no colon may follow
	empty int   // where the first empty step is, -1 for none
}

// ends says whether something else than the path begins here.
func (p *pathScanner) ends() bool {
	c := p.text[p.i]
	afterSpace := p.i > 0 && p.text[p.i-1] == ' '
	return c == ',' || p.atSeparator() || afterSpace && (c == '>' || strings.HasPrefix(p.text[p.i:], ".."))
}

// next goes over one character or literal. It is false after a problem.
func (p *pathScanner) next() bool {
	c := p.text[p.i]
	outside := len(p.open) == 0
	switch {
	case strings.IndexByte("\"'`", c) >= 0:
		return p.literal(c)
	case strings.IndexByte("([{", c) >= 0:
		p.open = append(p.open, p.i)
	case strings.IndexByte(")]}", c) >= 0:
		if outside || closer(p.text[p.open[len(p.open)-1]]) != c {
			p.badf(p.pos(p.i), "%c closes nothing in this path", c)
			return false
		}
		p.open = p.open[:len(p.open)-1]
	case c >= utf8.RuneSelf && FullWidthHint(p.text[p.i:]) != "":
		p.badf(p.pos(p.i), "%s", FullWidthHint(p.text[p.i:]))
		return false
	case !outside:
	case c == '/':
		if p.i > p.start {
			p.step(p.i)
		}
		p.slash, p.named = p.i, false
	case strings.HasPrefix(p.text[p.i:], ".."):
		p.badf(p.pos(p.i), "a space must stand before and after .. between two paths")
		return false
	case c == ':' && !strings.HasPrefix(p.text[p.i:], ":="):
		if p.named {
			p.badf(p.pos(p.i), "a space must follow the colon")
			return false
		}
		p.named = true
	case c == ' ' && p.i > p.slash+1:
		p.named = true
	}
	p.i++
	return true
}

// step ends the step before an offset.
func (p *pathScanner) step(end int) {
	text := strings.TrimSpace(p.text[max(p.slash, p.start)+1 : end])
	if p.empty < 0 && (text == "" || text[0] == '[') {
		p.empty = max(p.slash, p.start)
	}
}

// literal goes over a string or rune, whose characters mean nothing to the path.
func (p *pathScanner) literal(quote byte) bool {
	for i := p.i + 1; i < len(p.text) && p.text[i] != '\n'; i++ {
		switch {
		case p.text[i] == '\\' && quote != '`':
			i++
		case p.text[i] == quote:
			p.i = i + 1
			return true
		}
	}
	p.badf(p.pos(p.i), "%c is never closed in this path", quote)
	return false
}

func closer(open byte) byte {
	return map[byte]byte{'(': ')', '[': ']', '{': '}'}[open]
}
