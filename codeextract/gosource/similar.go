package gosource

import (
	"cmp"
	"go/token"
	"slices"
	"strings"
)

// Limits of suggestions: more names or longer code than this help nobody who mistyped something.
const (
	maxSimilarNames = 5
	maxQuotedBytes  = 100
	minNearness     = 0.35
)

// Similarity tells how much two declarations have in common, 0 to 1, from the hashes of their Statements: the share of
// hashes found in both, each as often as it occurs (Dice's coefficient). Two empty lists have nothing in common.
func Similarity(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	count := map[string]int{}
	for _, h := range a {
		count[h]++
	}
	shared := 0
	for _, h := range b {
		if count[h] > 0 {
			count[h]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}

// similarNames gives the declarations an author may have meant, nearest first: few letters changed, or the same last
// element below another type.
func similarNames(decls []*Decl, symbol string) []*Decl {
	type candidate struct {
		decl     *Decl
		distance int
	}
	want := strings.ToLower(symbol)
	lastWant := lastElement(want)
	allowed := max(2, len(want)/4)
	if len(want) <= 3 {
		allowed = 1 // of three letters two others make another word
	}
	var near []candidate
	for _, d := range decls {
		name := strings.ToLower(d.Symbol)
		distance := editDistance(want, name)
		if last := lastElement(name); last == lastWant && last != "_" {
			distance = min(distance, 1)
		}
		if distance <= allowed {
			near = append(near, candidate{d, distance})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var similar []*Decl
	for _, c := range near[:min(len(near), maxSimilarNames)] {
		similar = append(similar, c.decl)
	}
	return similar
}

func lastElement(symbol string) string { return symbol[strings.LastIndexByte(symbol, '.')+1:] }

// editDistance is Levenshtein's, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// Similar gives up to n pieces of the declaration's code that are nearest to a pattern which matched nothing, best
// first, each one line that matches as it is.
func (d *Decl) Similar(p *Pattern, n int) []string {
	type candidate struct {
		code  string
		score float64
	}
	want := trigrams(p)
	var all []candidate
	seen := map[string]bool{}
	for _, span := range append([]Span{d.Sig}, d.Statements()...) {
		code := d.Quote(span)
		quoted, err := ParsePattern(code)
		if err != nil || seen[code] {
			continue
		}
		seen[code] = true
		if score := nearness(want, trigrams(quoted)); score >= minNearness {
			all = append(all, candidate{code, score})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var best []string
	for _, c := range all[:min(len(all), max(n, 0))] {
		best = append(best, c.code)
	}
	return best
}

// nearness is between how alike two codes are and how much of what was wanted is in the other: a piece of a long
// statement is wanted as often as a statement with a slip in it.
func nearness(want, have []string) float64 {
	alike := Similarity(want, have)
	found := alike * float64(len(want)+len(have)) / 2 / float64(max(len(want), 1))
	return (alike + found) / 2
}

// trigrams are the runs of three letters in a pattern's tokens: they forgive slips inside a name.
func trigrams(p *Pattern) []string {
	var b strings.Builder
	for _, t := range p.tokens {
		b.WriteString(" " + strings.ToLower(t.lit))
	}
	text := []rune(b.String() + " ")
	var runs []string
	for i := range len(text) - 2 {
		runs = append(runs, string(text[i:i+3]))
	}
	return runs
}

// Quote writes a span's code as one line that can be pasted as a selector: comments dropped, a clause without what it
// does, what stands between braces on several lines and raw strings with line breaks as wild cards, long code cut at a
// token.
func (d *Decl) Quote(span Span) string {
	f := d.File
	tokens := quotable(f.Tokens(span))
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i > 0 {
			if b.Len()+len(t.Lit) > maxQuotedBytes {
				return b.String() + " …"
			}
			b.WriteString(f.gap(tokens[i-1], t))
		}
		if isRawString(t) && strings.Contains(t.Lit, "\n") {
			b.WriteString("…")
			continue
		}
		b.WriteString(t.Lit)
		shut := partner(tokens, i)
		if t.Kind == token.LBRACE && shut > i+1 && f.Line(t.Start) != f.Line(tokens[shut].Start) {
			b.WriteString(" … }")
			i = shut
		}
	}
	return b.String()
}

// gap is what to write between neighbouring tokens.
func (f *File) gap(before, t Token) string {
	switch {
	case before.semicolon && !closes(t.Kind):
		return "; "
	case before.End == t.Start:
		return ""
	case (opens(before.Kind) || closes(t.Kind)) && f.Line(before.Start) != f.Line(t.Start):
		return ""
	}
	return " "
}

// quotable drops comments, trailing commas, and what follows a clause's colon; it keeps written semicolons.
func quotable(tokens []Token) []Token {
	code := make([]Token, 0, len(tokens))
	depth := 0
	for i, t := range tokens {
		next := nextCode(tokens, i)
		if t.Kind == token.COMMENT || t.Kind == token.COMMA && (closes(next) || next == token.EOF) {
			continue
		}
		code = append(code, t)
		switch {
		case opens(t.Kind):
			depth++
		case closes(t.Kind):
			depth--
		case t.Kind == token.COLON && depth == 0 && (code[0].Kind == token.CASE || code[0].Kind == token.DEFAULT):
			return code
		}
	}
	return code
}

// partner is the index of the bracket that closes the one at i, or 0.
func partner(tokens []Token, i int) int {
	if !opens(tokens[i].Kind) {
		return 0
	}
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch {
		case opens(tokens[j].Kind):
			depth++
		case closes(tokens[j].Kind):
			depth--
		}
		if depth == 0 {
			return j
		}
	}
	return 0
}
