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
	minSimilarity   = 0.3
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
	var near []candidate
	for _, d := range decls {
		name := strings.ToLower(d.Symbol)
		distance := editDistance(want, name)
		if last := lastElement(name); last == lastWant && last != "_" {
			distance = min(distance, 2)
		}
		if distance <= max(2, len(want)/4) {
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
	want := patternWords(p)
	var all []candidate
	seen := map[string]bool{}
	for _, span := range append([]Span{d.Sig}, d.Statements()...) {
		code := d.Quote(span)
		quoted, err := ParsePattern(code)
		if err != nil || seen[code] {
			continue
		}
		seen[code] = true
		if score := Similarity(want, patternWords(quoted)); score >= minSimilarity {
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

// patternWords is what two pieces of code are compared by: tokens with a name or value, and pairs of neighbours, so
// that order counts a little.
func patternWords(p *Pattern) []string {
	var words []string
	before := ""
	for _, t := range p.tokens {
		if t.wild {
			before = ""
			continue
		}
		if t.kind.IsLiteral() || t.kind.IsKeyword() {
			words = append(words, t.lit)
		}
		if before != "" {
			words = append(words, before+" "+t.lit)
		}
		before = t.lit
	}
	return words
}

// Quote writes a span's code as one line that can be pasted as a selector: comments dropped, what stands between braces
// on several lines and raw strings with line breaks as wild cards, long code cut at a token.
func (d *Decl) Quote(span Span) string {
	f := d.File
	tokens := codeTokensWithSemicolons(f.Tokens(span))
	var b strings.Builder
	skipTo := 0
	for i, t := range tokens {
		if t.Start < skipTo {
			continue
		}
		if i > 0 && b.Len() > 0 {
			switch before := tokens[i-1]; {
			case b.Len()+len(t.Lit) > maxQuotedBytes:
				return b.String() + " …"
			case before.semicolon && !closes(t.Kind):
				b.WriteString("; ")
			case before.End < t.Start && !(opens(before.Kind) && f.Line(before.Start) != f.Line(t.Start)):
				b.WriteByte(' ')
			}
		}
		if isRawString(t) && strings.Contains(t.Lit, "\n") {
			b.WriteString("…")
			continue
		}
		b.WriteString(t.Lit)
		if shut := partner(tokens, i); t.Kind == token.LBRACE && shut > i+1 && f.Line(t.Start) != f.Line(tokens[shut].Start) {
			b.WriteString(" …")
			skipTo = tokens[shut].Start
		}
	}
	return b.String()
}

// codeTokensWithSemicolons drops comments and trailing commas, and keeps written semicolons.
func codeTokensWithSemicolons(tokens []Token) []Token {
	code := make([]Token, 0, len(tokens))
	for i, t := range tokens {
		if t.Kind == token.COMMENT || t.Kind == token.COMMA && closes(nextCode(tokens, i)) {
			continue
		}
		code = append(code, t)
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
