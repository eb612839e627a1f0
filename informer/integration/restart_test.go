package integration

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// startPair starts two API servers before one etcd: the informer reads from the first, which comes and goes; changes
// are made through the second, which stays.
func startPair(t *testing.T) (reading, writing *server) {
	t.Helper()
	cluster := startCluster(t)
	return cluster.startServer(t, "reading"), cluster.startServer(t, "writing")
}

// What happened while the informer's server was away arrives when it is back: a deletion as a tombstone with the last
// state that was known, a change as one update, a new pod as an Add that is not of the initial list.
func TestChangesMadeWhileTheServerIsDown(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		reading, writing := startPair(t)
		writer, reader := writing.client(t), reading.client(t)
		namespace := writer.newNamespace(ctx, t)
		gone := writer.createPod(ctx, t, namespace, "gone")
		for _, name := range []string{"kept", "changed", "replaced"} {
			writer.createPod(ctx, t, namespace, name)
		}
		f := reader.follow(t, namespace, way, nil)
		f.awaitSynced(ctx, t)

		reading.process.kill()
		for _, err := range []error{
			writer.deletePod(ctx, namespace, "gone"),
			writer.setLabel(ctx, namespace, "changed", "step", "1"),
			writer.setLabel(ctx, namespace, "changed", "step", "2"),
			writer.deletePod(ctx, namespace, "replaced"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		writer.createPod(ctx, t, namespace, "replaced")
		writer.createPod(ctx, t, namespace, "new")
		reading.start(t)

		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))
		tombstone := f.tombstones[namespace+"/gone"]
		if tombstone == nil || stateOf(tombstone) != stateOf(gone) {
			t.Errorf("the tombstone holds %v, want the last state seen, %s", tombstone, stateOf(gone))
		}
		if f.initial[namespace+"/new"] || !f.initial[namespace+"/kept"] {
			t.Errorf("Adds of the initial list: %v", f.initial)
		}
		if f.updates != 2 || f.deletes != 1 {
			// A relist shows end states only: one update each of changed and replaced, the latter with another UID.
			t.Errorf("%d updates and %d deletes from one relist, want 2 and 1", f.updates, f.deletes)
		}
	})
}

// The server is killed again and again in the middle of a storm of changes. The informer never tells anything twice,
// in the wrong order, or that is not so, and ends where the server is.
func TestServerKilledInTheMiddle(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		reading, writing := startPair(t)
		writer, reader := writing.client(t), reading.client(t)
		namespaces := []string{writer.newNamespace(ctx, t), writer.newNamespace(ctx, t), writer.newNamespace(ctx, t)}
		f := reader.follow(t, metav1.NamespaceAll, way, nil)
		f.awaitSynced(ctx, t)

		storm := writer.startStorm(ctx, namespaces)
		for round := range 3 {
			storm.awaitChanges(ctx, t, 200)
			reading.process.kill()
			storm.awaitChanges(ctx, t, 200) // nobody sees these
			reading.start(t)
			mark := fmt.Sprintf("mark-%d", round)
			writer.createPod(ctx, t, namespaces[0], mark)
			f.awaitLive(ctx, t, namespaces[0]+"/"+mark, true)
		}
		storm.end(t)
		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, metav1.NamespaceAll, metav1.ListOptions{}).Items))
		if n := reader.wire.collections(); n < 2 {
			t.Errorf("the collection was asked for %d times: was the server killed at all?", n)
		}
	})
}

// All that etcd knew of the informer's resource version is gone when the server comes back.
func TestCompactedWhileTheServerIsDown(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		reading, writing := startPair(t)
		writer, reader := writing.client(t), reading.client(t)
		namespace := writer.newNamespace(ctx, t)
		writer.createPods(ctx, t, namespace, 0, 20)
		f := reader.follow(t, namespace, way, nil)
		f.awaitSynced(ctx, t)

		reading.process.kill()
		for i := range 10 {
			if err := writer.deletePod(ctx, namespace, podName(i)); err != nil {
				t.Fatal(err)
			}
		}
		last := writer.createPod(ctx, t, namespace, "last")
		reading.cluster.compact(ctx, t, last.ResourceVersion)
		reading.start(t)
		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))
		if len(f.tombstones) != 10 {
			t.Errorf("%d tombstones, want 10", len(f.tombstones))
		}
	})
}

// storm is a number of goroutines that create, change and delete pods for as long as it lasts, each in its own corner.
type storm struct {
	changes chan struct{} // a value for each change, if somebody waits for it
	stop    chan struct{} // closed by end
	group   *errgroup.Group
}

func (c *client) startStorm(ctx context.Context, namespaces []string) *storm {
	s := &storm{changes: make(chan struct{}), stop: make(chan struct{}), group: &errgroup.Group{}}
	for i, namespace := range namespaces {
		s.group.Go(func() error {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			return c.change(ctx, namespace, random, s)
		})
	}
	return s
}

// change makes one random change after the other.
func (c *client) change(ctx context.Context, namespace string, random *rand.Rand, s *storm) error {
	const names = 40
	pods := c.CoreV1().Pods(namespace)
	live := map[string]*corev1.Pod{}
	for step := 0; ; step++ {
		name := podName(random.IntN(names))
		var err error
		switch current := live[name]; {
		case current == nil:
			live[name], err = pods.Create(ctx, pod(name), metav1.CreateOptions{})
		case random.IntN(3) == 0:
			delete(live, name)
			err = c.deletePod(ctx, namespace, name)
		default:
			current.Labels["step"] = fmt.Sprint(step)
			live[name], err = pods.Update(ctx, current, metav1.UpdateOptions{})
		}
		if err != nil {
			return fmt.Errorf("%s in %s: %w", name, namespace, err)
		}
		select {
		case <-s.stop:
			return nil
		case s.changes <- struct{}{}:
		default: // nobody counts
		}
	}
}

// awaitChanges returns when n more changes have been made.
func (s *storm) awaitChanges(ctx context.Context, t *testing.T, n int) {
	t.Helper()
	for range n {
		select {
		case <-s.changes:
		case <-ctx.Done():
			t.Fatalf("waiting for changes: %v, %v", ctx.Err(), s.group.Wait())
		}
	}
}

// end calms the storm.
func (s *storm) end(t *testing.T) {
	t.Helper()
	close(s.stop)
	if err := s.group.Wait(); err != nil {
		t.Fatal(err)
	}
}
