package codeextract

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// compare judges a snippet against the lock and marks the page's data.
func (a *analysis) compare(ctx context.Context, s *snippet, old *lockfile.Entry, data *pagedata.Snippet) {
	it := s.item
	it.now = lockEntry(s)
	it.To = placeOf(it.now)
	a.judge(ctx, s, old, freshness.Judge(old, it.now), data)
	if old != nil && it.Verdict == freshness.Unlocked {
		it.Reason = reasonOtherCode
	}
}

// What items give as their reason, so that callers can say it in another language.
const (
	reasonOtherCode = "the id now stands for other code than at its last review"
	reasonOrphan    = "the lock has a review of a snippet that is gone"
	reasonSkew      = "the module has other content than at the review, under the same version"
	reasonRestamped = "accepted since then, though neither the prose changed nor a reason was given"
)

// judge writes a verdict into a snippet's item and into the page's data.
func (a *analysis) judge(ctx context.Context, s *snippet, old *lockfile.Entry, v freshness.Verdict, data *pagedata.Snippet) {
	it := s.item
	if v == freshness.Stale && old.Defer != nil && old.Defer.Shown == it.now.Shown {
		v = freshness.Deferred
		it.Deferral = old.Defer
		it.Overdue = old.Defer.Until != "" && a.site.today() > old.Defer.Until
	}
	it.Verdict, data.Verdict = v, string(v)
	if old != nil {
		it.NotesOK, it.NotesHit = freshness.Notes(old, it.now)
	}
	if v.Quiet() {
		return
	}
	it.Fix = "srcblog accept " + quoteArg(it.ID)
	switch v {
	case freshness.Stale, freshness.Deferred:
		a.showDiff(ctx, s, old)
		s.page.data.Stale++
		data.Since, data.Diff = it.From.Version, it.Diff
	case freshness.Comment:
		a.showDiff(ctx, s, old)
	case freshness.Skew:
		it.Reason = reasonSkew
	}
}

// placeOf is where an entry's first part stood.
func placeOf(e *lockfile.Entry) Place {
	if e == nil || len(e.Parts) == 0 {
		return Place{}
	}
	p := e.Parts[0]
	return Place{Version: p.Version, File: p.File, First: p.First, Last: p.Last}
}

// unreadable says whether a lock block belongs to a page of which not all could be read, or to a link whose symbol can't be
// found or had: what it is the review of is still there.
func (a *analysis) unreadable(id string) bool {
	return a.lost[id] || slices.ContainsFunc(a.report.Problems, func(p *problem.Problem) bool {
		return strings.HasPrefix(id, p.Pos.File+"#") && (p.Kind == problem.BadSyntax || p.Kind == problem.DuplicateID)
	})
}

// orphans reports the blocks of the lock that no snippet has. One whose code an unreviewed snippet of the page shows, or of
// any page where its own is gone, is that snippet under its former name: the two are compared as one.
func (a *analysis) orphans(ctx context.Context) {
	have, pages := map[string]bool{}, map[string]bool{}
	for _, it := range a.report.Items {
		have[it.ID] = true
	}
	for _, p := range a.report.Pages {
		pages[p.Path] = true
	}
	gone := map[string]*lockfile.Entry{}
	partly := slices.ContainsFunc(a.report.Problems, func(p *problem.Problem) bool { return p.Message == noContent })
	for id, e := range a.lock.Entries {
		if !have[id] && !partly && !a.unreadable(id) {
			gone[id] = e
		}
	}
	for s := range a.report.snippets() {
		if len(gone) > 0 && s.item.Verdict == freshness.Unlocked && a.lock.Entries[s.fullID()] == nil {
			a.adopt(ctx, s, gone, pages)
		}
	}
	for id, e := range gone {
		a.report.Items = append(a.report.Items, &Item{
			ID: id, Pos: problem.Position{File: a.site.lockPath()}, Verdict: freshness.Orphan, From: placeOf(e),
			Reason: reasonOrphan, Fix: "srcblog accept " + quoteArg(id), now: e,
		})
	}
}

// mayHaveBeen says whether a lock's id may be a former one of the snippet: another id in its page, or its own in a page that is
// gone. Both halves of an id may have a # in them.
func (s *snippet) mayHaveBeen(id string, pages map[string]bool) bool {
	if strings.HasPrefix(id, s.page.Path+"#") {
		return true
	}
	page, own := strings.CutSuffix(id, "#"+s.id)
	return own && !pages[page]
}

// adopt compares an unreviewed snippet with the lock block that it most likely had under another id, if there is one, and
// takes that out of gone. It stays unreviewed, or stale: that the two are the same is for somebody to say.
func (a *analysis) adopt(ctx context.Context, s *snippet, gone map[string]*lockfile.Entry, pages map[string]bool) {
	it := s.item
	best, rank := "", 0
	for _, id := range slices.Sorted(maps.Keys(gone)) {
		if !s.mayHaveBeen(id, pages) || !freshness.Alike(gone[id], it.now) {
			continue
		}
		r := 1
		if gone[id].Parts[0].Name == it.now.Parts[0].Name {
			r = 2
		}
		if r > rank {
			best, rank = id, r
		}
	}
	if best == "" {
		return
	}
	old := gone[best]
	delete(gone, best)
	it.Was, it.From = best, placeOf(old)
	v := freshness.Judge(old, it.now)
	if v != freshness.Stale {
		v = freshness.Unlocked
	}
	a.judge(ctx, s, old, v, cmp.Or(s.page.data.Snippets[s.id], &pagedata.Snippet{}))
}
