package snippethtml

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"golang.org/x/text/width"
)

// lineBreaks joins a note's lines where a browser's space would part two characters of Chinese or Japanese. goldmark has an extension
// for that, which takes away the break before code, links and emphasis in all languages, and one of its styles that after commas.
type lineBreaks struct{}

// Transform is called by goldmark once a note is parsed.
func (lineBreaks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var last *ast.Text // the one that ends the line before
	var before []byte  // what that line ends with, maybe inside of an emphasis
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() == ast.TypeBlock {
			last, before = nil, nil
			return ast.WalkContinue, nil
		}
		t, ok := n.(*ast.Text)
		if !ok || !entering {
			return ast.WalkContinue, nil // the walker itself has no errors
		}
		value := t.Segment.Value(reader.Source())
		if len(value) > 0 {
			if last != nil && wideAtBreak(before, value) {
				last.SetSoftLineBreak(false)
			}
			last, before = nil, value
		}
		if t.SoftLineBreak() {
			last = t
		}
		return ast.WalkContinue, nil
	})
}

// wideAtBreak says whether what stands before and after a line break is written without spaces: wide characters, but not Hangul.
// Quotation marks, dashes and dots are as wide as what is beside them.
func wideAtBreak(before, after []byte) bool {
	last, _ := utf8.DecodeLastRune(before)
	first, _ := utf8.DecodeRune(after)
	return isWide(last) && isWide(first) || isWide(last) && fits(first) || fits(last) && isWide(first)
}

func isWide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return (kind == width.EastAsianWide || kind == width.EastAsianFullwidth) && !unicode.Is(unicode.Hangul, r)
}

func fits(r rune) bool { return strings.ContainsRune("“”‘’…—", r) }

// JoinLines makes one line of a text: with a space between its lines, or with nothing where Notes would have none.
func JoinLines(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if b.Len() > 0 && line != "" && !wideAtBreak([]byte(b.String()), []byte(line)) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	return b.String()
}
