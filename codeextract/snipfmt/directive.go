package snipfmt

import (
	"strings"
	"unicode"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// more is how far the lines that continue a directive are indented.
const more = "  "

// body formats the directives of a block.
func (f *formatter) body(fence mdscan.Fence, directives []snip.Directive) {
	for i, d := range directives {
		var lines []snip.Line
		for _, line := range fence.Body {
			if line.Pos.Line >= d.Pos.Line && (i+1 == len(directives) || line.Pos.Line < directives[i+1].Pos.Line) {
				lines = append(lines, line)
			}
		}
		f.directive(fence, d, lines)
	}
}

// directive formats one directive. lines are its own, and blank ones below it.
func (f *formatter) directive(fence mdscan.Fence, d snip.Directive, lines []snip.Line) {
	first := lines[0]
	head, text := first.Text, ""
	if d.Text != "" && d.TextPos.Line == first.Pos.Line {
		at := d.TextPos.Column - first.Pos.Column
		head, text = head[:at], head[at:]
	}
	formatted := headOf(d, head)
	if squeeze(formatted) != squeeze(head) { // its selectors go on in the next line
		return
	}
	if text != "" && strings.HasSuffix(formatted, ":") {
		formatted += " "
	}
	at := f.offset(first.Pos)
	start := at
	if lineStart := f.starts[first.Pos.Line-1]; blank(fence.Prefix) && blank(string(f.src[lineStart:at])) {
		start, formatted = lineStart, fence.Prefix+formatted
	}
	f.replace(start, at+len(first.Text), formatted+text)
	f.indent(lines[1:])
}

// blank says whether a prefix is nothing but spaces. A tab's width depends on where it stands, and a quote's mark is the
// author's.
func blank(prefix string) bool { return strings.Trim(prefix, " ") == "" }

// squeeze leaves the white space out.
func squeeze(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsSpace), "") }

// headOf is a directive up to its text, colon included; head is what is written there.
func headOf(d snip.Directive, head string) string {
	end := strings.IndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	if end < 0 {
		end = len(head)
	}
	words := []string{head[:end]}
	if d.Slug != "" {
		words = append(words, "#"+d.Slug)
	}
	if d.All {
		words = append(words, "all")
	}
	var selectors []string
	for _, s := range d.Selectors {
		selectors = append(selectors, selector(s))
	}
	if len(selectors) > 0 {
		words = append(words, strings.Join(selectors, ", "))
	}
	colon := ""
	if d.Text != "" {
		colon = ":"
		if strings.HasSuffix(strings.TrimRight(head, " \t"), "：") {
			colon = "："
		}
	}
	return strings.Join(words, " ") + colon
}

func selector(s snip.Selector) string {
	switch s.Kind {
	case snip.Range:
		return selector(*s.From) + " .. " + selector(*s.To)
	case snip.Within:
		return selector(*s.Outer) + " > " + selector(*s.Inner)
	}
	written := strings.TrimSpace(s.String())
	if rest, all := strings.CutPrefix(written, "all"); all {
		return "all " + strings.TrimSpace(rest)
	}
	return written
}

// indent moves the lines that continue a directive, as a whole. White space on a blank line between them is moved, too: what
// goes beyond the indentation belongs to the text.
func (f *formatter) indent(lines []snip.Line) {
	common, last := -1, 0
	for i, line := range lines {
		n := len(line.Text) - len(strings.TrimLeft(line.Text, " \t"))
		if n == len(line.Text) {
			continue
		}
		if text := line.Text[n:]; strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			return // with less white space before it, it would end the block
		}
		last = i
		if common < 0 || n < common {
			common = n
		}
	}
	if common < 0 {
		return
	}
	for _, line := range lines[:last] {
		if n := len(line.Text); n > common || n > len(more) {
			at := f.offset(line.Pos)
			f.replace(at, at+min(n, common), more)
		}
	}
	at := f.offset(lines[last].Pos)
	f.replace(at, at+common, more)
}
