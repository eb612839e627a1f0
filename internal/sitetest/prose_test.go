package sitetest

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// A line break between two characters of Chinese in a note is no space to readers; in prose, where Hugo leaves one, our pages have none.
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
			if strings.HasSuffix(n.Data, "，才需要叫醒睡着的协程。") {
				joined++
			}
		}
	}
	if joined == 0 {
		t.Error("the note that stands on two lines in 怎样写源码分析 is not one")
	}
}
