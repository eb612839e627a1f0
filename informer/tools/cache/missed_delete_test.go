package cache

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
)

// TestMissedDeletionIsAlwaysTold has a pod come, and go while no watch is open, while the informer is held up with
// another: when the new list arrives, the pod is in the queue and not yet in the cache. Whoever is told that it came must
// be told that it went.
//
// That is on the queue of today. On those that are locked while something is processed the list waits for the handler;
// TestDeltaFIFO and TestRealFIFO have a row for an object that still waits.
func TestMissedDeletionIsAlwaysTold(t *testing.T) {
	for _, streams := range []bool{true, false} {
		t.Run(fmt.Sprintf("streams=%t", streams), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { missDeletions(t, streams) })
		})
	}
}

func missDeletions(t *testing.T, streams bool) {
	source := newPodSource("n/old")
	source.streams = streams
	hold, told := make(chan struct{}), &recorder{}
	store, controller := NewInformerWithOptions(InformerOptions{
		ListerWatcher: source, ObjectType: &v1.Pod{},
		Handler: ResourceEventHandlerDetailedFuncs{
			AddFunc: func(obj any, initial bool) {
				told.OnAdd(obj, initial)
				if obj.(*v1.Pod).Name == "slow" {
					<-hold
				}
			},
			UpdateFunc: told.OnUpdate, DeleteFunc: told.OnDelete,
		},
	})
	defer startInformer(controller)()
	synctest.Wait()
	source.set("n/slow")
	synctest.Wait()
	source.set("n/brief")
	synctest.Wait()
	source.breakWatches(true)
	source.remove("n/brief")
	source.remove("n/old")
	time.Sleep(time.Minute)
	expect(t, "before the list", told.take(), "initial n/old@1", "add n/slow@2")

	close(hold)
	synctest.Wait()
	events := told.take()
	slices.Sort(events[1:])
	expect(t, "after it", events, "add n/brief@3", "tombstone n/brief@3", "tombstone n/old@1", "update n/slow@2->2")
	expect(t, "the store", store.ListKeys(), "n/slow")
}
