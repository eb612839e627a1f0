package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// tracer writes one line for each hop, at once. The hops run in several goroutines: one object's lines are in order, and
// those of different objects may stand between each other.
type tracer struct {
	lock sync.Mutex // guards out
	out  io.Writer
}

func (t *tracer) print(hop, format string, args ...any) {
	t.lock.Lock()
	defer t.lock.Unlock()
	fmt.Fprintf(t.out, "%-10s %s\n", hop, fmt.Sprintf(format, args...))
}

// source wraps the ListerWatcher: what the server is asked and what it answers.
func (t *tracer) source(pods cache.ListerWatcher) cache.ListerWatcher {
	inner := cache.ToListerWatcherWithContext(pods)
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			list, err := inner.ListWithContext(ctx, options)
			if err != nil {
				t.print("server", "list: %v", err)
				return nil, err
			}
			items, err := meta.ExtractList(list)
			t.print("server", "list: %s", describeAll(items))
			return list, err
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			what := "watch after version " + options.ResourceVersion
			if options.SendInitialEvents != nil && *options.SendInitialEvents {
				what = "watch, beginning with what exists"
			}
			events, err := inner.WatchWithContext(ctx, options)
			if err != nil {
				t.print("server", "%s: %v", what, err)
				return nil, err
			}
			t.print("server", "%s", what)
			return t.watch(events), nil
		},
	}
}

// tracedWatch shows each event before it passes it on. apimachinery has watch.Filter for such things, but that leaves a
// goroutine behind when it is stopped with an event in its hands.
type tracedWatch struct {
	watch.Interface
	events  chan watch.Event // closed by the goroutine that watch starts
	stopped chan struct{}    // closed by Stop
	stop    sync.Once
}

func (t *tracer) watch(inner watch.Interface) watch.Interface {
	w := &tracedWatch{Interface: inner, events: make(chan watch.Event), stopped: make(chan struct{})}
	go func() {
		defer close(w.events)
		for event := range inner.ResultChan() {
			t.print("server", "%s %s", event.Type, describeEvent(event))
			select {
			case w.events <- event:
			case <-w.stopped:
				return
			}
		}
	}()
	return w
}

func (w *tracedWatch) ResultChan() <-chan watch.Event { return w.events }

func (w *tracedWatch) Stop() {
	w.stop.Do(func() { close(w.stopped) })
	w.Interface.Stop()
}

// tracedQueue shows what the Reflector writes and what the controller takes out. It hides what a Queue need not have:
// PopBatch, so that deltas come one by one also from a RealFIFO, Bookmark, and the way in for transformed lists.
type tracedQueue struct {
	cache.Queue
	trace *tracer
}

func (t *tracer) queue(newQueue cache.QueueFactory) cache.QueueFactory {
	return func(options cache.QueueOptions) cache.Queue {
		return tracedQueue{newQueue(options), t}
	}
}

func (q tracedQueue) Add(obj any) error {
	q.trace.print("reflector", "queue.Add(%s)", describe(obj))
	return q.Queue.Add(obj)
}

func (q tracedQueue) Update(obj any) error {
	q.trace.print("reflector", "queue.Update(%s)", describe(obj))
	return q.Queue.Update(obj)
}

func (q tracedQueue) Delete(obj any) error {
	q.trace.print("reflector", "queue.Delete(%s)", describe(obj))
	return q.Queue.Delete(obj)
}

func (q tracedQueue) Replace(list []any, resourceVersion string) error {
	q.trace.print("reflector", "queue.Replace(%s) of version %s", describeAll(list), resourceVersion)
	return q.Queue.Replace(list, resourceVersion)
}

func (q tracedQueue) Pop(process cache.PopProcessFunc) (any, error) {
	return q.Queue.Pop(func(obj any, isInInitialList bool) error {
		if deltas, ok := obj.(cache.Deltas); ok {
			q.trace.print("queue", "pop: %s", describeDeltas(deltas))
		}
		return process(obj, isInInitialList)
	})
}

// index returns an index function. The indexer calls it for each object that goes in, and for what it takes the place
// of; the two can be told apart because what comes out went in before.
func (t *tracer) index() cache.IndexFunc {
	inside := map[string]bool{} // the indexer calls with its lock held
	return func(obj any) ([]string, error) {
		name := describe(obj)
		if inside[name] {
			delete(inside, name)
			t.print("indexer", "out: %s", name)
		} else {
			inside[name] = true
			t.print("indexer", "in:  %s", name)
		}
		return nil, nil
	}
}

func (t *tracer) handler(told func()) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(obj any, isInInitialList bool) {
			initial := ""
			if isInInitialList {
				initial = ", in the initial list"
			}
			t.print("handler", "OnAdd(%s)%s", describe(obj), initial)
			told()
		},
		UpdateFunc: func(oldObj, newObj any) {
			t.print("handler", "OnUpdate(%s, %s)", describe(oldObj), describe(newObj))
			told()
		},
		DeleteFunc: func(obj any) {
			t.print("handler", "OnDelete(%s)", describe(obj))
			told()
		},
	}
}

// describe writes an object as namespace/name@version.
func describe(obj any) string {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return fmt.Sprintf("DeletedFinalStateUnknown{%s}", describe(tombstone.Obj))
	}
	object, err := meta.Accessor(obj)
	if err != nil {
		return fmt.Sprintf("%T", obj)
	}
	return cache.MetaObjectToName(object).String() + "@" + object.GetResourceVersion()
}

func describeEvent(event watch.Event) string {
	object, err := meta.Accessor(event.Object)
	if event.Type != watch.Bookmark || err != nil {
		return describe(event.Object)
	}
	if object.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true" {
		return "of version " + object.GetResourceVersion() + ": that was all that exists"
	}
	return "of version " + object.GetResourceVersion()
}

func describeAll[T any](objects []T) string {
	words := make([]string, len(objects))
	for i, obj := range objects {
		words[i] = describe(obj)
	}
	return "[" + strings.Join(words, " ") + "]"
}

func describeDeltas(deltas cache.Deltas) string {
	words := make([]string, len(deltas))
	for i, delta := range deltas {
		words[i] = string(delta.Type) + " " + describe(delta.Object)
		if list, ok := delta.Object.(cache.ReplacedAllInfo); ok {
			words[i] = string(delta.Type) + " " + describeAll(list.Objects)
		}
	}
	return strings.Join(words, ", ")
}
