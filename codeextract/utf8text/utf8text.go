// Package utf8text tells text in UTF-8 from what is saved in another encoding, or is no text at all.
package utf8text

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Bad is the first place where a file is no text in UTF-8. Line and Column count from 1, Column in bytes.
type Bad struct {
	Line, Column int
	Msg          string
}

// Find gives the first bad place, nil where all is text. A byte order mark of UTF-8 is text; a NUL byte is none.
func Find(src []byte) *Bad {
	at := bytes.IndexByte(src, 0)
	if !utf8.Valid(src) {
		if i := invalid(src); at < 0 || i < at {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	line := 1 + bytes.Count(src[:at], []byte("\n"))
	column := at - bytes.LastIndexByte(src[:at], '\n')
	switch {
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		return &Bad{Line: line, Column: column, Msg: "the file is UTF-16: save it as UTF-8"}
	case src[at] == 0:
		return &Bad{Line: line, Column: column, Msg: "a NUL byte: the file is no text, or not saved as UTF-8"}
	case isASCII(src[:at]) && isGBK(src[at:]):
		return &Bad{Line: line, Column: column, Msg: fmt.Sprintf("byte 0x%X is not UTF-8, the file looks like GBK: save it as UTF-8", src[at])}
	}
	return &Bad{Line: line, Column: column, Msg: fmt.Sprintf("byte 0x%X is not UTF-8: save the file as UTF-8", src[at])}
}

// invalid is the offset of the first byte that is no part of UTF-8.
func invalid(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(src)
}

func isASCII(src []byte) bool {
	return !bytes.ContainsFunc(src, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isGBK says whether everything that is not ASCII is in the pairs of bytes that GBK has for Chinese text. Latin-1 has single
// bytes between ASCII letters, which hardly ever make pairs throughout.
func isGBK(src []byte) bool {
	for i := 0; i < len(src); i++ {
		if src[i] < utf8.RuneSelf {
			continue
		}
		if i+1 == len(src) || src[i] == 0x80 || src[i] == 0xff || src[i+1] < 0x40 || src[i+1] == 0x7f || src[i+1] == 0xff {
			return false
		}
		i++
	}
	return true
}
