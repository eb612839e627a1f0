package snippethtml

import (
	"bytes"
	"sort"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Other gives the HTML of lines in another language, by its chroma name or alias (yaml, bash, …). The whole text is read,
// so that a line in the middle of a string is seen as such. An unknown language gives escaped text without classes.
func Other(lang string, src []byte, lines []Line) []string {
	if len(lines) == 0 {
		return nil
	}
	tokens := lex(lang, string(src))
	ends := make([]int, len(tokens)) // where in src each token ends
	offset := 0
	for i, t := range tokens {
		offset += len(t.Value)
		ends[i] = offset
	}
	text := textOf(src, lines)
	var w writer
	for _, line := range lines {
		out := w.next()
		pos, end := line.text(len(src))
		for i := sort.SearchInts(ends, pos+1); i < len(tokens) && pos < end; i++ {
			stop := min(ends[i], end)
			out = append(out, piece{kind: tokens[i].Type, text: text(pos, stop)})
			pos = stop
		}
		w.line(out)
	}
	return w.html
}

// lex gives tokens that make up exactly the text.
func lex(lang, text string) []chroma.Token {
	whole := []chroma.Token{{Type: chroma.Text, Value: text}}
	lexer := lexers.Get(lang)
	if lexer == nil {
		return whole
	}
	// Lexers expect LF: their patterns for line ends miss CRLF.
	tokens, ok := tokenise(chroma.Coalesce(lexer), strings.ReplaceAll(text, "\r\n", "\n"))
	if !ok {
		return whole
	}
	return withReturns(tokens, []byte(text))
}

// tokenise runs a lexer over text. Chroma's lexers may panic in rules of their own, and some change what they read: then
// colours are given up, not the text.
func tokenise(lexer chroma.Lexer, text string) (tokens []chroma.Token, ok bool) {
	defer func() {
		if recover() != nil {
			tokens, ok = nil, false
		}
	}()
	iterator, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil, false
	}
	tokens = iterator.Tokens()
	read := chroma.Stringify(tokens...)
	return tokens, read == text || read == text+"\n" // some lexers want a last line end
}

// withReturns puts the carriage returns of CRLF back into the tokens, so that offsets are the source's.
func withReturns(tokens []chroma.Token, src []byte) []chroma.Token {
	if !bytes.Contains(src, []byte("\r\n")) {
		return tokens
	}
	pos := 0
	for i, t := range tokens {
		start := pos
		for range len(t.Value) {
			if bytes.HasPrefix(src[pos:], []byte("\r\n")) {
				pos++
			}
			pos = min(pos+1, len(src))
		}
		tokens[i].Value = string(src[start:pos])
	}
	return tokens
}
