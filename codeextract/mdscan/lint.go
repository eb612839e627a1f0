package mdscan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// lintf adds what Hugo would publish without a word, and not as it was meant.
func (s *scanner) lintf(offset int, format string, args ...any) {
	s.problems.Add(s.pos(offset), problem.Lint, format, args...)
}

// stars is a run of asterisks that Markdown left as text.
type stars struct {
	at, length    int // in the prose
	before, after rune
}

// emphasis finds ** that Chinese writing keeps from being one: CommonMark lets no emphasis end between a punctuation mark
// inside and a letter outside (**注意：**后), nor begin so. Two runs left as text tell that emphasis was meant; the first
// that is stuck is to blame, also where Markdown took it for the other end of something.
func (s *scanner) emphasis(p *prose, block ast.Node) {
	var left, all []stars
	// The walk's callback never fails.
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			left = append(left, starsIn(p.src, t.Segment.Start, t.Segment.Stop)...)
			all = append(all, starsIn(p.src, t.Segment.Start, t.Segment.Stop)...)
		}
		if e, ok := n.(*ast.Emphasis); ok && entering {
			all = append(all, starsAround(p.src, e)...)
		}
		if n.Kind() == ast.KindCodeSpan || n != block && n.Type() == ast.TypeBlock {
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	slices.SortFunc(all, func(a, b stars) int { return a.at - b.at })
	for _, run := range all {
		n := 0
		for _, other := range left {
			if other.length == run.length {
				n++
			}
		}
		if n > 1 && run.stuck() {
			s.lintf(p.at[run.at], "%s is no emphasis to Markdown between %c and %c: move the punctuation out of it, or put a space outside",
				strings.Repeat("*", run.length), run.before, run.after)
			return // what follows may be right once this is
		}
	}
}

// starsAround gives the runs that open and close an emphasis.
func starsAround(src []byte, e *ast.Emphasis) []stars {
	open := e.Pos()
	if open < 0 || open+e.Level > len(src) || src[open] != '*' {
		return nil
	}
	found := starsIn(src, open, open+e.Level)
	if t, ok := e.LastChild().(*ast.Text); ok && t.Segment.Stop+e.Level <= len(src) {
		found = append(found, starsIn(src, t.Segment.Stop, t.Segment.Stop+e.Level)...)
	}
	return found
}

// starsIn gives the runs of two or three asterisks in a stretch of text.
func starsIn(src []byte, start, stop int) []stars {
	var found []stars
	for i := start; i < stop; {
		n := len(src[i:stop]) - len(bytes.TrimLeft(src[i:stop], "*"))
		escaped := i > 0 && src[i-1] == '\\'
		if (n == 2 || n == 3) && !escaped {
			before, _ := utf8.DecodeLastRune(src[:i])
			after, _ := utf8.DecodeRune(src[i+n:])
			found = append(found, stars{i, n, before, after})
		}
		i += max(n, 1)
	}
	return found
}

// stuck says whether it is by CommonMark's rule about punctuation that a run beside CJK text neither ends nor begins emphasis.
func (r stars) stuck() bool {
	if r.before == utf8.RuneError || r.after == utf8.RuneError || util.IsSpaceRune(r.before) || util.IsSpaceRune(r.after) {
		return false
	}
	return util.IsPunctRune(r.before) != util.IsPunctRune(r.after) && (isCJK(r.before) || isCJK(r.after))
}

// isCJK tells the letters and the full-width punctuation of Chinese, Japanese and Korean.
func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || strings.ContainsRune("“”‘’…—", r)
}

// fenceAttributes looks at the braces behind the language of a block that is not ours.
func (s *scanner) fenceAttributes(p *prose, n *ast.FencedCodeBlock) {
	if n.Info == nil {
		return
	}
	info := n.Info.Segment
	i := bytes.IndexByte(p.src[info.Start:info.Stop], '{')
	if i < 0 {
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
