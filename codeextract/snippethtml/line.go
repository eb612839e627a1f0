package snippethtml

import (
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

// format gives each line's HTML. Carriage returns are dropped: an HTML parser would turn them into line breaks, as are
// line feeds, since a Line that spans several would shift all below.
func format(lines [][]piece) []string {
	out := make([]string, len(lines))
	var b strings.Builder
	for i, line := range lines {
		b.Reset()
		for len(line) > 0 {
			n := alike(line)
			writePieces(&b, line[:n])
			line = line[n:]
		}
		out[i] = b.String()
	}
	return out
}

// alike is how many pieces of a line share an element.
func alike(line []piece) int {
	n := 1
	for n < len(line) && line[0].name == nil && line[n].name == nil && shownType(line[n].kind) == shownType(line[0].kind) {
		n++
	}
	return n
}

func writePieces(b *strings.Builder, pieces []piece) {
	open, shut := "", ""
	if name := pieces[0].name; name != nil {
		open, shut = name.tags()
	} else if class := class(shownType(pieces[0].kind)); class != "" {
		open, shut = `<span class="`+class+`">`, "</span>"
	}
	b.WriteString(open)
	for _, p := range pieces {
		escaped.WriteString(b, p.text) // a strings.Builder never fails
	}
	b.WriteString(shut)
}

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
