package freshness

import (
	"fmt"
	"slices"

	"github.com/srcblog/srcblog/codeextract/lockfile"
)

// Judge compares what a snippet is now with what it was at its last review. old is nil for one never reviewed.
// It never answers Deferred, Restamped or Orphan: those depend on more than the two.
func Judge(old, now *lockfile.Entry) Verdict {
	switch {
	case old == nil:
		return Unlocked
	case !sameSubject(old, now):
		return judgeRenamed(old, now)
	case skewed(old, now):
		return Skew
	}
	return judgeTokens(old, now)
}

// judgeTokens leaves aside what the code is called.
func judgeTokens(old, now *lockfile.Entry) Verdict {
	switch {
	case same(old, now, func(p *lockfile.Part) string { return p.Code }):
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
	case !same(old, now, func(p *lockfile.Part) string { return p.Full }):
		if old.Seen == now.Seen {
			return Outside // a comment that the reader does not see
		}
		return Comment
	case !same(old, now, func(p *lockfile.Part) string { return p.Text }):
		return Format
	case !same(old, now, func(p *lockfile.Part) string { return fmt.Sprint(p.File, p.First, p.Last) }):
		return Moved
	}
	return Fresh
}

// judgeRenamed judges an id that now names another symbol. Nothing is re-attached silently: even the same code under
// another name waits for somebody to say so. Code that has little in common with the old was never reviewed.
func judgeRenamed(old, now *lockfile.Entry) Verdict {
	if Alike(old, now) && judgeTokens(old, now) == Stale {
		return Stale
	}
	return Unlocked
}

// sameSubject says whether both entries are about the same symbols. The source may have got another name, as long as its
// code is the same.
func sameSubject(old, now *lockfile.Entry) bool {
	return slices.EqualFunc(old.Parts, now.Parts, func(a, b lockfile.Part) bool {
		return a.Name == b.Name && (a.Src == b.Src || a.Module == b.Module && a.Code == b.Code)
	})
}

// skewed says whether a module's content differs under the same version.
func skewed(old, now *lockfile.Entry) bool {
	for i := range now.Parts {
		a, b := &old.Parts[i], &now.Parts[i]
		if a.Module != "" && a.Module == b.Module && a.Version == b.Version && known(a.Sum) && known(b.Sum) && a.Sum != b.Sum {
			return true
		}
	}
	return false
}

func known(sum string) bool { return sum != "" && sum != "-" }

func same(old, now *lockfile.Entry, hash func(*lockfile.Part) string) bool {
	return slices.EqualFunc(old.Parts, now.Parts, func(a, b lockfile.Part) bool { return hash(&a) == hash(&b) })
}

// Notes says which notes hang on code that is as it was, and which do not, by their keys. A note whose code any note had at
// the last review is unaffected: without slugs, a note put in between renumbers those below it.
func Notes(old, now *lockfile.Entry) (ok, hit []string) {
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
