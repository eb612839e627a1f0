package workqueue_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientqueue "k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2/ktesting"
	"k8s.io/utils/clock"
	testingclock "k8s.io/utils/clock/testing"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// arrivals takes all items that come within an hour, each with the second in which it came.
func arrivals(q workqueue.TypedInterface[string]) string {
	start := time.Now()
	time.AfterFunc(time.Hour, q.ShutDown)
	var got []string
	for {
		item, shutdown := q.Get()
		if shutdown {
			return strings.Join(got, " ")
		}
		got = append(got, fmt.Sprintf("%s@%v", item, time.Since(start).Seconds()))
		q.Done(item)
	}
}

func TestAddAfter(t *testing.T) {
	type q = workqueue.TypedDelayingInterface[string]
	for _, c := range []struct {
		name string
		plan func(q)
		want string
	}{
		{"nothing", func(q) {}, ""},
		{"no delay", func(q q) { q.AddAfter("a", 0); q.AddAfter("b", -time.Hour) }, "a@0 b@0"},
		{"one", func(q q) { q.AddAfter("a", 3*time.Second) }, "a@3"},
		{"longest first", func(q q) {
			for _, seconds := range []int{5, 4, 2, 3, 1} {
				q.AddAfter(fmt.Sprint("i", seconds), time.Duration(seconds)*time.Second)
			}
		}, "i1@1 i2@2 i3@3 i4@4 i5@5"},
		{"two at once", func(q q) { q.AddAfter("a", time.Second); q.AddAfter("b", time.Second) }, "a@1 b@1"},
		{"the earlier of two", func(q q) {
			q.AddAfter("a", 9*time.Second)
			q.AddAfter("b", 5*time.Second)
			q.AddAfter("a", 3*time.Second)
			q.AddAfter("a", 7*time.Second)
		}, "a@3 b@5"},
		{"again after it came", func(q q) {
			q.AddAfter("a", 1*time.Second)
			time.AfterFunc(2*time.Second, func() { q.AddAfter("a", 1*time.Second) })
		}, "a@1 a@3"},
		{"an add does not replace it", func(q q) { q.AddAfter("a", time.Second); q.Add("a") }, "a@0 a@1"},
		{"an earlier one while it sleeps", func(q q) {
			q.AddAfter("a", 20*time.Second)
			time.AfterFunc(time.Second, func() { q.AddAfter("b", 2*time.Second) })
		}, "b@3 a@20"},
		{"too late for it", func(q q) { q.AddAfter("a", 2*time.Hour) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := workqueue.NewTypedDelayingQueue[string]()
				c.plan(q)
				if got := arrivals(q); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			})
		})
	}
}

func TestDelayingShutDown(t *testing.T) {
	for name, shutDown := range map[string]func(workqueue.TypedInterface[string]){
		"shutdown": workqueue.TypedInterface[string].ShutDown,
		"drain":    workqueue.TypedInterface[string].ShutDownWithDrain,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := workqueue.NewTypedDelayingQueue[string]()
				q.AddAfter("a", time.Second)
				shutDown(q)
				q.AddAfter("b", 0)
				q.AddAfter("c", time.Second)
				time.Sleep(time.Minute)
				if item, shutdown := q.Get(); !shutdown || item != "" || q.Len() != 0 {
					t.Errorf("Get() = %q, %t with %d left", item, shutdown, q.Len())
				}
				q.ShutDown() // once more does no harm
			})
		})
	}
}

// client-go's ShutDown does something only the first time, so it can't release who drains after it.
func TestShutDownReleasesDrain(t *testing.T) {
	for name, c := range map[string]struct {
		newQueue func() workqueue.TypedInterface[string]
		released bool
	}{
		"plain":     {func() workqueue.TypedInterface[string] { return workqueue.NewTyped[string]() }, true},
		"delaying":  {func() workqueue.TypedInterface[string] { return workqueue.NewTypedDelayingQueue[string]() }, true},
		"client-go": {func() workqueue.TypedInterface[string] { return clientqueue.NewTypedDelayingQueue[string]() }, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := c.newQueue()
				q.Add("a")
				q.Get()
				q.ShutDown()
				drained := false
				go func() {
					q.ShutDownWithDrain()
					drained = true
				}()
				synctest.Wait()
				if drained {
					t.Error("a drain returned while a worker has an item")
				}
				q.ShutDown()
				synctest.Wait()
				if drained != c.released {
					t.Errorf("the drain returned: %t, want %t", drained, c.released)
				}
				q.Done("a")
			})
		})
	}
}

// All that waits is kept by the given clock, and goes to the given queue.
func TestDelayingConfig(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := testingclock.NewFakeClock(time.Now())
		inner := workqueue.NewTyped[string]()
		q := workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Clock: c, Queue: inner})
		defer q.ShutDown()
		q.AddAfter("a", time.Second)
		time.Sleep(time.Hour)
		if inner.Len() != 0 {
			t.Error("came by another clock")
		}
		c.Step(time.Second)
		synctest.Wait()
		if inner.Len() != 1 {
			t.Error("did not come to the queue")
		}
	})
}

// brokenClock panics on the goroutine of the queue.
type brokenClock struct{ clock.RealClock }

func (brokenClock) NewTimer(time.Duration) clock.Timer { panic("no timer") }

func TestDelayingLogger(t *testing.T) {
	defer func(crash bool) { utilruntime.ReallyCrash = crash }(utilruntime.ReallyCrash)
	utilruntime.ReallyCrash = false
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.BufferLogs(true)))
	q := workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{
		Clock: brokenClock{}, Logger: &logger,
	})
	q.AddAfter("a", time.Second)
	q.ShutDown() // waits for the goroutine
	log := logger.GetSink().(ktesting.Underlier).GetBuffer().String()
	if !strings.Contains(log, "no timer") {
		t.Errorf("the logger was told %q", log)
	}
}
