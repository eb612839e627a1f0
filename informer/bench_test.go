package informer_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

func BenchmarkQueue(b *testing.B) {
	pod := benchPod(1, 1)
	type writer interface {
		Add(any) error
		Update(any) error
	}
	turn := func(updates int, queue writer, pop func() error) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				err := queue.Add(pod)
				for range updates {
					err = queue.Update(pod)
				}
				if popErr := pop(); err != nil || popErr != nil {
					b.Fatal(err, popErr)
				}
			}
		}
	}
	for _, updates := range []int{0, 3} {
		ours := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{})
		theirs := clientcache.NewDeltaFIFOWithOptions(clientcache.DeltaFIFOOptions{})
		compare(b, fmt.Sprintf("DeltaFIFO: Add, %d Updates, Pop", updates), 1,
			turn(updates, ours, func() error { _, err := ours.Pop(nothing); return err }),
			turn(updates, theirs, func() error { _, err := theirs.Pop(nothing); return err }))
	}
	ours := cache.NewRealFIFO(cache.MetaNamespaceKeyFunc, cache.NewStore(cache.MetaNamespaceKeyFunc), nil)
	theirs := clientcache.NewRealFIFOWithOptions(clientcache.RealFIFOOptions{
		KnownObjects: clientcache.NewStore(clientcache.MetaNamespaceKeyFunc),
	})
	compare(b, "RealFIFO: Add, Pop", 1,
		turn(0, ours, func() error { _, err := ours.Pop(nothing); return err }),
		turn(0, theirs, func() error { _, err := theirs.Pop(nothing); return err }))
}

func nothing(any, bool) error { return nil }

func BenchmarkRealFIFOBatch(b *testing.B) {
	const size = 1000
	var pods [size]*v1.Pod
	for i := range pods {
		pods[i] = benchPod(i, 1)
	}
	fill := func(b *testing.B, queue interface{ Add(any) error }) {
		for _, pod := range pods {
			if err := queue.Add(pod); err != nil {
				b.Fatal(err)
			}
		}
	}
	compare(b, "RealFIFO: a PopBatch of 1,000, each", size, func(b *testing.B) {
		f := cache.NewRealFIFO(cache.MetaNamespaceKeyFunc, cache.NewStore(cache.MetaNamespaceKeyFunc), nil)
		for b.Loop() {
			fill(b, f)
			if err := f.PopBatch(func([]cache.Delta, bool) error { return nil }, nothing); err != nil {
				b.Fatal(err)
			}
		}
	}, func(b *testing.B) {
		f := clientcache.NewRealFIFOWithOptions(clientcache.RealFIFOOptions{
			KnownObjects: clientcache.NewStore(clientcache.MetaNamespaceKeyFunc),
		})
		for b.Loop() {
			fill(b, f)
			if err := f.PopBatch(func([]clientcache.Delta, bool) error { return nil }, nothing); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// burst is how many events are sent before it is waited for the handlers.
const burst = 1000

// BenchmarkEvents measures from the watch's channel to the return of the last handler.
func BenchmarkEvents(b *testing.B) {
	for _, listeners := range []int{1, 10, 100} {
		compareEvents(b, fmt.Sprintf("an event of one of 1,000 pods, to %d handler(s)", listeners), burst, listeners)
	}
	// Unusual, but it happens: nothing can be batched, as each event is of the same object.
	compareEvents(b, "an event, all of one pod, to 1 handler", 1, 1)
}

// compareEvents sends the events of a burst to that many pods in turn. Every other burst has other resource versions, or
// handlers would not be told.
func compareEvents(b *testing.B, name string, pods, listeners int) {
	var bursts [2][burst]watch.Event
	for version := range bursts {
		for i := range burst {
			resourceVersion := 2 + version + 2*(i/pods)
			bursts[version][i] = watch.Event{Type: watch.Modified, Object: benchPod(i%pods, resourceVersion)}
		}
	}
	turns := func(start func(source *benchSource, handler waitGroupHandler) func()) func(b *testing.B) {
		return func(b *testing.B) {
			source, wg := newBenchSource(benchList(pods)), &sync.WaitGroup{}
			wg.Add(pods * listeners) // the initial list
			stop := start(source, waitGroupHandler{wg})
			wg.Wait()
			for i := 0; b.Loop(); i++ {
				wg.Add(burst * listeners)
				for _, event := range bursts[i%2] {
					source.events <- event
				}
				wg.Wait()
			}
			aside(b, stop)
		}
	}
	ours := func(newQueue cache.QueueFactory) func(b *testing.B) {
		return turns(func(source *benchSource, handler waitGroupHandler) func() {
			return run(ourInformer(b, source, newQueue, listeners, handler))
		})
	}
	theirs := turns(func(source *benchSource, handler waitGroupHandler) func() {
		return run(theirInformer(b, source, listeners, handler))
	})
	compare(b, name, burst, ours(nil), theirs)
	compare(b, name+", both on DeltaFIFO", burst, ours(cache.NewDeltaFIFOQueue), classically(theirs))
}

// classically runs a benchmark of client-go with its informers on DeltaFIFO, as they were before v0.33.
func classically(do func(b *testing.B)) func(b *testing.B) {
	return func(b *testing.B) {
		gates.classic = true
		defer func() { gates.classic = false }()
		do(b)
	}
}

func ourInformer(b *testing.B, source *benchSource, newQueue cache.QueueFactory, listeners int,
	handler waitGroupHandler) cache.SharedIndexInformer {
	informer := cache.NewSharedIndexInformerWithOptions(source, &v1.Pod{}, cache.SharedIndexInformerOptions{
		NewQueue: newQueue, Indexers: cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc},
	})
	for range listeners {
		if _, err := informer.AddEventHandler(handler); err != nil {
			b.Fatal(err)
		}
	}
	return informer
}

func theirInformer(b *testing.B, source *benchSource, listeners int, handler waitGroupHandler) clientcache.SharedIndexInformer {
	informer := clientcache.NewSharedIndexInformer(source, &v1.Pod{}, 0,
		clientcache.Indexers{clientcache.NamespaceIndex: clientcache.MetaNamespaceIndexFunc})
	for range listeners {
		if _, err := informer.AddEventHandler(handler); err != nil {
			b.Fatal(err)
		}
	}
	return informer
}

// BenchmarkInitialList measures from the start of an informer to the return of OnAdd for the last of 100,000 pods, and
// the heap that is in use then, pods included.
func BenchmarkInitialList(b *testing.B) {
	const pods = 100_000
	type starter func(source *benchSource, handler waitGroupHandler) (stop func())
	turns := func(start starter, heap *[]float64) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				var before float64
				var source *benchSource
				wg := &sync.WaitGroup{}
				aside(b, func() {
					before = heapInUse()
					source = newBenchSource(benchList(pods))
					wg.Add(pods)
				})
				stop := start(source, waitGroupHandler{wg})
				wg.Wait()
				aside(b, func() {
					*heap = append(*heap, (heapInUse()-before)/pods)
					stop()
				})
			}
			b.ReportMetric(median(*heap), "B/pod")
		}
	}
	turnsOfTheirs := func(heap *[]float64) func(b *testing.B) {
		return turns(func(source *benchSource, handler waitGroupHandler) func() {
			return run(theirInformer(b, source, 1, handler))
		}, heap)
	}
	for _, newQueue := range []cache.QueueFactory{nil, cache.NewDeltaFIFOQueue} {
		name, theirs := "", turnsOfTheirs
		if newQueue != nil {
			name, theirs = ", both on DeltaFIFO", func(heap *[]float64) func(b *testing.B) { return classically(turnsOfTheirs(heap)) }
		}
		ours := func(source *benchSource, handler waitGroupHandler) func() {
			return run(ourInformer(b, source, newQueue, 1, handler))
		}
		memory := &comparison{name: "heap for each of them" + name, unit: bytes}
		compare(b, "initial list of 100,000 pods"+name, 1, turns(ours, &memory.ours), theirs(&memory.theirs))
		report(memory)
	}
}

func heapInUse() float64 {
	runtime.GC()
	runtime.GC() // the second also frees what finalizers and pools held
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

// BenchmarkIndexer reads and writes an indexer of 100,000 pods with three indices. Of two states that an Update goes back
// and forth between, one index has another value.
func BenchmarkIndexer(b *testing.B) {
	ours := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		"of10": byLabel("of10"), "of1000": byLabel("of1000"), "node": byNode,
	})
	theirs := clientcache.NewIndexer(clientcache.MetaNamespaceKeyFunc, clientcache.Indexers{
		"of10": byLabel("of10"), "of1000": byLabel("of1000"), "node": byNode,
	})
	for i := range 100_000 {
		pod := benchPod(i, 1)
		if ours.Add(pod) != nil || theirs.Add(pod) != nil {
			b.Fatal("not added")
		}
	}
	for _, index := range []string{"of10", "of1000"} {
		read := func(byIndex func(name, value string) ([]any, error)) func(b *testing.B) {
			return func(b *testing.B) {
				for b.Loop() {
					if found, err := byIndex(index, "7"); err != nil || len(found) < 10 {
						b.Fatal(found, err)
					}
				}
			}
		}
		compare(b, "ByIndex "+index[2:]+" of 100,000", 1, read(ours.ByIndex), read(theirs.ByIndex))
	}
	states := [2]*v1.Pod{benchPod(5, 2), benchPod(5, 3)}
	write := func(update func(any) error) func(b *testing.B) {
		return func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if err := update(states[i%2]); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	compare(b, "Update with 3 indexers", 1, write(ours.Update), write(theirs.Update))
}
