package examples

import (
	"fmt"

	v1 "k8s.io/api/core/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// changes are what a watch might bring while the consumer is busy.
func changes(queue cache.Queue) {
	queue.Add(pod("web", "1"))
	queue.Add(pod("db", "2"))
	queue.Update(pod("web", "3"))
	queue.Delete(pod("web", "4"))
}

func show(deltas []cache.Delta) {
	for _, delta := range deltas {
		pod := delta.Object.(*v1.Pod)
		fmt.Printf(" %s %s@%s", delta.Type, pod.Name, pod.ResourceVersion)
	}
	fmt.Println()
}

// DeltaFIFO gathers the changes of each key: the consumer gets web once, with all that happened to it, before db, though
// part of that happened after db was added.
func Example_deltaFIFO() {
	queue := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{})
	changes(queue)
	queue.Close()
	for {
		_, err := queue.Pop(func(obj any, _ bool) error {
			fmt.Print("pop:")
			show(obj.(cache.Deltas))
			return nil
		})
		if err != nil {
			break
		}
	}
	// Output:
	// pop: Added web@1 Updated web@3 Deleted web@4
	// pop: Added db@2
}

// RealFIFO keeps the order. A batch ends where an object would be in it twice.
func Example_realFIFO() {
	store := cache.NewStore(cache.MetaNamespaceKeyFunc)
	queue := cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: store})
	changes(queue)
	queue.Close()
	for {
		err := queue.PopBatch(func(deltas []cache.Delta, _ bool) error {
			fmt.Print("batch:")
			show(deltas)
			return nil
		}, func(obj any, _ bool) error {
			fmt.Print("single:")
			show(obj.(cache.Deltas))
			return nil
		})
		if err != nil {
			break
		}
	}
	// Output:
	// batch: Added web@1 Added db@2
	// single: Updated web@3
	// single: Deleted web@4
}

// Replace queues a list, and tells of what is not in it any more: nobody saw db go, so all there is to show is its last
// known state, in a tombstone.
func Example_replace() {
	store := cache.NewStore(cache.MetaNamespaceKeyFunc)
	store.Add(pod("web", "1"))
	store.Add(pod("db", "2"))
	queue := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: store, EmitDeltaTypeReplaced: true})
	queue.Replace([]any{pod("web", "7")}, "9")
	queue.Close()
	for {
		_, err := queue.Pop(func(obj any, isInInitialList bool) error {
			newest := obj.(cache.Deltas).Newest()
			if tombstone, ok := newest.Object.(cache.DeletedFinalStateUnknown); ok {
				fmt.Printf("%s %s, last seen @%s\n", newest.Type, tombstone.Key, tombstone.Obj.(*v1.Pod).ResourceVersion)
				return nil
			}
			show([]cache.Delta{*newest})
			return nil
		})
		if err != nil {
			break
		}
	}
	fmt.Println("synced:", queue.HasSynced())
	// Output:
	//  Replaced web@7
	// Deleted shop/db, last seen @2
	// synced: true
}
