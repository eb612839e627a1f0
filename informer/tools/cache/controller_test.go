package cache

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

func TestInformers(t *testing.T) {
	double := func(obj any) (any, error) { return newPod("n/"+obj.(*v1.Pod).Name, "t"), nil }
	example := runtime.Object(&v1.Pod{})
	byNamespace := Indexers{NamespaceIndex: MetaNamespaceIndexFunc}
	tests := map[string]struct {
		make    func(source ListerWatcher, h ResourceEventHandler) (Store, Controller)
		want    []string
		indexed bool
	}{
		"plain": {func(source ListerWatcher, h ResourceEventHandler) (Store, Controller) {
			return NewInformer(source, example, 0, h)
		}, []string{"initial n/a@1", "add n/b@2"}, false},
		"indexer": {func(source ListerWatcher, h ResourceEventHandler) (Store, Controller) {
			return NewIndexerInformer(source, example, 0, h, byNamespace)
		}, []string{"initial n/a@1", "add n/b@2"}, true},
		"transforming": {func(source ListerWatcher, h ResourceEventHandler) (Store, Controller) {
			return NewTransformingInformer(source, example, 0, h, double)
		}, []string{"initial n/a@t", "add n/b@t"}, false},
		"transforming indexer": {func(source ListerWatcher, h ResourceEventHandler) (Store, Controller) {
			return NewTransformingIndexerInformer(source, example, 0, h, byNamespace, double)
		}, []string{"initial n/a@t", "add n/b@t"}, true},
		"resync": {func(source ListerWatcher, h ResourceEventHandler) (Store, Controller) {
			return NewInformerWithOptions(InformerOptions{
				ListerWatcher: source, ObjectType: example, Handler: h, ResyncPeriod: time.Second,
			})
		}, []string{"initial n/a@1", "add n/b@2", "update n/a@1->1", "update n/b@2->2"}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source, handler := newPodSource("n/a"), &recorder{}
				store, controller := tt.make(source, handler)
				if controller.HasSynced() || controller.LastSyncResourceVersion() != "" {
					t.Error("synced before it runs")
				}
				stop := startInformer(controller)
				if !WaitFor(t.Context(), "", controller.HasSyncedChecker()) {
					t.Fatal("not synced")
				}
				source.set("n/b")
				time.Sleep(1500 * time.Millisecond)
				got := handler.take()
				if len(got) > 2 {
					slices.Sort(got[2:])
				}
				expect(t, "told", got, tt.want...)
				if controller.LastSyncResourceVersion() != "2" {
					t.Error("version", controller.LastSyncResourceVersion())
				}
				if _, err := store.(Indexer).ByIndex(NamespaceIndex, "n"); (err == nil) != tt.indexed {
					t.Error("index:", err)
				}
				stop()
			})
		})
	}
}

func TestProcessDeltas(t *testing.T) {
	store := NewStore(DeletionHandlingMetaNamespaceKeyFunc)
	handler := &recorder{}
	tombstone := DeletedFinalStateUnknown{Key: "a", Obj: newPod("a", "3")}
	for _, deltas := range []Deltas{
		{{Updated, newPod("a", "1")}, {Added, newPod("a", "2")}, {Sync, newPod("a", "2")}},
		{{Replaced, newPod("a", "3")}, {Deleted, tombstone}, {Replaced, newPod("a", "4")}, {Deleted, newPod("a", "5")}},
	} {
		if err := processDeltas(handler, store, deltas, false, DeletionHandlingMetaNamespaceKeyFunc); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, "told", handler.take(), "add a@1", "update a@1->2", "update a@2->2",
		"update a@2->3", "tombstone a@3", "add a@4", "delete a@5")
	if len(store.List()) != 0 {
		t.Error("the store still has something")
	}
	for _, deltas := range []Deltas{{{Added, "x"}}, {{Deleted, "x"}}, {{"Odd", newPod("a", "1")}}} {
		if err := processDeltas(handler, store, deltas, false, DeletionHandlingMetaNamespaceKeyFunc); err == nil {
			t.Errorf("no error for %v", deltas)
		}
	}
}

func TestProcessDeltasChangesTheStoreFirst(t *testing.T) {
	store := NewStore(DeletionHandlingMetaNamespaceKeyFunc)
	stored := func() string {
		obj, _, _ := store.GetByKey("a")
		return describeObject(obj)
	}
	var seen []string
	handler := ResourceEventHandlerDetailedFuncs{
		AddFunc:    func(any, bool) { seen = append(seen, stored()) },
		UpdateFunc: func(any, any) { seen = append(seen, stored()) },
		DeleteFunc: func(any) { seen = append(seen, stored()) },
	}
	deltas := Deltas{{Added, newPod("a", "1")}, {Updated, newPod("a", "2")}, {Deleted, newPod("a", "3")}}
	if err := processDeltas(handler, store, deltas, true, DeletionHandlingMetaNamespaceKeyFunc); err != nil {
		t.Fatal(err)
	}
	expect(t, "the handler found", seen, "a@1", "a@2", "<nil>")
}

func TestFilteringResourceEventHandler(t *testing.T) {
	handler := &recorder{}
	filter := FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return obj.(*v1.Pod).ResourceVersion >= "5" },
		Handler:    handler,
	}
	low, lower, high, higher := newPod("a", "2"), newPod("a", "1"), newPod("a", "8"), newPod("a", "9")
	filter.OnAdd(low, true)
	filter.OnAdd(high, true)
	filter.OnUpdate(lower, low)
	filter.OnUpdate(low, high)
	filter.OnUpdate(high, higher)
	filter.OnUpdate(high, low)
	filter.OnDelete(low)
	filter.OnDelete(high)
	expect(t, "told", handler.take(), "initial a@8", "add a@8", "update a@8->9", "delete a@8", "delete a@8")
}

func TestEmptyHandlersDoNothing(t *testing.T) {
	for _, handler := range []ResourceEventHandler{ResourceEventHandlerFuncs{}, ResourceEventHandlerDetailedFuncs{}} {
		handler.OnAdd(nil, true)
		handler.OnUpdate(nil, nil)
		handler.OnDelete(nil)
	}
	calls := 0
	handler := ResourceEventHandlerFuncs{
		AddFunc: func(any) { calls++ }, UpdateFunc: func(any, any) { calls++ }, DeleteFunc: func(any) { calls++ },
	}
	handler.OnAdd(nil, true)
	handler.OnUpdate(nil, nil)
	handler.OnDelete(nil)
	if calls != 3 {
		t.Error("not all were called")
	}
}

// batchQueue hands out everything at once.
type batchQueue struct {
	*DeltaFIFO
}

func (q batchQueue) PopBatch(batch ProcessBatchFunc, single PopProcessFunc) error {
	_, err := q.Pop(func(obj any, initial bool) error {
		if deltas := obj.(Deltas); len(deltas) == 1 {
			return batch(deltas, initial)
		}
		return single(obj, initial)
	})
	return err
}

func TestControllerUsesBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var batches, singles int
		controller := New(&Config{
			Queue:         batchQueue{NewDeltaFIFOWithOptions(DeltaFIFOOptions{})},
			ListerWatcher: newPodSource("a", "b"),
			ProcessBatch:  func([]Delta, bool) error { batches++; return errors.New("does not matter") },
			Process:       func(any, bool) error { singles++; return nil },
		})
		stop := startInformer(controller)
		synctest.Wait()
		stop()
		if batches != 2 || singles != 0 {
			t.Error(batches, singles)
		}
	})
}
