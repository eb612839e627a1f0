package codeextract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// AcceptOptions says what Accept records as reviewed.
type AcceptOptions struct {
	Targets  []string // PAGE#ID, PAGE (its snippets that were never reviewed), or SRC#SYMBOL (every snippet of a symbol)
	All      bool     // everything whose prose needs no reading; the rest too where Reviewed says why
	Reviewed string   // why the prose still holds; recorded in the lock

	// Confirm, where given, is asked about every snippet that is not as it was, with the prose around it; false leaves
	// that one out, an error ends the run with nothing recorded.
	Confirm func(it *Item, prose string) (bool, error)
}

// ErrTarget is in the error of Accept and Defer where a target names nothing.
var ErrTarget = errors.New("names no snippet, page or symbol shown here")

// Accept records snippets as reviewed and returns the ids of those whose block in the lock changed, orphans that it dropped
// included. Nothing is written where a target names nothing, or where a snippet to be accepted is broken. Stale snippets
// are accepted one by one, or together with a reason: never wholesale in silence. Several may run at once, also in other
// processes: each changes only its own blocks.
func (s *Site) Accept(ctx context.Context, opts AcceptOptions) (accepted []string, err error) {
	a, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	snippets, dropped, err := s.choose(a.report, opts)
	if err != nil {
		return nil, err
	}
	if snippets, err = confirmed(snippets, opts); err != nil {
		return nil, err
	}
	err = s.changeLock(func(lock *lockfile.File) {
		for _, sn := range snippets {
			if change(lock, sn, opts.Reviewed) {
				accepted = append(accepted, sn.fullID())
			}
		}
		for _, id := range dropped {
			delete(lock.Entries, id)
			accepted = append(accepted, id)
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(accepted)
	return accepted, nil
}

// confirmed asks about what changed, where somebody is there to be asked.
func confirmed(snippets []*snippet, opts AcceptOptions) ([]*snippet, error) {
	if opts.Confirm == nil {
		return snippets, nil
	}
	var out []*snippet
	for _, sn := range snippets {
		if !sn.item.Verdict.Quiet() {
			ok, err := opts.Confirm(sn.item, sn.prose())
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		out = append(out, sn)
	}
	return out, nil
}

// prose gives the paragraphs around a snippet, and its own block with the notes: what a reviewer has to read.
func (s *snippet) prose() string {
	if s.fence == nil {
		return ""
	}
	before := strings.Split(strings.TrimSpace(string(s.page.src[:s.fence.Start])), "\n\n")
	after := strings.Split(strings.TrimSpace(string(s.page.src[s.fence.End:])), "\n\n")
	block := strings.TrimSpace(string(s.page.src[s.fence.Start:s.fence.End]))
	return strings.TrimSpace(before[len(before)-1] + "\n\n" + block + "\n\n" + after[0])
}

// change puts a snippet's present state into the lock, in place of the block that it was compared with, and says whether
// that made a difference. Fields that a newer srcblog wrote stay.
func change(lock *lockfile.File, s *snippet, reviewed string) bool {
	now := lockEntry(s)
	old := lock.Entries[s.fullID()]
	if was := s.item.Was; was != "" && old == nil {
		old = lock.Entries[was]
		delete(lock.Entries, was)
	}
	now.Ack = reviewed
	if old != nil {
		keepUnknown(old, now)
		if reviewed == "" && old.Shown == now.Shown {
			now.Ack = old.Ack
		}
	}
	lock.Entries[s.fullID()] = now
	return old == nil || s.item.Was != "" || old.String() != now.String()
}

// keepUnknown takes over the fields that only a newer srcblog knows.
func keepUnknown(old, now *lockfile.Entry) {
	now.Extra = old.Extra
	for i := range now.Parts {
		p := &now.Parts[i]
		for _, o := range old.Parts {
			if o.Src == p.Src && o.Name == p.Name {
				p.Extra = o.Extra
			}
		}
	}
}

// choose finds the snippets to accept and the orphans to drop.
func (s *Site) choose(r *Report, opts AcceptOptions) (chosen []*snippet, dropped []string, err error) {
	var refused problem.List
	take := func(sn *snippet) {
		if sn.item.Verdict.Broken() {
			refused = append(refused, &problem.Problem{Pos: sn.pos, Kind: problem.Kind(sn.item.Verdict),
				Message: "can't accept a broken snippet: " + sn.item.Reason, Fix: sn.item.Fix})
			return
		}
		chosen = append(chosen, sn)
	}
	for _, target := range opts.Targets {
		found := false
		for sn, byName := range r.matching(target) {
			found = true
			if byName || sn.item.Verdict == freshness.Unlocked || sn.item.Verdict.Quiet() {
				take(sn)
			}
		}
		for _, it := range r.Items {
			if it.Verdict == freshness.Orphan && (it.ID == target || strings.HasPrefix(it.ID, target+"#")) {
				found = true
				dropped = append(dropped, it.ID)
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("%q %w (PAGE#ID, PAGE or SRC#SYMBOL; srcblog check --format json lists the ids)", target, ErrTarget)
		}
	}
	if opts.All {
		for sn := range r.snippets() {
			if sn.item.Verdict.Quiet() || opts.Reviewed != "" {
				take(sn)
			}
		}
		for _, it := range r.Items {
			if it.Verdict == freshness.Orphan {
				dropped = append(dropped, it.ID)
			}
		}
	}
	if len(refused) > 0 {
		refused.Sort()
		return nil, nil, refused
	}
	return chosen, dropped, nil
}

// snippets yields every snippet of the report.
func (r *Report) snippets() func(yield func(*snippet) bool) {
	return func(yield func(*snippet) bool) {
		for _, p := range r.Pages {
			for _, s := range slices.Concat(p.snippets, p.tracked) {
				if s.item != nil && !yield(s) {
					return
				}
			}
		}
	}
}

// matching yields the snippets that a target names, and whether it names them one by one (an id or a symbol, not a page).
func (r *Report) matching(target string) func(yield func(*snippet, bool) bool) {
	return func(yield func(*snippet, bool) bool) {
		for s := range r.snippets() {
			switch {
			case s.fullID() == target, s.shows(target):
				if !yield(s, true) {
					return
				}
			case s.page.Path == target:
				if !yield(s, false) {
					return
				}
			}
		}
	}
}

// shows says whether SRC#SYMBOL is one of the snippet's parts.
func (s *snippet) shows(target string) bool {
	return slices.ContainsFunc(s.parts, func(p *part) bool { return p.src+"#"+p.name == target })
}
