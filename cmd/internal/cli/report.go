package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// entry is one thing that a check has to say, at the place it is about.
type entry struct {
	pos  problem.Position
	text string
}

// writeReport prints what needs somebody's attention, in order of page and line, and a line of counts. Such an entry
// begins "page:line", so that editors and terminals link it; what belongs to it is indented by a tab:
//
//	content/posts/a.md:12:1: #pop: stale: lib/fifo.go:10-20 → lib/fifo.go:14-26
//		notes hit: err; unaffected: 1
//		@@ …
//		fix: srcblog accept content/posts/a.md#pop
func (a *App) writeReport(report *codeextract.Report) error {
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
		if _, err := fmt.Fprint(a.Out, e.text); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	_, err := fmt.Fprintln(a.Out, a.countsText(report))
	return err
}

// worthSaying leaves out what is well, and broken snippets: their problems say more.
func worthSaying(it *codeextract.Item) bool {
	switch it.Verdict {
	case codeextract.Stale, codeextract.Unlocked, codeextract.Orphan, codeextract.Comment:
		return true
	}
	return false
}

func (a *App) problemText(p *problem.Problem) string {
	s := fmt.Sprintf("%s: %s: %s\n", p.Pos, p.Kind, p.Message)
	if p.Fix != "" {
		s += indent(p.Fix)
	}
	return s
}

func (a *App) itemText(it *codeextract.Item) string {
	_, id, _ := strings.Cut(it.ID, "#")
	var b strings.Builder
	fmt.Fprintf(&b, "%s: #%s: %s", it.Pos, id, it.Verdict)
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
	if it.Reason != "" {
		b.WriteString(indent(it.Reason))
	}
	if len(it.NotesHit) > 0 {
		b.WriteString(indent(fmt.Sprintf(a.T("notes hit: %s"), strings.Join(it.NotesHit, ", "))))
	}
	if len(it.NotesOK) > 0 {
		b.WriteString(indent(fmt.Sprintf(a.T("notes unaffected: %s"), strings.Join(it.NotesOK, ", "))))
	}
	b.WriteString(indent(it.Diff))
	if it.Fix != "" {
		b.WriteString(indent(fmt.Sprintf(a.T("fix: %s"), it.Fix)))
	}
	return b.String()
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
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return ""
	}
	return "\t" + strings.ReplaceAll(text, "\n", "\n\t") + "\n"
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
	if n := len(report.Problems); n > 0 {
		s += "; " + fmt.Sprintf(a.T("problems: %d"), n)
	}
	return s
}

// Snippets counts a report's snippets: blocks of the lock that lost theirs are none.
func Snippets(report *codeextract.Report) int {
	return len(report.Items) - report.Counts()[codeextract.Orphan]
}
