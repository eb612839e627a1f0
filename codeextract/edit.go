package codeextract

import (
	"cmp"
	"slices"
	"strings"
)

// edit replaces the bytes start to end of a text.
type edit struct {
	start, end int
	text       string
}

// applyEdits makes all edits at once. They must not overlap.
func applyEdits(src []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, src[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, src[at:]...)
}

// indented puts a container's prefix, such as a list's indent or "> ", before every line; lead goes before the first,
// since it may hold the list's marker.
func indented(text, lead, prefix, eol string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(lead+strings.TrimSuffix(line, "\n"), " \t") + eol)
		lead = prefix
	}
	return b.String()
}
