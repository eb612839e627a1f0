package snipfmt

import (
	"strings"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// fillID puts the id that a block has by default before its other attributes.
func (f *formatter) fillID(fence mdscan.Fence, header snip.Header, id string) {
	if header.ID != "" || id == "" {
		return
	}
	info, rest := fence.Info.Text, ""
	if inner, ok := strings.CutPrefix(info, "{"); ok {
		rest = inner
	}
	filled := "{#" + id + " " + strings.TrimLeft(rest, " \t")
	if rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "}") {
		filled = "{#" + id + "}"
	}
	// Not every id that a block may have by default may also be given: x-2 could be mistaken for a line of another snippet.
	if _, problems := snip.Parse(snip.Line{Text: filled, Pos: fence.Info.Pos}, nil); problems.Broken() {
		return
	}
	at := f.offset(fence.Info.Pos)
	if before := f.src[at-1]; before != ' ' && before != '\t' {
		filled = " " + filled
	}
	f.replace(at, at+len(info), filled)
}
