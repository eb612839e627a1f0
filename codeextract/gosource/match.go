package gosource

import "go/token"

// Match is one place where a pattern or a comment's text occurs.
type Match struct {
	Tokens Span // from the first to the last token that was matched
	Node   Span // what they stand for: the innermost node around them, or a run of siblings
}

// Match gives the nodes that a pattern stands for, in source order and each once. Only tokens wholly in within are
// looked at; the zero Span means the whole declaration. A node may reach beyond within.
func (d *Decl) Match(p *Pattern, within Span) []Match {
	m := newMatcher(p, d.File.Tokens(d.inside(within)))
	var found []Span
	for start := range m.text {
		end := m.from(0, start)
		if end <= start {
			continue
		}
		span := Span{m.text[start].Start, m.text[end-1].End}
		if n := len(found); n > 0 && found[n-1].End == span.End {
			found = found[:n-1] // as few tokens as possible: the later beginning wins
		}
		found = append(found, span)
	}
	var matches []Match
	seen := map[Span]bool{}
	for _, span := range found {
		node := d.tree().enclosing(span)
		if !seen[node] {
			seen[node] = true
			matches = append(matches, Match{Tokens: span, Node: node})
		}
	}
	return matches
}

// inside is the part of within that belongs to the declaration.
func (d *Decl) inside(within Span) Span {
	if within.IsZero() {
		return d.Span
	}
	return Span{max(within.Start, d.Span.Start), min(within.End, d.Span.End)}
}

// matcher finds a pattern in tokens in time proportional to both: a wild card that failed at a token is never tried
// there again, wherever the match began.
type matcher struct {
	pattern []patternToken
	text    []Token
	after   []int // of an opening bracket: the token after its partner; 0 where there is none
	failed  map[[2]int]bool
}

func newMatcher(p *Pattern, tokens []Token) *matcher {
	text := codeTokens(tokens)
	m := &matcher{pattern: p.tokens, text: text, after: make([]int, len(text)), failed: map[[2]int]bool{}}
	var open []int
	for i, t := range m.text {
		switch {
		case opens(t.Kind):
			open = append(open, i)
		case closes(t.Kind) && len(open) > 0:
			m.after[open[len(open)-1]] = i + 1
			open = open[:len(open)-1]
		}
	}
	return m
}

// codeTokens drops what patterns don't look at.
func codeTokens(tokens []Token) []Token {
	code := make([]Token, 0, len(tokens))
	for i, t := range tokens {
		switch t.Kind {
		case token.COMMENT, token.SEMICOLON:
			continue
		case token.COMMA:
			if closes(nextCode(tokens, i)) {
				continue
			}
		}
		code = append(code, t)
	}
	return code
}

// from matches the pattern from its p-th token at the text's t-th and gives the end in text, or -1.
func (m *matcher) from(p, t int) int {
	for ; p < len(m.pattern); p++ {
		want := m.pattern[p]
		if want.wild {
			return m.wild(p, t)
		}
		if t >= len(m.text) || m.text[t].Kind != want.kind || normalLit(m.text[t]) != want.lit {
			return -1
		}
		t++
	}
	return t
}

// wild lets the wild card p take nothing, then one token or bracketed group after the other.
func (m *matcher) wild(p, t int) int {
	for {
		if m.failed[[2]int{p, t}] {
			return -1 // and so it will at all later tokens
		}
		if end := m.from(p+1, t); end >= 0 {
			return end
		}
		m.failed[[2]int{p, t}] = true
		switch {
		case t >= len(m.text) || closes(m.text[t].Kind):
			return -1
		case opens(m.text[t].Kind):
			if m.after[t] == 0 {
				return -1
			}
			t = m.after[t]
		default:
			t++
		}
	}
}
