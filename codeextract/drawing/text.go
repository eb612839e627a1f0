package drawing

import (
	"unicode"
	"unicode/utf8"
)

// Sizes in px. The style sheet sets text in these sizes; code is in a font of equal widths, 0.6 em and a little each.
const (
	codeSize  = 13
	smallSize = 12
)

// codeWidth is the room that a text takes in the font for code, in px.
func codeWidth(s string, size int) int {
	half := 0 // in units of half a Chinese character
	for _, r := range s {
		if wide(r) {
			half += 20
		} else {
			half += 12
		}
	}
	return (half*size + 19) / 20
}

// wide says whether a character takes the room of a Chinese one.
func wide(r rune) bool {
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff01 && r <= 0xff60 || r >= 0x1f300 && r <= 0x1faff)
}

// shorten cuts a text to n characters, the last an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return string(runes[:n-1]) + "…"
}

// twoLines splits a long name where its words meet, nearest to the middle.
func twoLines(name string) []string {
	runes := []rune(name)
	if len(runes) <= 12 {
		return []string{name}
	}
	best := 0
	for i := 1; i < len(runes); i++ {
		starts := unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) || runes[i-1] == '.' || runes[i-1] == '#'
		if starts && abs(2*i-len(runes)) < abs(2*best-len(runes)) {
			best = i
		}
	}
	if best == 0 {
		return []string{name}
	}
	return []string{string(runes[:best]), string(runes[best:])}
}

func abs(n int) int { return max(n, -n) }
