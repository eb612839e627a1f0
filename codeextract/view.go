package codeextract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// lineState says what becomes of a source line in a view.
type lineState int

const (
	shown   lineState = iota
	elided            // left out, counted in a gap
	dropped           // left out without a trace: a directive of ours in the source
)

// viewLine is one source line of a part.
type viewLine struct {
	number  int           // in the file, from 1
	span    gosource.Span // without terminator
	state   lineState
	fold    *folding // nil where not folded
	summary string   // what the author says of an elided line
	mark    bool
	notes   []int // numbers of the notes whose code covers the line
	markers []*note
	raw     bool // begins inside a raw string: its white space is not ours to touch
	cut     int  // leading bytes left off
}

// folding is one fold directive.
type folding struct {
	summary string
}

// view is what the reader sees of one part.
type view struct {
	src   []byte
	lines []*viewLine
}

// newView takes the lines first to last of a file, all shown.
func newView(t *textFile, first, last int) *view {
	v := &view{src: t.src}
	for n := first; n <= last; n++ {
		span := t.lineSpan(n)
		line := &viewLine{number: n, span: span, raw: t.inRawString(span.Start)}
		if t.marker(n) {
			line.state = dropped
		}
		v.lines = append(v.lines, line)
	}
	return v
}

// within gives the lines of v that a span touches.
func (v *view) within(s gosource.Span) []*viewLine {
	var lines []*viewLine
	for _, l := range v.lines {
		if l.span.Start < s.End && l.span.End >= s.Start && !(l.span.End == s.Start && s.Start != l.span.Start) {
			lines = append(lines, l)
		}
	}
	return lines
}

// ownLines gives the lines that a span has to itself. A span that shares a line with other code can't be hidden, because
// half a line would disappear with it; a comment, a comma or a semicolon behind it may go along.
func (v *view) ownLines(s gosource.Span) ([]*viewLine, error) {
	lines := v.within(s)
	if len(lines) == 0 {
		return nil, fmt.Errorf("is not in the part shown")
	}
	first, last := lines[0], lines[len(lines)-1]
	before := bytes.TrimSpace(v.src[first.span.Start:max(first.span.Start, s.Start)])
	after := bytes.TrimLeft(v.src[min(s.End, last.span.End):last.span.End], " \t,;")
	if len(before) > 0 || len(after) > 0 && !bytes.HasPrefix(after, []byte("//")) {
		return nil, fmt.Errorf("shares line %d with other code, and half a line can't be hidden; name the whole statement", first.number)
	}
	return lines, nil
}

// bodyLines gives the lines between the braces of a block, whose lines with the braces stay.
func (v *view) bodyLines(body gosource.Span) ([]*viewLine, error) {
	var lines []*viewLine
	for _, l := range v.within(body) {
		// A line with a brace on it begins before the body or ends after it.
		if l.span.Start >= body.Start && l.span.End <= body.End {
			lines = append(lines, l)
		}
	}
	for len(lines) > 0 && len(bytes.TrimSpace(v.src[lines[len(lines)-1].span.Start:lines[len(lines)-1].span.End])) == 0 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("has no lines of its own")
	}
	return lines, nil
}

// dedent works out how many leading bytes every visible line loses: the white space that all of them have in common.
// Lines that begin inside a raw string neither count nor lose anything.
func (v *view) dedent() {
	prefix, found := "", false
	for _, l := range v.lines {
		text := string(v.src[l.span.Start:l.span.End])
		if l.state != shown || l.raw || strings.TrimSpace(text) == "" {
			continue
		}
		lead := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if !found {
			prefix, found = lead, true
			continue
		}
		n := 0
		for n < len(prefix) && n < len(lead) && prefix[n] == lead[n] {
			n++
		}
		prefix = prefix[:n]
	}
	for _, l := range v.lines {
		if l.raw {
			continue
		}
		text := v.src[l.span.Start:l.span.End]
		if bytes.HasPrefix(text, []byte(prefix)) {
			l.cut = len(prefix)
		} else if len(bytes.TrimSpace(text)) == 0 {
			l.cut = len(text)
		}
	}
}

// run is a stretch of lines that are treated alike.
type run struct {
	lines []*viewLine
	fold  *folding
	gap   bool
}

// runs splits the view into stretches of shown, folded and elided lines. Dropped lines vanish; gaps that only blank lines
// part are one gap.
func (v *view) runs() []run {
	var out []run
	for _, l := range v.lines {
		if l.state == dropped {
			continue
		}
		gap := l.state == elided
		if n := len(out); n > 0 && out[n-1].gap == gap && (gap || out[n-1].fold == l.fold) {
			out[n-1].lines = append(out[n-1].lines, l)
			continue
		}
		out = append(out, run{lines: []*viewLine{l}, fold: l.fold, gap: gap})
	}
	for i := 1; i+1 < len(out); i++ {
		if out[i-1].gap && out[i+1].gap && v.blank(out[i].lines) {
			out[i-1].lines = append(append(out[i-1].lines, out[i].lines...), out[i+1].lines...)
			out = append(out[:i], out[i+2:]...)
			i--
		}
	}
	return out
}

func (v *view) blank(lines []*viewLine) bool {
	for _, l := range lines {
		if len(bytes.TrimSpace(v.src[l.span.Start:l.span.End])) > 0 {
			return false
		}
	}
	return true
}

// visible gives the shown lines, folded ones included, dedented, LF-terminated; gap, where not nil, writes what stands
// for a run of hidden lines.
func (v *view) visible(gap func(r run, indent string) string) string {
	var b strings.Builder
	for _, r := range v.runs() {
		if r.gap {
			if gap != nil {
				b.WriteString(gap(r, v.indent(r.lines[0])))
			}
			continue
		}
		for _, l := range r.lines {
			b.Write(bytes.TrimRight(v.src[l.span.Start+l.cut:l.span.End], "\r"))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// indent is the white space that a hidden line would stand behind.
func (v *view) indent(l *viewLine) string {
	text := v.src[min(l.span.Start+l.cut, l.span.End):l.span.End]
	return string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))])
}

// columns counts a tab as four.
func columns(indent string) int { return len(indent) + 3*strings.Count(indent, "\t") }

// htmlLines gives the shown lines in the form that the highlighter takes.
func htmlLines(lines []*viewLine) []snippethtml.Line {
	out := make([]snippethtml.Line, len(lines))
	for i, l := range lines {
		out[i] = snippethtml.Line{Start: l.span.Start, End: l.span.End, Cut: l.cut}
	}
	return out
}
