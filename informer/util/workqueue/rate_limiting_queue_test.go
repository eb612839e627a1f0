package workqueue_test

import (
	"testing"
	"testing/synctest"
	"time"

	testingclock "k8s.io/utils/clock/testing"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

func TestAddRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute))
		fail := func() { q.AddRateLimited("a") }
		fail()                                  // 1
		time.AfterFunc(10*time.Second, fail)    // 2
		time.AfterFunc(20*time.Second, fail)    // 4
		time.AfterFunc(30*time.Second, func() { // 1
			if n := q.NumRequeues("a"); n != 3 {
				t.Errorf("NumRequeues = %d before Forget", n)
			}
			q.Forget("a")
			if n := q.NumRequeues("a"); n != 0 {
				t.Errorf("NumRequeues = %d after Forget", n)
			}
			fail()
		})
		if got, want := arrivals(q), "a@1 a@12 a@24 a@31"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestRateLimitingConfig(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := workqueue.DefaultTypedItemBasedRateLimiter[string]()
		c := testingclock.NewFakeClock(time.Now())
		byClock := workqueue.NewTypedRateLimitingQueueWithConfig(limiter,
			workqueue.TypedRateLimitingQueueConfig[string]{Clock: c})
		defer byClock.ShutDown()
		byClock.AddRateLimited("a")
		time.Sleep(time.Hour)
		if byClock.Len() != 0 {
			t.Error("came by another clock")
		}
		c.Step(time.Millisecond)
		synctest.Wait()
		if byClock.Len() != 1 {
			t.Error("did not come")
		}

		inner := workqueue.NewTypedDelayingQueue[string]()
		outer := workqueue.NewTypedRateLimitingQueueWithConfig(limiter,
			workqueue.TypedRateLimitingQueueConfig[string]{DelayingQueue: inner})
		outer.Add("a")
		if inner.Len() != 1 {
			t.Error("did not come to the given queue")
		}
		outer.ShutDown()
	})
}
