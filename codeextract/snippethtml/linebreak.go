package snippethtml

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"golang.org/x/text/width"
)

// lineBreaks joins a note's lines where a browser's space would part two characters of Chinese or Japanese. goldmark has an extension
// for that, which takes away the break before code, links and emphasis in all languages, and one of its styles that after commas.
type lineBreaks struct {
	found *[][2]int // where to put the stretches of text that the breaks are; nil for nowhere
}

// Transform is called by goldmark once a note is parsed.
func (l lineBreaks) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
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
				l.note(reader.Source(), last.Segment.Stop, t.Segment.Start)
			}
			last, before = nil, value
		}
		if t.SoftLineBreak() {
			last = t
		}
		return ast.WalkContinue, nil
	})
}

// note keeps the white space between two texts, which may be followed by an emphasis's asterisks. Where a quotation's > stands
// there it stays.
func (l lineBreaks) note(src []byte, start, end int) {
	if between := src[start:end]; l.found != nil && bytes.IndexByte(between, '>') < 0 {
		space := len(between) - len(bytes.TrimLeft(between, " \t\r\n"))
		*l.found = append(*l.found, [2]int{start, start + space})
	}
}

// LineBreaks gives the stretches of a note's Markdown that are line breaks which Notes leaves out: for Markdown that others render.
func LineBreaks(markdown string) [][2]int {
	found := [][2]int{}
	links := &linkGuard{resolve: func(dest, _ string) (string, error) { return dest, nil }}
	goldmark.New(goldmark.WithParser(notesParser(links, lineBreaks{&found}))).Parser().Parse(text.NewReader([]byte(markdown)))
	return found
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
