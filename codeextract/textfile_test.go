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
		"bin.txt": "a\nb\nc\xff\n", "empty.txt": "", "blank.txt": "\n \n", "ends.txt": "a\r\n\r\n\r\n", "zh.txt": "\xef\xbb\xbf中文\n", "nul.go": "package q\n\nvar X = \"\xff\"\n",
	} {
		write(t, filepath.Join(dir, "q", name), text)
	}
	write(t, filepath.Join(dir, "content/a.md"), strings.Join([]string{
		"```snip {#a src=\"q/bin.txt\"}\n```", "```snip {#b src=\"q/empty.txt\"}\n```", "```snip {#c src=\"q/blank.txt\"}\n```",
		"```snip {#d src=\"q/ends.txt\" lines=\"2-3\"}\n```", "```snip {#e src=\"q/zh.txt\"}\n```", "```snip {#f src=\"q/ends.txt\"}\n```",
		"```snip {#g src=\"q/nul.go\" sym=\"X\"}\n```",
	}, "\n"))
	_, report := check(t, dir, os.Environ())
	want := `content/a.md:1:18: q/bin.txt is no text: line 3 is not valid UTF-8
content/a.md:3:18: there is nothing in lines 1 to 1 of q/empty.txt
content/a.md:5:18: there is nothing in lines 1 to 2 of q/blank.txt
content/a.md:7:18: there is nothing in lines 2 to 3 of q/ends.txt
content/a.md:13:33: not valid Go: q/nul.go:3:10: invalid UTF-8: the file must be saved as UTF-8`
	if got := report.Problems.Error(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
