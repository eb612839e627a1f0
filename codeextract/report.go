package codeextract

import (
	"cmp"
	"slices"
	"time"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

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
	Verdict  freshness.Verdict
	Draft    bool
	Known    bool // the revision compared with had the same problem
	Src, Sym string
	Was      string             // id of the lock block that it is compared with, where that is another
	From, To Place              // at the last review; now
	NotesOK  []string           // keys (slug or number) of notes whose code is as it was
	NotesHit []string           // keys of notes whose code changed
	Diff     string             // unified diff of the visible part, "" where nothing visible changed
	Reason   string             // one sentence more, such as why the old text can't be had
	Fix      string             // the command, or the line to write, that settles it once the prose is right
	Deferral *lockfile.Deferral // of a deferred one
	Overdue  bool               // the deferral ran out

	isNew bool            // an orphan that the revision compared with did not have
	now   *lockfile.Entry // as it is now; nil where it can't be resolved
}

// Exit is the exit code that the item calls for: 0 where it is known.
func (it *Item) Exit(strict bool) int {
	switch {
	case it.Known:
		return 0
	case it.Overdue, it.isNew && it.Verdict == freshness.Orphan:
		return 1
	}
	return it.Verdict.Exit(strict, it.Draft)
}

// Report is the outcome of a run over a site.
type Report struct {
	Pages    []*Page
	Items    []*Item      // one a snippet, and one an orphan, in order of page and line
	Figures  []*Figure    // one a call path or picture, in order of page and line
	Problems problem.List // everything that is broken, sorted by position
	Base     string       // the revision compared with, "" for none
	Sources  []string     // absolute files, and folders with the files in them, that pages take code from or are judged by; they may be missing

	NoTypes      string // why identifiers of some package could not be resolved, "" where all could or none was asked for
	TypesPending bool   // some are to be resolved by Site.LoadTypes

	index    *pagedata.SymbolIndex // for WritePages; nil after a Check
	inputs   []string              // what else than Sources it depended on
	began    time.Time
	unmarked bool
}

// Add puts another site's report behind, for a run over several sites of one repository.
func (r *Report) Add(other *Report) {
	r.Pages = append(r.Pages, other.Pages...)
	r.Items = append(r.Items, other.Items...)
	r.Figures = append(r.Figures, other.Figures...)
	r.Problems = append(r.Problems, other.Problems...)
	r.sort()
}

// Unmark takes the marks of stale snippets out of the pages' data, so that pages show them as if they were fresh.
func (r *Report) Unmark() {
	r.unmarked = true
	for _, p := range r.Pages {
		p.data.Stale = 0
		for _, s := range p.data.Snippets {
			s.Verdict, s.Since, s.Diff = string(freshness.Fresh), "", ""
		}
	}
}

// Exit is the process's exit code: the highest that any item or problem calls for.
func (r *Report) Exit(strict bool) int {
	code := r.Problems.Exit()
	for _, it := range r.Items {
		if !it.Verdict.Broken() { // their problems count
			code = max(code, it.Exit(strict))
		}
	}
	return code
}

// Broken says whether something can't be resolved or read, so that no honest page can be built. Lints are no such thing.
func (r *Report) Broken() bool {
	return slices.ContainsFunc(r.Problems, func(p *problem.Problem) bool { return p.Kind != problem.Lint })
}

// Counts gives the number of items by verdict.
func (r *Report) Counts() map[freshness.Verdict]int {
	n := map[freshness.Verdict]int{}
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
