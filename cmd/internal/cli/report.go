package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// entry is one thing that a check has to say, at the place it is about.
type entry struct {
	pos  problem.Position
	text string
}

// writeText prints what needs somebody's attention, in order of page and line, and a line of counts. Such an entry
// begins "page:line", so that editors and terminals link it; what belongs to it is indented by a tab:
//
//	content/posts/a.md:12:1: #pop: stale: lib/fifo.go:10-20 → lib/fifo.go:14-26
//		notes: 1/2 unaffected; hit: #err
//		@@ …
//		fix: srcblog accept content/posts/a.md#pop
func (a *App) writeText(w io.Writer, report *codeextract.Report, colour bool) error {
	var entries []entry
	for _, p := range report.Problems {
		entries = append(entries, entry{p.Pos, a.problemText(p)})
	}
	for _, it := range report.Items {
		if worthSaying(it) {
			entries = append(entries, entry{it.Pos, a.itemText(it)})
		}
	}
	slices.SortStableFunc(entries, func(x, y entry) int {
		return cmp.Or(strings.Compare(x.pos.File, y.pos.File), cmp.Compare(x.pos.Line, y.pos.Line))
	})
	for _, e := range entries {
		text := e.text
		if colour {
			text = coloured(text)
		}
		if _, err := fmt.Fprint(w, text); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, a.countsText(report))
	return err
}

// worthSaying leaves out what is well, and broken snippets: their problems say more.
func worthSaying(it *codeextract.Item) bool { return !it.Verdict.Quiet() && !it.Verdict.Broken() }

func (a *App) problemText(p *problem.Problem) string {
	known := ""
	if p.Known {
		known = a.T("known") + ": "
	}
	s := fmt.Sprintf("%s: %s%s: %s\n", p.Pos, known, a.verdictText(freshness.Verdict(p.Kind)), a.problemMessage(p.Message))
	if p.Fix != "" {
		s += indent(p.Fix)
	}
	return s
}

func (a *App) itemText(it *codeextract.Item) string {
	id, ok := strings.CutPrefix(it.ID, it.Pos.File+"#") // a page's name may have a "#"
	if !ok {
		_, id, _ = strings.Cut(it.ID, "#")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: #%s: ", it.Pos, id)
	if it.Known {
		b.WriteString(a.T("known") + ": ")
	}
	b.WriteString(a.verdictText(it.Verdict))
	if it.Draft {
		b.WriteString(" " + a.T("(draft)"))
	}
	switch from, to := placeText(it.From), placeText(it.To); {
	case from != "" && to != "":
		b.WriteString(": " + from + " → " + to)
	case from != "" || to != "":
		b.WriteString(": " + from + to)
	}
	b.WriteString("\n")
	if it.Was != "" {
		b.WriteString(indent(fmt.Sprintf(a.T("renamed? compared with the review of %s"), it.Was)))
	}
	b.WriteString(indent(a.deferralText(it)))
	b.WriteString(indent(a.reasonText(it.Reason)))
	b.WriteString(indent(a.notesText(it)))
	b.WriteString(indent(it.Diff))
	b.WriteString(indent(a.fixText(it)))
	return b.String()
}

// deferralText says how long a debt runs and why, "" where there is none.
func (a *App) deferralText(it *codeextract.Item) string {
	d := it.Deferral
	switch {
	case d == nil:
		return ""
	case it.Overdue:
		return fmt.Sprintf(a.T("deferred, but only until %s: %s"), d.Until, d.Reason)
	case d.Until != "":
		return fmt.Sprintf(a.T("deferred until %s: %s"), d.Until, d.Reason)
	}
	return fmt.Sprintf(a.T("deferred: %s"), d.Reason)
}

// notesText says how many notes can be left alone and names those that can't.
func (a *App) notesText(it *codeextract.Item) string {
	ok, all := len(it.NotesOK), len(it.NotesOK)+len(it.NotesHit)
	switch {
	case all == 0:
		return ""
	case ok == all:
		return fmt.Sprintf(a.T("notes: %d/%d unaffected"), ok, all)
	}
	hit := make([]string, len(it.NotesHit))
	for i, key := range it.NotesHit {
		hit[i] = "#" + key
	}
	return fmt.Sprintf(a.T("notes: %d/%d unaffected; hit: %s"), ok, all, strings.Join(hit, ", "))
}

func (a *App) fixText(it *codeextract.Item) string {
	if it.Fix == "" {
		return ""
	}
	fix := it.Fix
	if rest, ok := strings.CutPrefix(fix, "srcblog "); ok {
		fix = cmp.Or(a.name, "srcblog") + " " + rest
	}
	if it.Verdict == freshness.Stale || it.Verdict == freshness.Deferred {
		return fmt.Sprintf(a.T("fix: read the prose again, then: %s"), fix)
	}
	return fmt.Sprintf(a.T("fix: %s"), fix)
}

// placeText gives "v0.37.2 tools/cache/fifo.go:10-20", without what is not known.
func placeText(p codeextract.Place) string {
	s := p.File
	if p.First > 0 {
		s += fmt.Sprintf(":%d-%d", p.First, p.Last)
	}
	return strings.TrimSpace(p.Version + " " + s)
}

// indent puts a tab before every line of text and ends it with a line break; "" stays "".
func indent(text string) string {
	if strings.TrimRight(text, "\n") == "" {
		return ""
	}
	return indentBy("\t", text)
}

// countsText is the last line: how many snippets there are, of which verdict, and how many problems.
func (a *App) countsText(report *codeextract.Report) string {
	counts := report.Counts()
	var verdicts []string
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		verdicts = append(verdicts, fmt.Sprintf("%d %s", counts[v], v))
	}
	s := fmt.Sprintf(a.T("snippets: %d"), Snippets(report))
	if len(verdicts) > 0 {
		s += " (" + strings.Join(verdicts, ", ") + ")"
	}
	if n := len(report.Figures); n > 0 {
		s += "; " + fmt.Sprintf(a.T("call paths and pictures: %d"), n)
	}
	if n := len(report.Problems); n > 0 {
		s += "; " + fmt.Sprintf(a.T("problems: %d"), n)
	}
	if report.Base == "" {
		return s
	}
	known := 0
	for _, it := range report.Items {
		if it.Known && !it.Verdict.Broken() {
			known++
		}
	}
	for _, p := range report.Problems {
		if p.Known {
			known++
		}
	}
	return s + "; " + fmt.Sprintf(a.T("known at %s: %d"), report.Base, known)
}

// Snippets counts a report's snippets: blocks of the lock that lost theirs are none.
func Snippets(report *codeextract.Report) int {
	return len(report.Items) - report.Counts()[freshness.Orphan]
}
