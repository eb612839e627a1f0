package integration

import (
	"context"
	"testing"

	"go.uber.org/goleak"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// A handler that stands still holds up nobody but itself, and misses nothing.
func TestSlowHandler(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		server := startCluster(t).startServer(t, "server")
		writer, reader := server.client(t), server.client(t)
		namespace := writer.newNamespace(ctx, t)
		writer.createPods(ctx, t, namespace, 0, 300)

		f := reader.follow(t, namespace, way, nil)
		release := make(chan struct{})
		slow := newHistory()
		slow.hold = release
		slowRegistration := f.handle(t, slow)

		f.awaitSynced(ctx, t)
		for i := range 100 {
			if err := writer.setLabel(ctx, namespace, podName(i), "step", "1"); err != nil {
				t.Fatal(err)
			}
		}
		writer.each(ctx, t, 100, 200, func(ctx context.Context, i int) error {
			return writer.deletePod(ctx, namespace, podName(i))
		})
		want := statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items)
		f.converges(ctx, t, want)
		if slowRegistration.HasSynced() {
			t.Error("a handler that has not returned once counts as synced")
		}
		if !f.HasSynced() {
			t.Error("the slow handler keeps the informer from being synced")
		}

		close(release)
		slow.awaitStates(ctx, t, want)
		if !cache.WaitFor(ctx, "", slowRegistration.HasSyncedChecker()) {
			t.Error("the slow handler is through and does not count as synced")
		}
		if slow.adds != f.adds || slow.updates != f.updates || slow.deletes != f.deletes {
			t.Errorf("the slow handler was told %d, %d, %d, the quick one %d, %d, %d: adds, updates, deletes",
				slow.adds, slow.updates, slow.deletes, f.adds, f.updates, f.deletes)
		}
	})
}

// A handler that comes late is told what there is, then the same as the others; one that was removed is left alone.
func TestLateAndRemovedHandlers(t *testing.T) {
	ctx := testContext(t)
	server := startCluster(t).startServer(t, "server")
	writer, reader := server.client(t), server.client(t)
	namespace := writer.newNamespace(ctx, t)
	f := reader.follow(t, namespace, cache.SharedIndexInformerOptions{}, nil)
	leaver := newHistory()
	leaving := f.handle(t, leaver)

	storm := writer.startStorm(ctx, []string{namespace})
	storm.awaitChanges(ctx, t, 200)
	late := newHistory()
	registration := f.handle(t, late) // in the middle of it
	if err := f.RemoveEventHandler(leaving); err != nil {
		t.Fatal(err)
	}
	storm.awaitChanges(ctx, t, 200)
	storm.end(t)
	writer.createPod(ctx, t, namespace, "last")

	want := statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items)
	f.converges(ctx, t, want)
	late.awaitStates(ctx, t, want)
	if !cache.WaitFor(ctx, "", registration.HasSyncedChecker()) {
		t.Error("the late handler does not count as synced")
	}
	if _, told := leaver.states()[namespace+"/last"]; told {
		t.Error("the removed handler was told of a pod that came later")
	}
}

// An informer that has ended leaves nothing running: not after a quiet end, not after one in the middle of a storm, and
// not when its server is away.
func TestStoppedInformerLeavesNoGoroutine(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		reading, writing := startPair(t)
		writer := writing.client(t)
		namespace := writer.newNamespace(ctx, t)
		storming := writer.newNamespace(ctx, t)
		writer.createPods(ctx, t, namespace, 0, 50)
		before := goleak.IgnoreCurrent() // the servers' and the writer's

		for _, end := range []struct {
			when string
			stop func(*follower)
		}{
			{"quiet", func(f *follower) { f.stop() }},
			{"storm", func(f *follower) {
				storm := writer.startStorm(ctx, []string{storming})
				storm.awaitChanges(ctx, t, 50)
				f.stop()
				storm.end(t)
			}},
			{"server away", func(f *follower) {
				reading.process.kill()
				f.stop()
			}},
		} {
			reader := reading.client(t)
			f := reader.follow(t, metav1.NamespaceAll, way, nil)
			f.awaitSynced(ctx, t)
			end.stop(f)
			reader.disconnect()
			if !f.IsStopped() {
				t.Errorf("%s: IsStopped is false", end.when)
			}
			if err := goleak.Find(before); err != nil {
				t.Errorf("%s: %v", end.when, err)
			}
		}
	})
}
