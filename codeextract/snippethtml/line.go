package snippethtml

import (
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	chromahtml "github.com/alecthomas/chroma/v2/formatters/html"
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

// format gives each line's HTML. Carriage returns are dropped: an HTML parser would turn them into line breaks.
func format(lines [][]chroma.Token) []string {
	var tokens []chroma.Token
	for _, line := range lines {
		for _, t := range line {
			t.Value = strings.ReplaceAll(t.Value, "\r", "")
			t.Value = strings.ReplaceAll(t.Value, "\n", "") // a Line that spans several would shift all below
			t.Type = shownType(t.Type)
			switch last := len(tokens) - 1; {
			case t.Value == "":
			case last >= 0 && tokens[last].Type == t.Type && tokens[last].Value != "\n":
				tokens[last].Value += t.Value // one element for a run of one kind
			default:
				tokens = append(tokens, t)
			}
		}
		tokens = append(tokens, chroma.Token{Type: chroma.Text, Value: "\n"})
	}
	formatter := chromahtml.New(chromahtml.WithClasses(true), chromahtml.PreventSurroundingPre(true))
	style := chroma.MustNewStyle("classes only", chroma.StyleEntries{})
	var b strings.Builder
	if err := formatter.Format(&b, style, chroma.Literator(tokens...)); err != nil {
		return plain(lines) // a strings.Builder never fails
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
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

// plain gives each line's escaped text without classes.
func plain(lines [][]chroma.Token) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		for _, t := range line {
			out[i] += html.EscapeString(strings.ReplaceAll(t.Value, "\r", ""))
		}
	}
	return out
}
