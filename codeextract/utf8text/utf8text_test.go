package utf8text

import (
	"fmt"
	"testing"
	"unicode/utf8"
)

func TestFind(t *testing.T) {
	for src, want := range map[string]string{
		"":                          "",
		"package p\r\n// 注释\n":      "",
		"\xef\xbb\xbf中文":            "",
		"\ufffd is a character":     "",
		"a\nbc\xffd":                "2:3: byte 0xFF is not UTF-8: save the file as UTF-8",
		"caf\xe9 au lait":           "1:4: byte 0xE9 is not UTF-8: save the file as UTF-8",
		"中文\xe4\xb8":                "1:7: byte 0xE4 is not UTF-8: save the file as UTF-8", // cut off
		"a\r\n\xd6\xd0\xce\xc4\r\n": "2:1: byte 0xD6 is not UTF-8, the file looks like GBK: save it as UTF-8",
		"\xff\xfe#\x00 \x00":        "1:1: the file is UTF-16: save it as UTF-8",
		"\xfe\xff\x00#":             "1:1: the file is UTF-16: save it as UTF-8",
		"a\nb\x00c":                 "2:2: a NUL byte: the file is no text, or not saved as UTF-8",
		"#\x00 \x00":                "1:2: a NUL byte: the file is no text, or not saved as UTF-8",
		"\x00\xff":                  "1:1: a NUL byte: the file is no text, or not saved as UTF-8",
		"\xff\x00":                  "1:1: byte 0xFF is not UTF-8: save the file as UTF-8",
		"\x81":                      "1:1: byte 0x81 is not UTF-8: save the file as UTF-8",
		"first\n\xb5\xda\xb6\xfe\xd0\xd0 and caf\xe9 ": "2:1: byte 0xB5 is not UTF-8: save the file as UTF-8",
	} {
		got := ""
		if bad := Find([]byte(src)); bad != nil {
			got = fmt.Sprintf("%d:%d: %s", bad.Line, bad.Column, bad.Msg)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", src, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{"", "a\n\xff", "\xff\xfea\x00", "\xd6\xd0", "\x00", "中文"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		bad := Find(src)
		if text := utf8.Valid(src) && !contains0(src); text != (bad == nil) {
			t.Fatalf("%q: %v", src, bad)
		}
	})
}

func contains0(src []byte) bool {
	for _, c := range src {
		if c == 0 {
			return true
		}
	}
	return false
}
