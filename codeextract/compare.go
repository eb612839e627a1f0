package codeextract

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
)

// judge compares what a snippet is now with what it was at its last review. old is nil for one never reviewed.
func judge(old, now *lockfile.Entry) Verdict {
	switch {
	case old == nil || !sameSubject(old, now):
		return Unlocked
	case sameHashes(old, now, func(p *lockfile.Part) string { return p.Code }):
		return judgeLayout(old, now)
	case old.Shown != now.Shown:
		return Stale
	case old.Seen != now.Seen:
		return Comment
	}
	return Outside
}

// judgeLayout tells apart the verdicts on code whose tokens are the same.
func judgeLayout(old, now *lockfile.Entry) Verdict {
	switch {
	case !sameHashes(old, now, func(p *lockfile.Part) string { return p.Full }):
		if old.Seen == now.Seen {
			return Outside // a comment that the reader does not see
		}
		return Comment
	case !sameHashes(old, now, func(p *lockfile.Part) string { return p.Text }):
		return Format
	case !sameHashes(old, now, func(p *lockfile.Part) string { return fmt.Sprint(p.File, p.First, p.Last) }):
		return Moved
	}
	return Fresh
}

// sameSubject says whether both entries are about the same symbols of the same sources. An id that now stands for
// something else was never reviewed.
func sameSubject(old, now *lockfile.Entry) bool {
	return sameHashes(old, now, func(p *lockfile.Part) string { return p.Src + "#" + p.Name })
}

func sameHashes(old, now *lockfile.Entry, hash func(*lockfile.Part) string) bool {
	return slices.EqualFunc(old.Parts, now.Parts, func(a, b lockfile.Part) bool { return hash(&a) == hash(&b) })
}

// judgeNotes says which notes hang on code that is as it was, and which do not. A note whose code any note had at the last
// review is unaffected: without slugs, a note put in between renumbers those below it.
func judgeNotes(old, now *lockfile.Entry) (ok, hit []string) {
	for _, n := range now.Notes {
		same := func(o lockfile.Note) bool { return o.Hash == n.Hash }
		if slices.ContainsFunc(old.Notes, same) {
			ok = append(ok, n.Key)
		} else {
			hit = append(hit, n.Key)
		}
	}
	return ok, hit
}

// placeOf is where an entry's first part stood.
func placeOf(e *lockfile.Entry) Place {
	if e == nil || len(e.Parts) == 0 {
		return Place{}
	}
	p := e.Parts[0]
	return Place{Version: p.Version, File: p.File, First: p.First, Last: p.Last}
}

// renameCandidates finds declarations whose statements are like those that the lock recorded under a name that is gone,
// most alike first.
func renameCandidates(old *lockfile.Part, statements map[string][]string) []string {
	const enough = 0.5 // half of the statements in common: less is another function
	type candidate struct {
		name string
		like float64
	}
	var found []candidate
	for name, nodes := range statements {
		if like := gosource.Similarity(old.Nodes, nodes); like >= enough {
			found = append(found, candidate{name, like})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.like, a.like), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return names
}
