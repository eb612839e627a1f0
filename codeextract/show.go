package codeextract

import (
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// keep notes what a show or only directive selects; show adds the headers and closing lines around it.
func (a *annotator) keep(d *snip.Directive, matches []placed) {
	for _, m := range matches {
		p := a.snippet.parts[m.part]
		spans := []gosource.Span{m.Node}
		if d.Keyword == snip.Show && p.code != nil {
			spans = append(spans, p.code.Frame(m.Node)...)
		}
		if a.kept == nil {
			a.kept = map[int]map[int]bool{}
		}
		if a.kept[m.part] == nil {
			a.kept[m.part] = map[int]bool{}
		}
		for _, span := range spans {
			for _, l := range p.view.within(span) {
				a.kept[m.part][l.number] = true
			}
		}
		if d.Keyword == snip.Only {
			a.checkWhole(d, p, m)
		}
	}
}

// checkWhole makes sure that what only shows is Go by itself. The lines count, since no less than a line is shown.
func (a *annotator) checkWhole(d *snip.Directive, p *part, m placed) {
	if p.code == nil {
		return
	}
	var text strings.Builder
	for _, l := range p.view.within(m.Node) {
		text.Write(l.bytes())
		text.WriteByte('\n')
	}
	if err := gosource.CheckFragment("", text.String()); err != nil {
		line := p.text.line(m.Tokens.Start)
		a.problems.Add(d.Selectors[0].Pos, problem.AnchorLost,
			"the lines from %d on are no whole statement, so only can't show them alone; select the statement around: %v", line, err)
	}
}

// leaveRest elides what show and only did not select. A part in which they selected nothing stays whole: they speak of
// the others.
func (a *annotator) leaveRest() {
	for part, keep := range a.kept {
		for _, l := range a.snippet.parts[part].view.lines {
			if l.state == shown && !keep[l.number] {
				l.state, l.fold = elided, nil
			}
		}
	}
}
