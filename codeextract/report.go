package codeextract

import (
	"cmp"
	"slices"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Verdict is what a comparison of one snippet with the lock says, in the words of the freshness table.
// Snippets that are broken have one of problem's kinds as their verdict.
type Verdict string

// The verdicts on a snippet that could be resolved.
const (
	Fresh    Verdict = "fresh"    // same tokens, same place
	Moved    Verdict = "moved"    // same tokens, other lines or file
	Format   Verdict = "format"   // same tokens, other white space
	Outside  Verdict = "outside"  // the symbol changed, the part shown did not
	Comment  Verdict = "comment"  // only comments changed
	Stale    Verdict = "stale"    // shown tokens changed: the prose must be read again
	Unlocked Verdict = "unlocked" // never reviewed
	Orphan   Verdict = "orphan"   // a block of the lock without a snippet
)

// Exit is the exit code that a verdict calls for. strict makes a change of comments count; in a draft, a snippet
// that nobody reviewed yet is only reported.
func (v Verdict) Exit(strict, draft bool) int {
	switch v {
	case Fresh, Moved, Format, Outside, Orphan:
		return 0
	case Comment:
		if strict {
			return 1
		}
		return 0
	case Unlocked:
		if draft {
			return 0
		}
		return 1
	case Stale:
		return 1
	}
	return problem.Kind(v).Exit()
}

// Place is where a snippet's code stands: lines First to Last of File, at Version ("" for our own code).
// The zero Place means unknown.
type Place struct {
	Version     string
	File        string
	First, Last int
}

// Item is the judgement on one snippet, or on one orphaned block of the lock.
type Item struct {
	ID       string // page path below the root, "#", the snippet's id in the page
	Pos      problem.Position
	Verdict  Verdict
	Draft    bool
	Src, Sym string
	From, To Place    // at the last review; now
	NotesOK  []string // keys (slug or number) of notes whose code is as it was
	NotesHit []string // keys of notes whose code changed
	Diff     string   // unified diff of the visible part, "" where nothing visible changed
	Reason   string   // one sentence more, such as why the old text can't be had
	Fix      string   // the command or line that settles it
}

// Report is the outcome of a run over a site.
type Report struct {
	Pages    []*Page
	Items    []*Item      // one a snippet, and one an orphan, in order of page and line
	Problems problem.List // everything that is broken, sorted by position
}

// Exit is the process's exit code: the highest that any item or problem calls for.
func (r *Report) Exit(strict bool) int {
	code := r.Problems.Exit()
	for _, it := range r.Items {
		code = max(code, it.Verdict.Exit(strict, it.Draft))
	}
	return code
}

// Broken says whether something can't be resolved or read, so that no honest page can be built.
func (r *Report) Broken() bool { return len(r.Problems) > 0 }

// Counts gives the number of items by verdict.
func (r *Report) Counts() map[Verdict]int {
	n := map[Verdict]int{}
	for _, it := range r.Items {
		n[it.Verdict]++
	}
	return n
}

func (r *Report) sort() {
	r.Problems.Sort()
	slices.SortStableFunc(r.Items, func(a, b *Item) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.ID, b.ID))
	})
}
