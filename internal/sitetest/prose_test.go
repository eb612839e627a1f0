package sitetest

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// A line break between two characters of Chinese is no space to readers: neither in prose nor in notes, and so not in the index.
func TestChineseLinesAreJoined(t *testing.T) {
	broken := regexp.MustCompile(`[\p{Han}，。：；、！？”）]\s+[\p{Han}“（]`)
	joined := 0
	for path, page := range htmlPages(t) {
		for n := range page.Descendants() {
			if n.Type != html.TextNode || n.Parent.Data == "code" || n.Parent.Data == "pre" || inside(n, "snippet-code") {
				continue
			}
			for _, found := range broken.FindAllString(n.Data, -1) {
				if strings.Contains(found, "\n") {
					t.Errorf("%s: a line break in %q", path, n.Data)
				}
			}
			for _, sentence := range []string{"，才需要叫醒睡着的协程。", "之后开始。一段话可以分几行写，汉字和汉字之间换行不会多出空格，正文里也是这样。"} {
				if strings.HasSuffix(n.Data, sentence) {
					joined++
				}
			}
		}
	}
	if joined < 2 {
		t.Errorf("%d of the sentences that stand on two lines in 怎样写源码分析 are one", joined)
	}
}
