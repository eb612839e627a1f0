package codeextract

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// searchLines tells of the lines that a part shows how the search finds a match's line among them, see pagedata.Snippet.
func searchLines(s *snippet, p *part, file int) []string {
	const least, begin = 6, 24 // characters
	var out []string
	for _, r := range p.view.runs(true) {
		if r.gap {
			continue
		}
		for _, l := range r.lines {
			text := strings.Join(strings.FieldsFunc(string(l.bytes()[l.cut:]), func(r rune) bool {
				return r == ' ' || r == '\t' || r == '\r'
			}), " ")
			length := utf8.RuneCountInString(text)
			if length < least {
				continue
			}
			mark := "L"
			if l.deleted {
				mark = "oL"
			}
			out = append(out, lineID(s.id, file, mark, l.number)+" "+strconv.Itoa(length)+" "+firstRunes(text, begin))
		}
	}
	return out
}

// firstRunes is the beginning of a text.
func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
