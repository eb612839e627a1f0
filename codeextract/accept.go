package codeextract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// AcceptOptions says what Accept records as reviewed.
type AcceptOptions struct {
	Targets  []string // PAGE#ID, PAGE (its snippets that were never reviewed), or SRC#SYMBOL (every snippet of a symbol)
	All      bool     // everything whose prose needs no reading; the rest too where Reviewed says why
	Reviewed string   // why the prose still holds; recorded in the lock
}

// ErrTarget is in Accept's error where a target names nothing.
var ErrTarget = errors.New("names no snippet, page or symbol shown here")

// Accept records snippets as reviewed and returns the ids of those whose block in the lock changed, orphans that it dropped
// included. Nothing is written where a target names nothing, or where a snippet to be accepted is broken. Stale snippets
// are accepted one by one, or together with a reason: never wholesale in silence.
func (s *Site) Accept(ctx context.Context, opts AcceptOptions) (accepted []string, err error) {
	report, err := s.Analyze(ctx)
	if err != nil {
		return nil, err
	}
	unlock, err := s.holdLock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	lock, err := s.readLock()
	if err != nil {
		return nil, err
	}
	snippets, dropped, err := s.choose(report, opts)
	if err != nil {
		return nil, err
	}
	before := string(lock.Bytes())
	for _, sn := range snippets {
		if change(lock, sn, opts.Reviewed) {
			accepted = append(accepted, sn.fullID())
		}
	}
	for _, id := range dropped {
		delete(lock.Entries, id)
		accepted = append(accepted, id)
	}
	if after := lock.Bytes(); string(after) != before {
		if err := writeAtomically(filepath.Join(s.dir, LockName), after); err != nil {
			return nil, err
		}
	}
	slices.Sort(accepted)
	return accepted, nil
}

// change puts a snippet's present state into the lock and says whether that made a difference. Fields that a newer
// srcblog wrote stay.
func change(lock *lockfile.File, s *snippet, reviewed string) bool {
	now, old := lockEntry(s), lock.Entries[s.fullID()]
	now.Ack = reviewed
	if old != nil {
		now.Extra = old.Extra
		if reviewed == "" && old.Shown == now.Shown {
			now.Ack = old.Ack
		}
	}
	lock.Entries[s.fullID()] = now
	if old == nil {
		return true
	}
	one := func(e *lockfile.Entry) string {
		return string((&lockfile.File{Entries: map[string]*lockfile.Entry{"": e}}).Bytes())
	}
	return one(old) != one(now)
}

// choose finds the snippets to accept and the orphans to drop.
func (s *Site) choose(r *Report, opts AcceptOptions) (chosen []*snippet, dropped []string, err error) {
	var refused problem.List
	take := func(sn *snippet) {
		if sn.item.Verdict.broken() {
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
			if byName || sn.item.Verdict == Unlocked || sn.item.Verdict.quiet() {
				take(sn)
			}
		}
		for _, it := range r.Items {
			if it.Verdict == Orphan && (it.ID == target || strings.HasPrefix(it.ID, target+"#")) {
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
			if sn.item.Verdict.quiet() || opts.Reviewed != "" {
				take(sn)
			}
		}
		for _, it := range r.Items {
			if it.Verdict == Orphan {
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

// quiet verdicts need no reading: the prose is as true as it was.
func (v Verdict) quiet() bool { return v == Fresh || v == Moved || v == Format || v == Outside }

// broken verdicts are problem kinds: there is nothing that could be accepted.
func (v Verdict) broken() bool {
	switch v {
	case Fresh, Moved, Format, Outside, Comment, Stale, Unlocked, Orphan:
		return false
	}
	return true
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

// readLock reads the site's lock; a site without one has reviewed nothing.
func (s *Site) readLock() (*lockfile.File, error) {
	src, err := os.ReadFile(filepath.Join(s.dir, LockName))
	if errors.Is(err, fs.ErrNotExist) {
		return &lockfile.File{Entries: map[string]*lockfile.Entry{}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	lock, err := lockfile.Parse(src)
	var syntax *lockfile.SyntaxError
	if errors.As(err, &syntax) {
		return nil, problem.List{{
			Pos: problem.Position{File: s.lockPath(), Line: syntax.Line}, Kind: problem.BadConfig, Message: syntax.Msg,
			Fix: "mend the line, or take the file from git: git checkout -- " + quoteArg(s.lockPath()),
		}}
	}
	return lock, err
}
