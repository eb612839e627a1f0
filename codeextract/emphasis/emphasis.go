// Package emphasis finds asterisks and tildes that Chinese punctuation keeps Markdown from reading as the author meant them.
package emphasis

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// Run is a run of asterisks or tildes, and the characters beside it.
type Run struct {
	At            int // offset in the text
	Mark          string
	Before, After rune
}

// Stuck gives the first run of a block that can't be what its author meant it to be: CommonMark lets no emphasis end between a
// punctuation mark inside and a letter outside (**注意：**后), nor begin so. Where runs come in
// pairs, each is known to be the one or the other, also where Markdown paired them in another way; else two that are left as text
// tell that emphasis was meant, and the first that is stuck is to blame.
func Stuck(src []byte, block ast.Node) (Run, bool) {
	all, left := runs(src, block)
	count, place := map[string]int{}, map[string]int{}
	for _, run := range all {
		count[run.Mark]++
	}
	for _, run := range all {
		opens := place[run.Mark]%2 == 0
		place[run.Mark]++
		meant := left[run.Mark] > 1
		if count[run.Mark]%2 == 0 {
			meant = run.blocked(opens)
		}
		if meant && run.stuck() {
			return run, true // what follows may be right once this is
		}
	}
	return Run{}, false
}

// runs gives a block's runs in order, and how many of each Markdown left as text.
func runs(src []byte, block ast.Node) (all []Run, left map[string]int) {
	left = map[string]int{}
	var opaque [][2]int // code and tags
	// The walk's callback never fails.
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			for _, run := range runsIn(src, n.Segment.Start, n.Segment.Stop) {
				left[run.Mark]++
			}
		case *ast.RawHTML:
			for _, s := range n.Segments.Sliced(0, n.Segments.Len()) {
				opaque = append(opaque, [2]int{s.Start, s.Stop})
			}
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					opaque = append(opaque, [2]int{t.Segment.Start, t.Segment.Stop})
				}
			}
			return ast.WalkSkipChildren, nil
		}
		if n != block && n.Type() == ast.TypeBlock {
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	for _, line := range block.Lines().Sliced(0, block.Lines().Len()) {
		all = append(all, runsIn(src, line.Start, line.Stop)...)
	}
	return slices.DeleteFunc(all, func(r Run) bool {
		return slices.ContainsFunc(opaque, func(o [2]int) bool { return o[0] <= r.At && r.At < o[1] })
	}), left
}

// runsIn gives the runs in a stretch of text: two or three asterisks, or two tildes. Single ones are multiplication and file names
// as often.
func runsIn(src []byte, start, stop int) []Run {
	var found []Run
	for i := start; i < stop; {
		c := src[i]
		n := 1
		for i+n < stop && src[i+n] == c {
			n++
		}
		escaped := i > 0 && src[i-1] == '\\'
		if (c == '*' && (n == 2 || n == 3) || c == '~' && n == 2) && !escaped {
			before, _ := utf8.DecodeLastRune(src[:i])
			after, _ := utf8.DecodeRune(src[i+n:])
			found = append(found, Run{i, string(src[i : i+n]), before, after})
		}
		i += n
	}
	return found
}

// stuck says whether it is by CommonMark's rule about punctuation that a run beside CJK text neither ends nor begins emphasis.
func (r Run) stuck() bool {
	if r.Before == utf8.RuneError || r.After == utf8.RuneError || util.IsSpaceRune(r.Before) || util.IsSpaceRune(r.After) {
		return false
	}
	return util.IsPunctRune(r.Before) != util.IsPunctRune(r.After) && (isCJK(r.Before) || isCJK(r.After))
}

// blocked says whether a stuck run can't begin, or can't end, what it is to.
func (r Run) blocked(opens bool) bool {
	if opens {
		return util.IsPunctRune(r.After)
	}
	return util.IsPunctRune(r.Before)
}

// isCJK tells the letters and the full-width punctuation of Chinese, Japanese and Korean.
func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || strings.ContainsRune("“”‘’…—", r)
}
