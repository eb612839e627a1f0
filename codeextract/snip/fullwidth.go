package snip

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// FullWidthHint names the character that text starts with, and what to type instead, if it is one that a Chinese input
// method types in place of ASCII punctuation. It is "" for any other character.
func FullWidthHint(text string) string {
	r, _ := utf8.DecodeRuneInString(text)
	what, instead := fullWidth(r)
	if what == "" {
		return ""
	}
	return fmt.Sprintf("full-width %s %c (U+%04X): type %s", what, r, r, instead)
}

func fullWidth(r rune) (what, instead string) {
	switch r {
	case '“', '”', '„', '＂', '‘', '’', '＇', '「', '」', '『', '』':
		return "quote", "\" around a value, ` around code"
	case '｀', 'ˋ', '´', '‵':
		return "backtick", "`"
	case '；':
		return "semicolon", ";"
	case '，', '、':
		return "comma", ","
	case '＝':
		return "equals sign", "="
	case '？':
		return "question mark", "?"
	case '＃':
		return "number sign", "#"
	case '｛':
		return "brace", "{"
	case '｝':
		return "brace", "}"
	case '／':
		return "slash", "/"
	case '＞', '》':
		return "greater-than sign", ">"
	case '．', '。':
		return "full stop", "."
	case '［', '【', '〔':
		return "bracket", "["
	case '］', '】', '〕':
		return "bracket", "]"
	case '（':
		return "parenthesis", "("
	case '）':
		return "parenthesis", ")"
	case '﹕', '︰', '∶', '꞉':
		return "colon", ": and a space, or ："
	case '　':
		return "space", "an ordinary space"
	}
	return "", ""
}

// didYouMean is ` (did you mean "x"?)` for the nearest of the candidates, "" if none is near.
func didYouMean(word string, candidates []string) string {
	best, bestAt := "", 3
	for _, c := range candidates {
		limit := max(1, len(c)/2)
		if d := distance(strings.ToLower(word), c); d < bestAt && d <= limit {
			best, bestAt = c, d
		}
	}
	if best == "" {
		return ": it is one of " + strings.Join(candidates, ", ")
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance counts the bytes to insert, delete or replace to get from a to b, a swap of neighbours as one
// (optimal string alignment).
func distance(a, b string) int {
	if len(a) > 40 {
		return len(a)
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
