package integration

import (
	"context"
	"maps"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// deadline is how long a test may wait for anything. Nothing takes nearly as long, unless something is wrong.
const deadline = 3 * time.Minute

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	t.Cleanup(cancel)
	return ctx
}

// eachWay runs a test for both ways an informer works: as it does by default, which is RealFIFO with a streamed list, and
// the classic way, DeltaFIFO after a list. The other two pairings have the same parts, and a server's time is dear: they are
// compared with client-go's in package differential.
func eachWay(t *testing.T, test func(t *testing.T, way cache.SharedIndexInformerOptions)) {
	for name, way := range map[string]cache.SharedIndexInformerOptions{
		"default": {},
		"classic": {NewQueue: cache.NewDeltaFIFOQueue, InitialSync: cache.InitialSyncList},
	} {
		t.Run(name, func(t *testing.T) { test(t, way) })
	}
}

// follower is a running informer and a handler that judges it.
type follower struct {
	cache.SharedIndexInformer
	*history
	registration cache.ResourceEventHandlerRegistration
	stop         func() // returns when the informer has ended
}

// follow runs an informer for the pods of a namespace, until the end of the test; the handler's verdict is part of the
// test's. tweak may be nil.
func (c *client) follow(t *testing.T, namespace string, way cache.SharedIndexInformerOptions,
	tweak func(*metav1.ListOptions)) *follower {
	t.Helper()
	if tweak == nil {
		tweak = func(*metav1.ListOptions) {}
	}
	pods := cache.NewFilteredListWatchFromClient(c.CoreV1().RESTClient(), "pods", namespace, tweak)
	informer := cache.NewSharedIndexInformerWithOptions(pods, &corev1.Pod{}, way)
	f := &follower{SharedIndexInformer: informer, history: newHistory()}
	t.Cleanup(func() {
		if f.repeats > 0 && c.wire.collections() < 2 {
			t.Errorf("%d objects were told again, without a second list", f.repeats)
		}
	})
	f.registration = f.handle(t, f.history)

	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		informer.RunWithContext(ctx)
	}()
	f.stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(f.stop)
	return f
}

// handle adds a handler and has its history checked at the end of the test.
func (f *follower) handle(t *testing.T, h *history) cache.ResourceEventHandlerRegistration {
	t.Helper()
	registration, err := f.AddEventHandler(h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.check(t) }) // for follow's own handler this is after stop: clean-ups run last to first
	return registration
}

// awaitSynced waits until the handler is through with the initial list.
func (f *follower) awaitSynced(ctx context.Context, t *testing.T) {
	t.Helper()
	if !cache.WaitFor(ctx, "", f.registration.HasSyncedChecker()) {
		t.Fatal("the handler did not get through with the initial list")
	}
}

// converges waits until handler and store show want, and nothing else.
func (f *follower) converges(ctx context.Context, t *testing.T, want states) {
	t.Helper()
	f.awaitStates(ctx, t, want)
	// Whatever a handler is told, the store has.
	if got := storeStates(f.GetStore()); !maps.Equal(got, want) {
		t.Fatalf("the store differs from the server:\n%s", difference(got, want))
	}
}

func storeStates(store cache.Store) states {
	s := states{}
	for _, obj := range store.List() {
		meta := obj.(metav1.Object)
		s[meta.GetNamespace()+"/"+meta.GetName()] = stateOf(meta)
	}
	return s
}
