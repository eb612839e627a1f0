package snippethtml

import (
	"bytes"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// Line is one line of a source text, in byte offsets; End excludes the line's terminator. Cut is how many leading bytes
// are left off, to dedent. Offsets outside the text are moved to its ends.
type Line struct {
	Start, End, Cut int
}

// text gives the line's bounds after cutting, inside a text of the size.
func (l Line) text(size int) (start, end int) {
	end = min(max(l.End, 0), size)
	start = min(max(l.Start+max(l.Cut, 0), 0), end)
	return start, end
}

// piece is a stretch of a line that looks alike.
type piece struct {
	kind chroma.TokenType
	text string
	name *Name // nil for all but resolved identifiers
}

// textOf gives stretches of a text between the first and the last of some lines. They are slices of one string: a line
// has a dozen of them.
func textOf(src []byte, lines []Line) func(start, end int) string {
	first, last := len(src), 0
	for _, l := range lines {
		start, end := l.text(len(src))
		first, last = min(first, start), max(last, end)
	}
	if first > last {
		return func(int, int) string { return "" }
	}
	text := string(src[first:last])
	return func(start, end int) string { return text[start-first : end-first] }
}

// writer collects each line's HTML. Carriage returns are dropped: an HTML parser would turn them into line breaks, as are
// line feeds, since a Line that spans several would shift all below.
type writer struct {
	html []string
	room []piece
	buf  bytes.Buffer
}

// next gives an empty slice for a line's pieces; it is the same each time.
func (w *writer) next() []piece { return w.room[:0] }

func (w *writer) line(pieces []piece) {
	w.room = pieces
	w.buf.Reset()
	for len(pieces) > 0 {
		n := alike(pieces)
		w.write(pieces[:n])
		pieces = pieces[n:]
	}
	w.html = append(w.html, w.buf.String())
}

// alike is how many pieces of a line share an element.
func alike(line []piece) int {
	n := 1
	for n < len(line) && line[0].name == nil && line[n].name == nil && shownType(line[n].kind) == shownType(line[0].kind) {
		n++
	}
	return n
}

// write writes pieces that share an element.
func (w *writer) write(pieces []piece) {
	open, shut := "", ""
	if name := pieces[0].name; name != nil {
		open, shut = name.tags()
	} else if class := class(shownType(pieces[0].kind)); class != "" {
		open, shut = `<span class="`+class+`">`, "</span>"
	}
	w.buf.WriteString(open)
	for _, p := range pieces {
		if strings.ContainsAny(p.text, special) {
			escaped.WriteString(&w.buf, p.text) // a buffer never fails
		} else {
			w.buf.WriteString(p.text)
		}
	}
	w.buf.WriteString(shut)
}

// special is what escaped replaces.
const special = "&<>\r\n"

// escaped is a line's text as HTML; quotes mean nothing outside of tags.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "", "\n", "")

// class is chroma's short name for a type of token, or for the one that it belongs to; "" for text.
func class(t chroma.TokenType) string {
	for t != 0 {
		if c, ok := chroma.StandardTypes[t]; ok {
			return c
		}
		t = t.Parent()
	}
	return chroma.StandardTypes[t]
}

// shownType is Text for tokens that look like any other text: names that no rule tells apart, punctuation, operators.
// They are more than half of the tokens of Go source, and an element for each would double a page's size.
func shownType(t chroma.TokenType) chroma.TokenType {
	switch {
	case t == chroma.Name, t == chroma.NameOther, t == chroma.Operator, t.InCategory(chroma.Punctuation), t.InCategory(chroma.Text):
		return chroma.Text
	}
	return t
}
