package integration

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// history is a handler that holds what it is told against what it was told before. For each key the calls must be Add,
// Updates, Delete, and over again; an update's old state is the one told last; resource versions only grow. One thing
// may be told twice: a new list makes an update of each object it finds unchanged. These repeats are counted apart.
type history struct {
	hold <-chan struct{} // nil, or each call waits until it is closed

	mu         sync.Mutex // guards the rest
	live       map[string]metav1.Object
	versions   map[string]uint64 // of each key the newest resource version told, deleted ones included
	initial    map[string]bool   // whose Add said that it is in the initial list
	tombstones map[string]metav1.Object
	adds       int
	updates    int // without repeats
	repeats    int
	deletes    int
	mistakes   []string
	changed    chan struct{} // closed and replaced with each call
}

func newHistory() *history {
	return &history{
		live: map[string]metav1.Object{}, versions: map[string]uint64{}, initial: map[string]bool{},
		tombstones: map[string]metav1.Object{}, changed: make(chan struct{}),
	}
}

// OnAdd implements cache.ResourceEventHandler.
func (h *history) OnAdd(obj any, isInInitialList bool) {
	h.record(func() {
		h.adds++
		added, key := h.open("Add", obj)
		if _, known := h.live[key]; known {
			h.mistake("Add of %s, which is there", key)
		}
		h.initial[key] = isInInitialList
		h.advance(key, added)
		h.live[key] = added
	})
}

// OnUpdate implements cache.ResourceEventHandler.
func (h *history) OnUpdate(oldObj, newObj any) {
	h.record(func() {
		before, _ := h.open("Update from", oldObj)
		after, key := h.open("Update to", newObj)
		switch last := h.live[key]; {
		case last == nil:
			h.mistake("Update of %s, which is not there", key)
		case stateOf(last) != stateOf(before): // after a relist it may be another copy of it
			h.mistake("Update of %s from %s, but told last was %s", key, stateOf(before), stateOf(last))
		}
		h.live[key] = after
		if stateOf(before) == stateOf(after) {
			h.repeats++
			return
		}
		h.updates++
		h.advance(key, after)
	})
}

// OnDelete implements cache.ResourceEventHandler.
func (h *history) OnDelete(obj any) {
	h.record(func() {
		h.deletes++
		tombstone, missed := obj.(cache.DeletedFinalStateUnknown)
		if missed {
			obj = tombstone.Obj
		}
		gone, key := h.open("Delete", obj)
		if h.live[key] == nil {
			h.mistake("Delete of %s, which is not there", key)
		}
		if missed {
			h.tombstones[key] = gone
			if tombstone.Key != key {
				h.mistake("tombstone of %s has the key %s", key, tombstone.Key)
			}
		} else {
			h.advance(key, gone) // the version of the deletion
		}
		delete(h.live, key)
	})
}

func (h *history) record(call func()) {
	if h.hold != nil {
		<-h.hold
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	call()
	close(h.changed)
	h.changed = make(chan struct{})
}

// open returns the metadata of what was told. Called with mu held, as are the two below.
func (h *history) open(what string, obj any) (metav1.Object, string) {
	meta, ok := obj.(metav1.Object)
	if !ok {
		h.mistake("%s got a %T", what, obj)
		return &metav1.ObjectMeta{}, ""
	}
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		h.mistake("%s: %v", what, err)
	}
	return meta, key
}

func (h *history) advance(key string, obj metav1.Object) {
	version, err := strconv.ParseUint(obj.GetResourceVersion(), 10, 64)
	if err != nil || version <= h.versions[key] {
		h.mistake("%s went from resource version %d to %q", key, h.versions[key], obj.GetResourceVersion())
	}
	h.versions[key] = version
}

func (h *history) mistake(format string, args ...any) {
	h.mistakes = append(h.mistakes, fmt.Sprintf(format, args...))
}

// states returns what the handler would think exists.
func (h *history) states() states {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := states{}
	for key, obj := range h.live {
		s[key] = stateOf(obj)
	}
	return s
}

// awaitStates waits until the handler was told all of want and no more.
func (h *history) awaitStates(ctx context.Context, t *testing.T, want states) {
	t.Helper()
	h.await(ctx, t, func() (bool, string) {
		got := h.states()
		return maps.Equal(got, want), difference(got, want)
	})
}

// awaitLive waits until the handler knows, or does not know, of a key.
func (h *history) awaitLive(ctx context.Context, t *testing.T, key string, want bool) {
	t.Helper()
	h.await(ctx, t, func() (bool, string) {
		h.mu.Lock()
		defer h.mu.Unlock()
		return (h.live[key] != nil) == want, fmt.Sprintf("%s is there: %v, want %v", key, !want, want)
	})
}

func (h *history) await(ctx context.Context, t *testing.T, holds func() (bool, string)) {
	t.Helper()
	for {
		h.mu.Lock()
		changed := h.changed
		h.mu.Unlock()
		ok, otherwise := holds()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("%v; the handler's view:\n%s", ctx.Err(), otherwise)
		}
	}
}

// check reports what was wrong with the calls so far.
func (h *history) check(t *testing.T) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, mistake := range h.mistakes {
		if i == 10 {
			t.Errorf("and %d more mistakes", len(h.mistakes)-i)
			break
		}
		t.Error(mistake)
	}
	t.Logf("told: %d adds, %d updates, %d repeats, %d deletes (%d by tombstone)",
		h.adds, h.updates, h.repeats, h.deletes, len(h.tombstones))
}
