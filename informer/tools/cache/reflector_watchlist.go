package cache

import (
	"cmp"
	"context"
	"errors"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// watchListPatience is how long a streamed list may be silent before it counts as hung.
const watchListPatience = 30 * time.Second

// watchListTries is how often a streamed list is begun anew because its stream ended, without an error, before the list
// was complete.
const watchListTries = 3

// errStreamEnded and errStreamSilent are ends of a streamed list that come before the bookmark which completes it.
var (
	errStreamEnded  = errors.New("the stream ended before the bookmark that ends the initial events")
	errStreamSilent = errors.New("the stream fell silent before the bookmark that ends the initial events")
)

// watchListOrNone gets the initial objects by a streamed list and returns the watch, still open, that goes on behind
// it. It returns nil if that did not work out: better an old-fashioned list than no list.
func (r *Reflector) watchListOrNone(ctx context.Context) watch.Interface {
	stream, err := r.watchList(ctx)
	if err != nil && ctx.Err() == nil {
		r.logger.Info("Warning: streamed list ended with an error, falling back to list and watch", "err", err)
	}
	return stream
}

// watchList opens a watch that begins with an ADDED event for every object there is, and gives them to the store as
// one list once the bookmark behind the last of them has come. Until then they are collected apart: what the store
// shows must never be half a list.
//
// Errors that a new try may mend are tried again, as often as it takes. A stream that just ends is tried again a few
// times; client-go does so for ever, and with a proxy that cuts every stream after a minute never gets a longer list.
func (r *Reflector) watchList(ctx context.Context) (watch.Interface, error) {
	ended := 0
	for {
		stream, err := r.tryWatchList(ctx)
		switch {
		case err == nil:
			return stream, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case isServerBusy(err):
			r.waitBeforeRetry(ctx)
		case isExpired(err) || isTooLarge(err):
			r.position.setLost(true) // the next try asks for the newest state
		case errors.Is(err, errStreamEnded) && ended < watchListTries:
			ended++
		default:
			return nil, err
		}
	}
}

func (r *Reflector) tryWatchList(ctx context.Context) (watch.Interface, error) {
	sendInitialEvents := true
	stream, err := r.listerWatcher.WatchWithContext(ctx, metav1.ListOptions{
		ResourceVersion:      r.position.forWatchList(),
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		SendInitialEvents:    &sendInitialEvents,
		AllowWatchBookmarks:  true, // the end of the initial events is a bookmark
		TimeoutSeconds:       r.watchTimeoutSeconds(),
	})
	if err != nil {
		return nil, err
	}
	initial := r.newCollector()
	resourceVersion, err := r.collectInitialEvents(ctx, stream, initial)
	if err == nil {
		err = r.store.Replace(initial.List(), resourceVersion)
	}
	if err != nil {
		stream.Stop()
		return nil, err
	}
	r.position.setLost(false)
	r.position.advance(resourceVersion)
	return stream, nil
}

// newCollector returns a store for the initial objects. It transforms them as they come in, if the real store would
// transform them later: the point of most transformers is to not hold whole objects in memory.
func (r *Reflector) newCollector() Store {
	if transforming, ok := r.store.(TransformingStore); ok && transforming.Transformer() != nil {
		return NewStore(DeletionHandlingMetaNamespaceKeyFunc, WithTransformer(transforming.Transformer()))
	}
	return NewStore(DeletionHandlingMetaNamespaceKeyFunc)
}

// collectInitialEvents writes events to into, up to the bookmark that ends the initial ones, and returns that
// bookmark's resource version. Changes that happen meanwhile come as events in between; they are written too.
//
// A stream that says nothing for watchListPatience is given up. client-go waits for as long as the stream is open,
// which is for ever with a server, or a proxy, that takes the request for a plain watch (kubernetes/kubernetes#135895).
func (r *Reflector) collectInitialEvents(ctx context.Context, stream watch.Interface, into Store) (string, error) {
	opened, handled := r.clock.Now(), 0
	silence := r.clock.NewTimer(watchListPatience)
	defer silence.Stop()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-silence.C():
			return "", errStreamSilent
		case event, open := <-stream.ResultChan():
			if !open {
				return "", cmp.Or(r.checkDuration(opened, handled), errStreamEnded)
			}
			resourceVersion, err := r.collect(event, into)
			if err != nil || endsInitialEvents(event) {
				return resourceVersion, err
			}
			handled++
			silence.Reset(watchListPatience)
		}
	}
}

// collect writes one event to into. Unlike handleEvent, it makes no allowances: a list with a hole is no list.
func (r *Reflector) collect(event watch.Event, into Store) (resourceVersion string, err error) {
	if event.Type == watch.Error {
		return "", apierrors.FromObject(event.Object)
	}
	resourceVersion, err = r.checkObject(event.Object)
	if err != nil {
		return "", err
	}
	return resourceVersion, applyEvent(into, event, resourceVersion)
}
