package informer_test

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// BenchmarkRelist measures how much memory an informer of 100,000 pods needs at the peak of a relist that finds all of
// them unchanged, as most relists find most objects. What counts is the heap that a garbage collection leaves.
func BenchmarkRelist(b *testing.B) {
	const pods = 100_000
	for how, streams := range map[string]bool{"streamed": true, "asked for": false} {
		row := &comparison{name: "heap for each of 100,000 pods, at the peak of a relist that is " + how, unit: bytes}
		measure := func(start func(source *relistSource, handler waitGroupHandler) (stop func()), samples *[]float64) func(b *testing.B) {
			return func(b *testing.B) {
				for b.Loop() {
					before := heapInUse()
					peak := peakOfRelist(&relistSource{pods: pods, streams: streams}, start)
					*samples = append(*samples, (peak-before)/pods)
				}
				b.ReportMetric(median(*samples), "B/pod")
			}
		}
		ours := measure(func(source *relistSource, handler waitGroupHandler) func() {
			informer := cache.NewSharedIndexInformer(source, &v1.Pod{}, 0,
				cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
			if _, err := informer.AddEventHandler(handler); err != nil {
				b.Fatal(err)
			}
			return run(informer)
		}, &row.ours)
		theirs := measure(func(source *relistSource, handler waitGroupHandler) func() {
			informer := clientcache.NewSharedIndexInformer(source, &v1.Pod{}, 0,
				clientcache.Indexers{clientcache.NamespaceIndex: clientcache.MetaNamespaceIndexFunc})
			if _, err := informer.AddEventHandler(handler); err != nil {
				b.Fatal(err)
			}
			return run(informer)
		}, &row.theirs)
		b.Run(row.name+"/ours", ours) // once each: memory is not a matter of chance, and it takes a minute
		b.Run(row.name+"/client-go", theirs)
		report(row)
	}
}

// peakOfRelist returns the largest heap from the end of a watch to the last call of the handler for the list after it.
func peakOfRelist(source *relistSource, start func(*relistSource, waitGroupHandler) (stop func())) float64 {
	told := &sync.WaitGroup{}
	told.Add(source.pods)
	defer start(source, waitGroupHandler{told})()
	told.Wait()

	// With more frequent collections the highest of them is nearer to the peak.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	told.Add(source.pods)
	peak := watchLiveHeap()
	source.expire()
	told.Wait()
	return peak()
}

// watchLiveHeap looks again and again at what the last garbage collection left. The returned function ends that and
// returns the maximum.
func watchLiveHeap() func() float64 {
	stop, ended := make(chan struct{}), make(chan float64)
	go func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		peak := 0.0
		for {
			metrics.Read(sample)
			peak = max(peak, float64(sample[0].Value.Uint64()))
			select {
			case <-stop:
				ended <- peak
				return
			case <-tick.C:
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-ended
	}
}

// relistSource is an API server whose pods never change, and that makes each of them anew for each answer, as one does
// who decodes it.
type relistSource struct {
	pods    int
	streams bool

	lock  sync.Mutex // guards watch
	watch *relistWatch
}

func (s *relistSource) IsWatchListSemanticsUnSupported() bool { return !s.streams }

func (s *relistSource) List(metav1.ListOptions) (apiruntime.Object, error) {
	return benchList(s.pods), nil
}

func (s *relistSource) Watch(options metav1.ListOptions) (watch.Interface, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	s.watch = &relistWatch{Context: ctx, cancel: cancel, events: make(chan watch.Event)}
	if options.SendInitialEvents != nil && *options.SendInitialEvents {
		go s.watch.stream(s.pods)
	}
	return s.watch, nil
}

// expire ends the watch as one that is too old. It waits until that was read.
func (s *relistSource) expire() {
	s.lock.Lock()
	w := s.watch
	s.lock.Unlock()
	w.send(watch.Event{Type: watch.Error, Object: &metav1.Status{Reason: metav1.StatusReasonExpired, Code: 410}})
}

type relistWatch struct {
	context.Context
	cancel context.CancelFunc
	events chan watch.Event
}

func (w *relistWatch) ResultChan() <-chan watch.Event { return w.events }
func (w *relistWatch) Stop()                          { w.cancel() }

func (w *relistWatch) send(event watch.Event) {
	select {
	case w.events <- event:
	case <-w.Done():
	}
}

func (w *relistWatch) stream(pods int) {
	for i := range pods {
		w.send(watch.Event{Type: watch.Added, Object: benchPod(i, 1)})
	}
	w.send(watch.Event{Type: watch.Bookmark, Object: &v1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: strconv.Itoa(1), Annotations: map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}}})
}
