package codeextract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that is not Go is shown only where there is something to show: text.
func TestTextThatCanNotBeShown(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.q]\ndir = \"q\"\n")
	for name, text := range map[string]string{
		"bin.txt": "a\nb\nc\xff\n", "empty.txt": "", "blank.txt": "\n \n", "ends.txt": "a\r\n\r\n\r\n", "zh.txt": "\xef\xbb\xbf中文\n", "bad.go": "package q\n\nvar X = \"\xff\"\n",
		"gbk.sh": "echo\n  # \xd6\xd0\xce\xc4\n", "utf16.txt": "\xff\xfea\x00", "nul.txt": "a\nb\x00", "nul/nul.go": "package q\n\nvar Y = \"\x00\"\n",
	} {
		write(t, filepath.Join(dir, "q", name), text)
	}
	write(t, filepath.Join(dir, "content/a.md"), strings.Join([]string{
		"```snip {#a src=\"q/bin.txt\"}\n```", "```snip {#b src=\"q/empty.txt\"}\n```", "```snip {#c src=\"q/blank.txt\"}\n```",
		"```snip {#d src=\"q/ends.txt\" lines=\"2-3\"}\n```", "```snip {#e src=\"q/zh.txt\"}\n```", "```snip {#f src=\"q/ends.txt\"}\n```",
		"```snip {#g src=\"q/bad.go\" sym=\"X\"}\n```", "```snip {#h src=\"q/gbk.sh\"}\n```", "```snip {#i src=\"q/utf16.txt\"}\n```",
		"```snip {#j src=\"q/nul.txt\"}\n```", "```snip {#k src=\"q/nul\" sym=\"Y\"}\n```",
	}, "\n"))
	_, report := check(t, dir, os.Environ())
	want := `content/a.md:1:18: q/bin.txt:3:2: byte 0xFF is not UTF-8: save the file as UTF-8
content/a.md:3:18: there is nothing in lines 1 to 1 of q/empty.txt
content/a.md:5:18: there is nothing in lines 1 to 2 of q/blank.txt
content/a.md:7:18: there is nothing in lines 2 to 3 of q/ends.txt
content/a.md:13:33: q/bad.go:3:10: byte 0xFF is not UTF-8: save the file as UTF-8
content/a.md:15:18: q/gbk.sh:2:5: byte 0xD6 is not UTF-8, the file looks like GBK: save it as UTF-8
content/a.md:17:18: q/utf16.txt:1:1: the file is UTF-16: save it as UTF-8
content/a.md:19:18: q/nul.txt:2:2: a NUL byte: the file is no text, or not saved as UTF-8
content/a.md:21:30: q/nul/nul.go:3:10: a NUL byte: the file is no text, or not saved as UTF-8`
	if got := report.Problems.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// A page in another encoding is told at its first bad byte, and nothing of it is guessed.
func TestPagesInOtherEncodings(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.q]\ndir = \"q\"\n")
	snippet := "\n```snip {src=\"q\" sym=\"X\"}\n```\n"
	for name, text := range map[string]string{
		"cut.md": "中" + snippet + "\xe4\xb8", "gbk.md": "---\ntitle: \xd6\xd0\xce\xc4\n---\n" + snippet, "nul.md": snippet + "a\x00", "utf16.md": "\xff\xfe#\x00",
	} {
		write(t, filepath.Join(dir, "content", name), text)
	}
	_, report := check(t, dir, os.Environ())
	want := `content/cut.md:4:1: byte 0xE4 is not UTF-8: save the file as UTF-8
content/gbk.md:2:8: byte 0xD6 is not UTF-8, the file looks like GBK: save it as UTF-8
content/nul.md:4:2: a NUL byte: the file is no text, or not saved as UTF-8
content/utf16.md:1:1: the file is UTF-16: save it as UTF-8`
	if got := report.Problems.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := report.Exit(false); got != 3 {
		t.Errorf("exit %d", got)
	}
}

func TestConfigInOtherEncoding(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.q]\ndir = \"q\" # \xd6\xd0\n")
	_, err := Open(dir, os.Environ())
	wantMistake(t, errorText(err), "srcblog.toml:2:13: byte 0xD6 is not UTF-8, the file looks like GBK: save it as UTF-8")
}
