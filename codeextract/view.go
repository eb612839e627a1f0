package codeextract

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/width"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// lineState says what becomes of a source line in a view.
type lineState uint8

const (
	shown   lineState = iota
	elided            // left out, counted in a gap
	dropped           // left out without a trace: a directive of ours in the source
)

// viewLine is one source line of a part.
type viewLine struct {
	file    *textFile     // of the old version for a deleted line
	number  int           // in the file, from 1
	span    gosource.Span // without terminator
	fold    *folding      // nil where not folded
	notes   []int         // numbers of the notes whose code covers the line
	markers []*note
	cut     int // leading bytes left off
	state   lineState
	mark    bool
	added   bool // not in the old version that the snippet compares with
	deleted bool // only there
	partner bool // the line that it stands before is its new version
	old     int  // its number in the old version, of a line that both have
	raw     bool // begins inside a raw string: its white space is not ours to touch
}

// folding is one fold directive.
type folding struct {
	summary string
	pos     problem.Position
}

// bytes is the line's text.
func (l *viewLine) bytes() []byte { return l.file.src[l.span.Start:l.span.End] }

func (l *viewLine) blank() bool { return len(bytes.TrimSpace(l.bytes())) == 0 }

// view is what the reader sees of one part.
type view struct {
	src     []byte
	lines   []*viewLine
	deleted map[int][]*viewLine // lines of the old version, by the index of the line that they stand before
}

// newView takes the lines first to last of a file, all shown.
func newView(t *textFile, first, last int) *view {
	v := &view{src: t.src, lines: make([]*viewLine, 0, max(0, last-first+1))}
	all := make([]viewLine, cap(v.lines))
	for i := range all {
		n := first + i
		span := t.lineSpan(n)
		all[i] = viewLine{file: t, number: n, span: span, raw: t.inRawString(span.Start)}
		if t.marker(n) {
			all[i].state = dropped
		}
		v.lines = append(v.lines, &all[i])
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

// bodyLines gives the lines between the braces of a block, whose lines with the braces stay; none where all is on one line.
func (v *view) bodyLines(body gosource.Span) []*viewLine {
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
	return lines
}

// dedent works out how many leading bytes every line loses: the white space that all visible ones have in common.
// Lines that begin inside a raw string neither count nor lose anything.
func (v *view) dedent() {
	prefix, found := "", false
	all := v.rows(true)
	for _, l := range all {
		if l.state != shown || l.raw || l.blank() {
			continue
		}
		if text := string(l.bytes()); !found {
			prefix, found = text[:len(text)-len(strings.TrimLeft(text, " \t"))], true
		} else {
			prefix = prefix[:common(prefix, text)]
		}
	}
	for _, l := range all {
		if !l.raw {
			l.cut = common(prefix, string(l.bytes()))
		}
		if !l.raw && l.blank() {
			l.cut = len(l.bytes())
		}
	}
}

// common is how many leading bytes two texts share.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// rows gives the lines in the order in which they are shown, with the deleted ones of a comparison or without.
func (v *view) rows(deleted bool) []*viewLine {
	if !deleted || len(v.deleted) == 0 {
		return v.lines
	}
	var rows []*viewLine
	for i := range len(v.lines) + 1 {
		rows = append(rows, v.deleted[i]...)
		if i < len(v.lines) {
			rows = append(rows, v.lines[i])
		}
	}
	return rows
}

// run is a stretch of lines that are treated alike.
type run struct {
	lines []*viewLine
	fold  *folding
	gap   bool
}

// runs splits the view into stretches of shown, folded and elided lines. Dropped lines vanish; gaps that only blank lines
// part are one gap.
func (v *view) runs(deleted bool) []run {
	var out []run
	for _, l := range v.rows(deleted) {
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
		if out[i-1].gap && out[i+1].gap && allBlank(out[i].lines) {
			out[i-1].lines = append(append(out[i-1].lines, out[i].lines...), out[i+1].lines...)
			out = append(out[:i], out[i+2:]...)
			i--
		}
	}
	return out
}

func allBlank(lines []*viewLine) bool {
	for _, l := range lines {
		if !l.blank() || l.fold != nil || len(l.markers) > 0 {
			return false
		}
	}
	return true
}

// visible gives the shown lines, folded ones included, dedented, LF-terminated; gap, where not nil, writes what stands
// for a run of hidden lines.
func (v *view) visible(gap func(r run, indent string) string) string {
	var b strings.Builder
	for _, r := range v.runs(false) {
		if r.gap {
			if gap != nil {
				b.WriteString(gap(r, r.indent()))
			}
			continue
		}
		for _, l := range r.lines {
			b.Write(bytes.TrimRight(l.bytes()[l.cut:], "\r"))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// diff is visible for a comparison: every line begins with a plus, a minus or a space.
func (v *view) diff(gap func(r run, indent string) string) string {
	var b strings.Builder
	for _, r := range v.runs(true) {
		if r.gap {
			b.WriteString(" " + gap(r, r.indent()))
			continue
		}
		for _, l := range r.lines {
			sign := " "
			switch {
			case l.deleted:
				sign = "-"
			case l.added:
				sign = "+"
			}
			b.WriteString(sign + string(bytes.TrimRight(l.bytes()[l.cut:], "\r")) + "\n")
		}
	}
	return b.String()
}

// indent is the white space before what stands for a run: that of its first line with text.
func (r run) indent() string {
	for _, l := range r.lines {
		if !l.blank() {
			text := l.bytes()[l.cut:]
			return string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))])
		}
	}
	return ""
}

// columns counts a tab as four.
func columns(indent string) int { return len(indent) + 3*strings.Count(indent, "\t") }

// widest is how many columns the widest of lines takes. Tabs lead to the next multiple of four. A wide character takes five
// thirds of a column: fonts for code have none, and it comes from one where it is an em wide. A note's marker takes some four.
func widest(lines []*viewLine) int {
	most := 0
	for _, l := range lines {
		thirds := 13 * len(l.markers)
		for _, r := range string(bytes.TrimRight(l.bytes()[l.cut:], "\r")) {
			switch kind := width.LookupRune(r).Kind(); {
			case r == '\t':
				thirds += 12 - thirds%12
			case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
				thirds += 5
			default:
				thirds += 3
			}
		}
		most = max(most, (thirds+2)/3)
	}
	return most
}

// htmlLines gives the shown lines in the form that the highlighter takes.
func htmlLines(lines []*viewLine) []snippethtml.Line {
	out := make([]snippethtml.Line, len(lines))
	for i, l := range lines {
		out[i] = snippethtml.Line{Start: l.span.Start, End: l.span.End, Cut: l.cut}
	}
	return out
}
