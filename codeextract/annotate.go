package codeextract

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// placed is a match in one part of a snippet.
type placed struct {
	part int
	body bool // what stands between a declaration's braces, by that word
	gosource.Match
}

// annotate applies a snippet's directives to the code of its parts. Everything that is wrong goes into problems; with
// any problem the views are not fit to be shown.
func annotate(s *snippet) (problems problem.List) {
	for _, p := range s.parts {
		p.view = newView(p.text, p.first, p.last)
		if p.was != nil {
			p.was.view = newView(p.was.text, p.was.first, p.was.last)
			p.view.compareLines(p.was.view)
		}
	}
	a := &annotator{snippet: s, problems: &problems, kept: map[int]map[int]bool{}}
	for i := range s.block.Directives {
		a.apply(&s.block.Directives[i])
	}
	a.leaveRest()
	a.sourceNotes()
	a.numberNotes()
	a.checkOverlaps()
	for _, p := range s.parts {
		p.view.followNew()
		p.view.dedent()
		a.checkParses(p)
	}
	return problems
}

type annotator struct {
	snippet  *snippet
	problems *problem.List
	kept     map[int]map[int]bool // by part, the numbers of the lines that show and only keep
}

func (a *annotator) apply(d *snip.Directive) {
	if len(d.Selectors) == 0 {
		a.snippet.notes = append(a.snippet.notes, &note{slug: d.Slug, text: d.Text, textPos: d.TextPos, pos: d.Pos})
		return
	}
	var all []placed
	for i := range d.Selectors {
		sel := &d.Selectors[i]
		matches, err := a.find(sel)
		if err != nil {
			a.selectorProblem(sel, err)
			return
		}
		for _, m := range matches {
			if !slices.ContainsFunc(all, func(have placed) bool { return have.part == m.part && have.Node == m.Node }) {
				all = append(all, m)
			}
		}
	}
	switch d.Keyword {
	case snip.Note:
		a.note(d, all)
	case snip.Mark:
		a.each(all, func(l *viewLine) { l.mark = true })
	case snip.Fold:
		a.hide(d, all, func(lines []*viewLine) { a.fold(d, lines) })
	case snip.Elide:
		a.hide(d, all, elide)
	case snip.Show, snip.Only:
		a.keep(d, all)
	}
}

// selectorProblem reports what is wrong with a selector: code that is no Go at the very character.
func (a *annotator) selectorProblem(sel *snip.Selector, err error) {
	var syntax *gosource.PatternError
	if !errors.As(err, &syntax) {
		a.problems.Add(sel.Pos, problem.AnchorLost, "%v", err)
		return
	}
	pos := sel.Pos
	written := strings.TrimLeft(strings.TrimPrefix(sel.String(), "all"), " \t")
	if i := strings.Index(written, sel.Text); i >= 0 && !strings.Contains(sel.Text, "\n") {
		pos.Column += i + syntax.Offset
	}
	a.problems.Add(pos, problem.BadSyntax, "%s: %v", sel, err)
}

func elide(lines []*viewLine) {
	for _, l := range lines {
		if l.state == shown {
			l.state = elided
		}
	}
}

// fold collapses lines. Lines in two folds would have to be in two places.
func (a *annotator) fold(d *snip.Directive, lines []*viewLine) {
	f := &folding{summary: snippethtml.JoinLines(d.Text), pos: d.Pos}
	for _, l := range lines {
		if l.fold != nil {
			a.problems.Add(d.Pos, problem.AnchorLost, "line %d is folded already by line %d of this page; one line can't be in two folds",
				l.number, l.fold.pos.Line)
			return
		}
		l.fold = f
	}
}

func (a *annotator) each(matches []placed, do func(*viewLine)) {
	for _, m := range matches {
		for _, l := range a.snippet.parts[m.part].view.within(m.Node) {
			do(l)
		}
	}
}

// hide folds or elides whole lines. Of several bodies, those that share a line with their braces stay as they are.
func (a *annotator) hide(d *snip.Directive, matches []placed, do func([]*viewLine)) {
	bodies, hidden := false, false
	for _, m := range matches {
		v := a.snippet.parts[m.part].view
		if m.body {
			lines := v.bodyLines(m.Node)
			if bodies = true; len(lines) > 0 {
				hidden = true
				do(lines)
			}
			continue
		}
		lines, err := v.ownLines(m.Node)
		if err != nil {
			a.problems.Add(d.Selectors[0].Pos, problem.AnchorLost, "%s %v", d.Selectors[0].String(), err)
			continue
		}
		do(lines)
	}
	if bodies && !hidden {
		a.problems.Add(d.Selectors[0].Pos, problem.AnchorLost,
			"body has no lines of its own in %s, and half a line can't be hidden", a.snippet.names())
	}
}

// checkOverlaps refuses lines that are to be both folded and left out by directives.
func (a *annotator) checkOverlaps() {
	for _, p := range a.snippet.parts {
		for _, l := range p.view.lines {
			if l.state == elided && l.fold != nil {
				a.problems.Add(l.fold.pos, problem.AnchorLost,
					"line %d of %s is both folded and left out; say either fold or elide", l.number, p.shownFile())
				return
			}
		}
	}
}

// checkParses makes sure that what is left still reads as Go, so that no view shows half a block. A region may be half a
// block from the beginning. What only shows was looked at piece by piece.
func (a *annotator) checkParses(p *part) {
	if p.code == nil || !slices.ContainsFunc(p.view.lines, func(l *viewLine) bool { return l.state == elided }) {
		return
	}
	var kind gosource.Kind
	if p.decl != nil && p.piece == "" && !a.says(snip.Only) {
		kind = p.decl.Kind
	}
	if p.decl == nil || p.piece != "" {
		whole := string(p.text.src[p.text.lineSpan(p.first).Start:p.text.lineSpan(p.last).End])
		if gosource.CheckFragment(kind, whole) != nil {
			return
		}
	}
	if a.says(snip.Only) {
		return
	}
	if err := gosource.CheckFragment(kind, p.view.visible(nil)); err != nil {
		a.problems.Add(a.snippet.pos, problem.AnchorLost, "what is left of %s is no longer valid Go: %v", orFile(p), err)
	}
}

// says tells whether a directive has the keyword.
func (a *annotator) says(k snip.Keyword) bool {
	return slices.ContainsFunc(a.snippet.block.Directives, func(d snip.Directive) bool { return d.Keyword == k })
}

// find gives the places that a selector stands for in all parts of the snippet. One is expected; several only with all.
func (a *annotator) find(sel *snip.Selector) ([]placed, error) {
	var found []placed
	for i, p := range a.snippet.parts {
		matches, err := p.match(sel, p.span)
		if err != nil {
			return nil, err
		}
		found = append(found, placedIn(i, matches)...)
	}
	if sel.Kind == snip.Part && sel.Text == "body" {
		for i := range found {
			found[i].body = true
		}
	}
	switch {
	case len(found) == 0 && sel.Kind == snip.Part && sel.Text == "imports":
		return nil, a.noImports(sel)
	case len(found) == 0:
		return nil, fmt.Errorf("%s matches nothing in %s%s", sel, a.snippet.names(), a.candidates(sel))
	case len(found) > 1 && !several(sel):
		return nil, fmt.Errorf("%s matches %d places in %s; quote more of one, or say all:%s",
			sel, len(found), a.snippet.names(), places(a.snippet.parts, found))
	}
	return found, nil
}

// noImports tells where imports stand: above the declarations, so that no symbol has any.
func (a *annotator) noImports(sel *snip.Selector) error {
	p := a.snippet.parts[0]
	whole := p.text.goFile.Stretch(gosource.Span{End: len(p.text.src)})
	imports := whole.Part(sel.Text)
	if len(imports) == 0 {
		return fmt.Errorf("%s matches nothing in %s: %s imports nothing", sel, a.snippet.names(), p.shownFile())
	}
	src := p.src
	if p.origin.only == "" {
		src += "/" + path.Base(p.file)
	}
	first, last := p.text.lines(imports[0])
	return fmt.Errorf("%s matches nothing in %s: they are lines %d to %d of the file, which a block with src=%q and without sym and region shows",
		sel, a.snippet.names(), first, last, src)
}

// placedIn says of matches which part they are in.
func placedIn(part int, matches []gosource.Match) []placed {
	found := make([]placed, len(matches))
	for i, m := range matches {
		found[i] = placed{part: part, Match: m}
	}
	return found
}

// several says whether a selector may match in several places.
func several(sel *snip.Selector) bool {
	if sel.Kind == snip.Within {
		return several(sel.Outer) || several(sel.Inner)
	}
	return sel.All || sel.Kind == snip.Part
}

// places lists matches with their lines, and for each a path that stands for it alone, ready to paste.
func places(parts []*part, found []placed) string {
	const most = 12
	var b strings.Builder
	paths := map[gosource.Span]string{}
	for i, m := range found {
		if i == most {
			fmt.Fprintf(&b, "\n\tand %d more", len(found)-most)
			break
		}
		p := parts[m.part]
		if p.code != nil && (i == 0 || m.part != found[i-1].part) {
			list, nodes := p.code.Paths()
			for k, path := range list {
				paths[nodes[k]] = path
			}
		}
		n := p.text.line(m.Tokens.Start)
		fmt.Fprintf(&b, "\n\tline %d: %s", n, strings.TrimSpace(p.text.lineText(n)))
		if path := paths[m.Node]; path != "" {
			fmt.Fprintf(&b, " (%s)", path)
		}
	}
	return b.String()
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
