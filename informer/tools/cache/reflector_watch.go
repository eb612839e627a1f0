package cache

import (
	"context"
	"math/rand/v2"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// watchWithResync watches, and beside it resyncs the store every resyncPeriod. Both have ended when it returns. An
// error of the resync ends the watch.
func (r *Reflector) watchWithResync(ctx context.Context, stream watch.Interface) error {
	resyncCtx, stopResync := context.WithCancel(ctx)
	resyncErr := make(chan error, 1) // room for one, so that its sender never waits for a watch that is ending
	resyncEnded := make(chan struct{})
	go func() {
		defer close(resyncEnded)
		r.resyncPeriodically(resyncCtx, resyncErr)
	}()
	defer func() {
		stopResync()
		<-resyncEnded
	}()
	return r.watch(ctx, stream, resyncErr)
}

// watch opens one watch after the other, each where the last one ended, and returns when that is no longer possible:
// with the error of a watch that was refused, or nil when it is time for a new list. stream is a watch that is open
// already, or nil.
//
// That a watch ends is normal. The server ends each after the timeout it was asked for, and connections break; the
// events of the time between are not lost, since the next watch starts at the last resource version seen.
func (r *Reflector) watch(ctx context.Context, stream watch.Interface, resyncErr <-chan error) error {
	retry := NewRetryWithDeadline(r.MaxInternalErrorRetryDuration, time.Minute, apierrors.IsInternalError, r.clock)
	for {
		if ctx.Err() != nil {
			if stream != nil {
				stream.Stop()
			}
			return nil
		}
		// The clock starts before the request: some proxies hold back even the header until there is an event.
		opened, inOrder := r.clock.Now(), true
		if stream == nil {
			inOrder = !startsAnywhere(r.LastSyncResourceVersion())
			var err error
			stream, err = r.openWatch(ctx)
			switch {
			case err == nil:
			case ctx.Err() != nil:
				return nil // the error says no more than that the request was interrupted
			case isServerBusy(err):
				r.log(ctx).V(4).Info("Watch refused, waiting before the next try", "err", err)
				r.waitBeforeRetry(ctx)
				continue
			default:
				return err
			}
		}
		err := r.handleWatch(ctx, openedWatch{stream, opened, inOrder}, resyncErr)
		stream = nil
		retry.After(err)
		if !r.watchAgain(ctx, err, retry) {
			return nil
		}
	}
}

// openedWatch is a watch and what is known of it.
type openedWatch struct {
	watch.Interface
	opened time.Time
	// inOrder says that its events are in the order of their resource versions from the first on.
	inOrder bool
}

// startsAnywhere reports whether a watch from a resource version begins with what exists, in any order. A server never
// answers a list with such a version; fake ones in tests do.
func startsAnywhere(resourceVersion string) bool {
	return resourceVersion == "" || resourceVersion == "0"
}

// openWatch opens a watch from the last resource version on.
func (r *Reflector) openWatch(ctx context.Context) (watch.Interface, error) {
	return r.listerWatcher.WatchWithContext(ctx, metav1.ListOptions{
		ResourceVersion: r.LastSyncResourceVersion(),
		TimeoutSeconds:  r.watchTimeoutSeconds(),
		// Bookmarks move the last resource version on while nothing changes in this collection. Without them it would
		// be too old, after a quiet hour, for the next watch to begin there.
		AllowWatchBookmarks: true,
	})
}

// watchTimeoutSeconds is one to two times the least timeout, by chance; see shortestWatch.
func (r *Reflector) watchTimeoutSeconds() *int64 {
	seconds := int64(r.minWatchTimeout.Seconds() * (rand.Float64() + 1.0))
	return &seconds
}

// watchAgain decides, by the error that ended a watch, whether to open the next one (true) or to list anew (false).
func (r *Reflector) watchAgain(ctx context.Context, err error, retry RetryWithDeadline) bool {
	switch {
	case err == nil:
		return true
	case err == errStopped:
		return false
	case isExpired(err):
		// Not marked as lost: a list may still be served at this version, or a newer one, without asking etcd.
		r.log(ctx).V(4).Info("Watch closed, its resource version expired", "err", err)
		return false
	case apierrors.IsTooManyRequests(err):
		r.log(ctx).V(2).Info("Watch closed, the server is too busy; waiting before the next one", "err", err)
		r.waitBeforeRetry(ctx)
		return true
	case apierrors.IsInternalError(err) && retry.ShouldRetry():
		r.log(ctx).V(2).Info("Watch closed by an internal error; watching again", "err", err)
		return true
	default:
		r.log(ctx).Info("Warning: watch ended with error", "err", err)
		return false
	}
}

// resyncPeriodically asks the store to Resync each time the period has passed, until ctx is done or Resync fails. A
// resync does not ask the server for anything: it has the store tell its consumers once more what it holds.
func (r *Reflector) resyncPeriodically(ctx context.Context, failed chan<- error) {
	if r.resyncPeriod == 0 {
		return
	}
	for {
		timer := r.clock.NewTimer(r.resyncPeriod)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C():
		}
		if r.ShouldResync != nil && !r.ShouldResync() {
			continue
		}
		r.log(ctx).V(4).Info("Forcing resync")
		if err := r.store.Resync(); err != nil {
			failed <- err
			return
		}
	}
}
