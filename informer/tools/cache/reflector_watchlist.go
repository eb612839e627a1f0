package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// watchListPatience is how long a streamed list may bring nothing new before it counts as hung.
const watchListPatience = 30 * time.Second

// watchListTries is how often a streamed list is begun anew because its stream ended, without an error, before the list
// was complete.
const watchListTries = 3

// errStreamEnded and errStreamHangs are ends of a streamed list that come before the bookmark which completes it.
var (
	errStreamEnded = errors.New("the stream ended before the bookmark that ends the initial events")
	errStreamHangs = errors.New("the stream does not come to the bookmark that ends the initial events")
)

// watchListOrNone gets the initial objects by a streamed list and returns the watch, still open, that goes on behind
// it. It returns nil if that did not work out: better an old-fashioned list than no list.
func (r *Reflector) watchListOrNone(ctx context.Context) watch.Interface {
	stream, err := r.watchList(ctx)
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(err, errStreamEnded) || errors.Is(err, errStreamHangs):
		r.log(ctx).Info("Warning: the server, or a proxy, can't stream a list to its end; listing instead", "err", err)
	default: // as to be expected of a server that can't do it
		r.log(ctx).V(4).Info("The list can't be streamed, listing instead", "err", err)
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
	timeout := r.watchTimeoutSeconds()
	opened := r.clock.Now() // before the request, as in watch
	stream, err := r.listerWatcher.WatchWithContext(ctx, metav1.ListOptions{
		ResourceVersion:      r.position.forWatchList(),
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		SendInitialEvents:    &sendInitialEvents,
		AllowWatchBookmarks:  true, // the end of the initial events is a bookmark
		TimeoutSeconds:       timeout,
	})
	if err != nil {
		return nil, err
	}
	initial := initialList{positions: map[string]int{}}
	end := opened.Add(time.Duration(*timeout) * time.Second)
	resourceVersion, err := r.collectInitialEvents(ctx, openedWatch{stream, opened, false}, &initial, end)
	if err == nil {
		err = r.incoming.replace(initial.list(), resourceVersion)
	}
	if err != nil {
		stream.Stop()
		return nil, err
	}
	r.position.setLost(false)
	r.position.advance(resourceVersion)
	return stream, nil
}

// collectInitialEvents writes events to into, up to the bookmark that ends the initial ones, and returns that
// bookmark's resource version. Changes that happen meanwhile come as events in between; they are written too.
//
// A stream that brings no further object for watchListPatience, or goes on longer than it was asked to, is given up: a
// server, or a proxy, that takes the request for a plain watch never sends the bookmark. client-go waits for as long as
// the stream is open (kubernetes/kubernetes#135895).
func (r *Reflector) collectInitialEvents(ctx context.Context, stream openedWatch, into *initialList,
	end time.Time) (string, error) {
	handled := 0
	patience := r.clock.NewTimer(watchListPatience)
	defer patience.Stop()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-patience.C():
			return "", errStreamHangs
		case event, open := <-stream.ResultChan():
			late := r.clock.Now().After(end)
			if !open && !late {
				return "", cmp.Or(r.checkDuration(stream.opened, handled), errStreamEnded)
			}
			if !open {
				return "", errStreamHangs // another try would take as long
			}
			known := len(into.objects)
			resourceVersion, err := r.collect(event, into)
			if err != nil || endsInitialEvents(event) {
				return resourceVersion, err
			}
			if late {
				return "", errStreamHangs
			}
			handled++
			if len(into.objects) > known {
				patience.Reset(watchListPatience)
			}
		}
	}
}

// collect writes one event to into. Unlike handleEvent, it makes no allowances: a list with a hole is no list.
func (r *Reflector) collect(event watch.Event, into *initialList) (resourceVersion string, err error) {
	if event.Type == watch.Error {
		return "", apierrors.FromObject(event.Object)
	}
	resourceVersion, err = r.checkObject(event.Object)
	if err != nil || event.Type == watch.Bookmark {
		return resourceVersion, err
	}
	key, err := DeletionHandlingMetaNamespaceKeyFunc(event.Object)
	if err != nil {
		return "", KeyError{Obj: event.Object, Err: err}
	}
	switch event.Type {
	case watch.Added, watch.Modified:
		obj, err := r.incoming.prepare(key, event.Object)
		if err != nil {
			return "", fmt.Errorf("transform object %q: %w", key, err)
		}
		into.set(key, obj)
	case watch.Deleted:
		into.remove(key)
	default:
		return "", fmt.Errorf("unable to understand watch event %#v", event)
	}
	return resourceVersion, nil
}

// initialList collects the objects of a streamed list, in the order in which they first came.
type initialList struct {
	positions map[string]int // of each key in objects
	objects   []any          // nil: deleted meanwhile
}

func (l *initialList) set(key string, obj any) {
	position, known := l.positions[key]
	if !known {
		l.positions[key] = len(l.objects)
		l.objects = append(l.objects, obj)
		return
	}
	l.objects[position] = obj
}

func (l *initialList) remove(key string) {
	if position, known := l.positions[key]; known {
		l.objects[position] = nil
	}
}

// list returns the objects and leaves nothing behind.
func (l *initialList) list() []any {
	objects := slices.DeleteFunc(l.objects, func(obj any) bool { return obj == nil })
	*l = initialList{}
	return objects
}
