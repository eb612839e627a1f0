package codeextract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// note is one note of a snippet, bound to code.
type note struct {
	number    int // in source order from 1; 0 for the caption
	slug      string
	text      string // Markdown
	textPos   problem.Position
	part      int // index of the part it hangs on
	at        int // offset of the code it names
	line      int
	nodes     []placed // what it stands for
	directive *snip.Directive
}

// key names a note in the lock and in reports: its slug, else its number.
func (n *note) key() string {
	if n.slug != "" {
		return n.slug
	}
	return strconv.Itoa(n.number)
}

// placed is a match in one part of a snippet.
type placed struct {
	part int
	gosource.Match
}

// annotate applies a snippet's directives to the code of its parts. Everything that is wrong goes into problems; with
// any problem the views are not fit to be shown.
func annotate(s *snippet) (problems problem.List) {
	for _, p := range s.parts {
		p.view = newView(p.text, p.first, p.last)
	}
	a := &annotator{snippet: s, problems: &problems}
	for i := range s.block.Directives {
		a.apply(&s.block.Directives[i])
	}
	a.numberNotes()
	for _, p := range s.parts {
		p.view.dedent()
		a.checkParses(p)
	}
	return problems
}

type annotator struct {
	snippet  *snippet
	problems *problem.List
}

func (a *annotator) apply(d *snip.Directive) {
	if len(d.Selectors) == 0 {
		a.snippet.notes = append(a.snippet.notes, &note{slug: d.Slug, text: d.Text, textPos: d.TextPos, directive: d})
		return
	}
	var all []placed
	for i := range d.Selectors {
		sel := &d.Selectors[i]
		matches, err := a.find(sel, d.All)
		if err != nil {
			a.problems.Add(sel.Pos, problem.AnchorLost, "%v", err)
			return
		}
		all = append(all, matches...)
	}
	switch d.Keyword {
	case snip.Note:
		a.note(d, all)
	case snip.Mark:
		a.each(all, func(l *viewLine) { l.mark = true })
	case snip.Fold:
		a.hide(d, all, func(lines []*viewLine) {
			f := &folding{summary: d.Text}
			for _, l := range lines {
				l.fold = f
			}
		})
	case snip.Elide:
		a.hide(d, all, func(lines []*viewLine) {
			for _, l := range lines {
				if l.state == shown {
					l.state = elided
				}
			}
		})
	default:
		a.problems.Add(d.Pos, problem.BadSyntax, "%q is not supported by this version", d.Keyword)
	}
}

// note binds a note to the code that its selectors stand for.
func (a *annotator) note(d *snip.Directive, matches []placed) {
	n := &note{slug: d.Slug, text: d.Text, textPos: d.TextPos, nodes: matches, directive: d}
	first := slices.MinFunc(matches, func(x, y placed) int {
		if x.part != y.part {
			return x.part - y.part
		}
		return x.Tokens.Start - y.Tokens.Start
	})
	n.part, n.at = first.part, first.Tokens.Start
	n.line = a.snippet.parts[first.part].text.line(n.at)
	a.snippet.notes = append(a.snippet.notes, n)
}

func (a *annotator) each(matches []placed, do func(*viewLine)) {
	for _, m := range matches {
		for _, l := range a.snippet.parts[m.part].view.within(m.Node) {
			do(l)
		}
	}
}

// hide folds or elides whole lines.
func (a *annotator) hide(d *snip.Directive, matches []placed, do func([]*viewLine)) {
	body := len(d.Selectors) == 1 && d.Selectors[0].Kind == snip.Part && d.Selectors[0].Text == "body"
	for _, m := range matches {
		v := a.snippet.parts[m.part].view
		find := v.ownLines
		if body {
			find = v.bodyLines
		}
		lines, err := find(m.Node)
		if err != nil {
			a.problems.Add(d.Selectors[0].Pos, problem.AnchorLost, "%s %v", d.Selectors[0].String(), err)
			continue
		}
		do(lines)
	}
}

// numberNotes numbers the notes in source order and hangs them on their lines. Captions keep the number 0 and come first.
func (a *annotator) numberNotes() {
	slices.SortStableFunc(a.snippet.notes, func(x, y *note) int {
		if cx, cy := len(x.nodes) == 0, len(y.nodes) == 0; cx != cy {
			if cx {
				return -1
			}
			return 1
		}
		if x.part != y.part {
			return x.part - y.part
		}
		return x.at - y.at
	})
	number := 0
	for _, n := range a.snippet.notes {
		if len(n.nodes) == 0 {
			continue
		}
		number++
		n.number = number
		a.each(n.nodes, func(l *viewLine) {
			if !slices.Contains(l.notes, number) {
				l.notes = append(l.notes, number)
			}
		})
		a.hang(n)
	}
	for _, p := range a.snippet.parts {
		for _, l := range p.view.lines {
			if l.state == elided && l.fold != nil {
				a.problems.Add(a.snippet.pos, problem.AnchorLost,
					"line %d of %s is both folded and left out; say either fold or elide", l.number, p.shownFile())
				return
			}
		}
	}
}

// hang puts a note's marker on the line where its code begins.
func (a *annotator) hang(n *note) {
	for _, l := range a.snippet.parts[n.part].view.lines {
		if l.number != n.line {
			continue
		}
		if l.state == elided {
			a.problems.Add(n.directive.Pos, problem.AnchorLost,
				"the note hangs on line %d, which this snippet leaves out; fold it instead of eliding it, or drop the note", n.line)
			return
		}
		l.markers = append(l.markers, n)
	}
}

// checkParses makes sure that what is left still reads as Go, so that no view shows half a block.
func (a *annotator) checkParses(p *part) {
	if p.decl == nil || !slices.ContainsFunc(p.view.lines, func(l *viewLine) bool { return l.state == elided }) {
		return
	}
	if err := gosource.CheckFragment(p.decl.Kind, p.view.visible(nil)); err != nil {
		a.problems.Add(a.snippet.pos, problem.AnchorLost, "what the elides leave of %s is no longer valid Go: %v", p.name, err)
	}
}

// find gives the places that a selector stands for in all parts of the snippet. One is expected; several only with all.
func (a *annotator) find(sel *snip.Selector, all bool) ([]placed, error) {
	var found []placed
	for i, p := range a.snippet.parts {
		matches, err := p.match(sel, p.span)
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			found = append(found, placed{part: i, Match: m})
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("%s matches nothing in %s%s", sel, a.snippet.names(), a.candidates(sel))
	case len(found) > 1 && !all && sel.Kind != snip.Part:
		var lines []string
		for _, m := range found {
			p := a.snippet.parts[m.part]
			n := p.text.line(m.Tokens.Start)
			lines = append(lines, fmt.Sprintf("\n\tline %d: %s", n, strings.TrimSpace(p.text.lineText(n))))
		}
		return nil, fmt.Errorf("%s matches %d places in %s; quote more of one, or say all:%s",
			sel, len(found), a.snippet.names(), strings.Join(lines, ""))
	}
	return found, nil
}

// candidates lists code like the selector's, ready to paste.
func (a *annotator) candidates(sel *snip.Selector) string {
	const most = 3
	var out []string
	for _, p := range a.snippet.parts {
		out = append(out, p.similar(sel, most-len(out))...)
	}
	if len(out) == 0 {
		return ""
	}
	return "; did you mean\n\t" + strings.Join(out, "\n\t")
}
