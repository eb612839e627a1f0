package informer_test

import (
	"fmt"
	"testing"
	"time"

	clientqueue "k8s.io/client-go/util/workqueue"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// benchKeys are as many keys of pods as an informer's handlers put into a queue.
func benchKeys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("namespace-%d/pod-%d", i%10, i)
	}
	return keys
}

// BenchmarkWorkqueue lets one goroutine add some keys and then take each of them: with one, that is a worker that keeps
// up; with 1,000, one that finds what an initial list left behind.
func BenchmarkWorkqueue(b *testing.B) {
	for _, size := range []int{1, 1000} {
		keys := benchKeys(size)
		turns := func(queue workqueue.TypedInterface[string]) func(b *testing.B) {
			return func(b *testing.B) {
				for b.Loop() {
					for _, key := range keys {
						queue.Add(key)
					}
					for range keys {
						key, _ := queue.Get()
						queue.Done(key)
					}
				}
			}
		}
		name := "workqueue: Add, Get, Done"
		if size > 1 {
			name = "workqueue: Add 1,000, then Get and Done of each"
		}
		compare(b, name, size, turns(workqueue.NewTyped[string]()), turns(clientqueue.NewTyped[string]()))
	}
}

// BenchmarkWorkqueueAgain adds keys that wait already, as an informer does whose objects change faster than workers work.
func BenchmarkWorkqueueAgain(b *testing.B) {
	keys := benchKeys(1000)
	turns := func(queue workqueue.TypedInterface[string]) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				for _, key := range keys {
					queue.Add(key)
				}
			}
		}
	}
	compare(b, "workqueue: Add of one of 1,000 that wait", len(keys),
		turns(workqueue.NewTyped[string]()), turns(clientqueue.NewTyped[string]()))
}

// BenchmarkWorkqueueAfter plans 1,000 keys for one moment soon, and takes each when it comes. So most of the wait is in it
// too, a millisecond for all of them.
func BenchmarkWorkqueueAfter(b *testing.B) {
	keys := benchKeys(1000)
	turns := func(newQueue func() workqueue.TypedDelayingInterface[string]) func(b *testing.B) {
		return func(b *testing.B) {
			queue := newQueue()
			for b.Loop() {
				for _, key := range keys {
					queue.AddAfter(key, time.Millisecond)
				}
				for range keys {
					key, _ := queue.Get()
					queue.Done(key)
				}
			}
			queue.ShutDown()
		}
	}
	compare(b, "workqueue: AddAfter 1,000, then Get and Done of each", len(keys),
		turns(workqueue.NewTypedDelayingQueue[string]),
		turns(func() workqueue.TypedDelayingInterface[string] { return clientqueue.NewTypedDelayingQueue[string]() }))
}
