package codeextract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
)

// ErrNothingToDefer is in Defer's error where a target is not stale: there is no debt to take on.
var ErrNothingToDefer = errors.New("is not stale: only stale snippets can be deferred")

// Defer takes stale snippets on as debt: PAGE#ID or SRC#SYMBOL, each for the change that it has now and no further one.
// until is the last day of the deferral, 2006-01-02 in UTC, "" for no end. It returns the ids that it deferred; nothing is
// written where a target names nothing or is not stale.
func (s *Site) Defer(ctx context.Context, targets []string, reason, until string) (deferred []string, err error) {
	if until != "" {
		if _, err := time.Parse(time.DateOnly, until); err != nil {
			return nil, fmt.Errorf("%q %w: write it as 2006-01-02", until, ErrDate)
		}
	}
	if reason == "" {
		return nil, errors.New("a deferral needs a reason")
	}
	a, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	chosen := map[string]*lockfile.Entry{}
	for _, target := range targets {
		found := false
		for sn, byName := range a.report.matching(target) {
			v := sn.item.Verdict
			switch stale := v == freshness.Stale || v == freshness.Deferred; {
			case stale && sn.item.Was == "":
				chosen[sn.fullID()] = sn.item.now
			case byName && sn.fullID() == target:
				return nil, fmt.Errorf("%s (%s) %w", target, v, ErrNothingToDefer)
			}
			found = true
		}
		if !found {
			return nil, fmt.Errorf("%q %w", target, ErrTarget)
		}
	}
	err = s.changeLock(func(lock *lockfile.File) {
		for id, now := range chosen {
			if e := lock.Entries[id]; e != nil {
				e.Defer = &lockfile.Deferral{Shown: now.Shown, Until: until, Reason: reason}
				deferred = append(deferred, id)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(deferred)
	return deferred, nil
}

// ErrDate is in the error of Defer where its date can not be read.
var ErrDate = errors.New("is no date")
