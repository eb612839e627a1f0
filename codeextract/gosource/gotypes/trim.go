package gotypes

import "bytes"

// trimBodies blanks out what stands between braces at the top level of Go source, but for those of struct and interface
// types: bodies of functions and elements of composite literals. Line breaks and all positions stay. The types of what a
// package declares remain, but for the length of [...]T{…}. The text is changed in place; one that is no Go may be
// changed in any way.
func trimBodies(src []byte) {
	word := "" // the last token, where it is a word
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '{' && (word == "struct" || word == "interface"):
			i = skipBraces(src, i) // types inside have no bodies
			word = ""
		case c == '{':
			end := skipBraces(src, i)
			for j := i + 1; j < end-1; j++ {
				if src[j] != '\n' {
					src[j] = ' '
				}
			}
			i, word = end, ""
		case isWordByte(c):
			start := i
			for i < len(src) && isWordByte(src[i]) {
				i++
			}
			word = string(src[start:i])
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
		default:
			end := skipToken(src, i)
			if c != '/' || end == i+1 { // a comment is no token
				word = ""
			}
			i = end
		}
	}
}

// skipBraces gives the offset behind the brace that closes the one at i.
func skipBraces(src []byte, i int) int {
	depth := 0
	for i < len(src) {
		switch src[i] {
		case '{':
			depth++
			i++
		case '}':
			depth--
			i++
			if depth == 0 {
				return i
			}
		default:
			i = skipToken(src, i)
		}
	}
	return i
}

// skipToken gives the offset behind the literal or comment that begins at i, or i+1 where none does.
func skipToken(src []byte, i int) int {
	rest := src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		return end(src, i+2, "\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		return end(src, i+2, "*/")
	case rest[0] == '`':
		return end(src, i+1, "`")
	case rest[0] == '"' || rest[0] == '\'':
		for j := i + 1; j < len(src); j++ {
			switch src[j] {
			case '\\':
				j++
			case rest[0], '\n':
				return j + 1
			}
		}
		return len(src)
	}
	return i + 1
}

// end gives the offset behind the next mark, or the text's.
func end(src []byte, from int, mark string) int {
	from = min(from, len(src))
	if k := bytes.Index(src[from:], []byte(mark)); k >= 0 {
		return from + k + len(mark)
	}
	return len(src)
}

func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}
