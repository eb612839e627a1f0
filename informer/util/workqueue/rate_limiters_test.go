package workqueue_test

import (
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
	clientqueue "k8s.io/client-go/util/workqueue"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// TestRateLimiters asks ours and client-go's for the delays of two items that fail in turn, forgets the first and asks on.
func TestRateLimiters(t *testing.T) {
	type limiter = workqueue.TypedRateLimiter[string]
	const ms, day = time.Millisecond, 24 * time.Hour
	for _, c := range []struct {
		name   string
		ours   func() limiter
		theirs func() limiter
		want   string
	}{
		{
			"exponential",
			func() limiter { return workqueue.NewTypedItemExponentialFailureRateLimiter[string](ms, 10*ms) },
			func() limiter { return clientqueue.NewTypedItemExponentialFailureRateLimiter[string](ms, 10*ms) },
			"[1ms 1ms 2ms 2ms 4ms 4ms 8ms 8ms 10ms 10ms] 5 5 0 5 [1ms 10ms]",
		}, {
			"base above the maximum",
			func() limiter { return workqueue.NewTypedItemExponentialFailureRateLimiter[string](2*ms, ms) },
			func() limiter { return clientqueue.NewTypedItemExponentialFailureRateLimiter[string](2*ms, ms) },
			"[1ms 1ms 1ms 1ms 1ms 1ms 1ms 1ms 1ms 1ms] 5 5 0 5 [1ms 1ms]",
		}, {
			"no delay",
			func() limiter { return workqueue.NewTypedItemExponentialFailureRateLimiter[string](0, day) },
			func() limiter { return clientqueue.NewTypedItemExponentialFailureRateLimiter[string](0, day) },
			"[0s 0s 0s 0s 0s 0s 0s 0s 0s 0s] 5 5 0 5 [0s 0s]",
		}, {
			"fast and slow",
			func() limiter { return workqueue.NewTypedItemFastSlowRateLimiter[string](ms, day, 2) },
			func() limiter { return clientqueue.NewTypedItemFastSlowRateLimiter[string](ms, day, 2) },
			"[1ms 1ms 1ms 1ms 24h0m0s 24h0m0s 24h0m0s 24h0m0s 24h0m0s 24h0m0s] 5 5 0 5 [1ms 24h0m0s]",
		}, {
			"bucket",
			func() limiter { return &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(1, 3)} },
			func() limiter { return &clientqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(1, 3)} },
			"[0s 0s 0s 1s 2s 3s 4s 5s 6s 7s] 0 0 0 0 [8s 9s]",
		}, {
			"cut",
			func() limiter {
				inner := workqueue.NewTypedItemExponentialFailureRateLimiter[string](ms, 10*ms)
				return workqueue.NewTypedWithMaxWaitRateLimiter(inner, 3*ms)
			},
			func() limiter {
				inner := clientqueue.NewTypedItemExponentialFailureRateLimiter[string](ms, 10*ms)
				return clientqueue.NewTypedWithMaxWaitRateLimiter(inner, 3*ms)
			},
			"[1ms 1ms 2ms 2ms 3ms 3ms 3ms 3ms 3ms 3ms] 5 5 0 5 [1ms 3ms]",
		}, {
			"the strictest",
			func() limiter {
				slow := workqueue.NewTypedItemFastSlowRateLimiter[string](0, 5*ms, 1)
				return workqueue.NewTypedMaxOfRateLimiter(slow, workqueue.DefaultTypedItemBasedRateLimiter[string]())
			},
			func() limiter {
				slow := clientqueue.NewTypedItemFastSlowRateLimiter[string](0, 5*ms, 1)
				return clientqueue.NewTypedMaxOfRateLimiter(slow, clientqueue.DefaultTypedItemBasedRateLimiter[string]())
			},
			"[1ms 1ms 5ms 5ms 5ms 5ms 8ms 8ms 16ms 16ms] 5 5 0 5 [1ms 32ms]",
		}, {
			"none",
			func() limiter { return workqueue.NewTypedMaxOfRateLimiter[string]() },
			func() limiter { return clientqueue.NewTypedMaxOfRateLimiter[string]() },
			"[0s 0s 0s 0s 0s 0s 0s 0s 0s 0s] 0 0 0 0 [0s 0s]",
		}, {
			"controller",
			workqueue.DefaultTypedControllerRateLimiter[string], clientDefaultController,
			"[5ms 5ms 10ms 10ms 20ms 20ms 40ms 40ms 80ms 80ms] 5 5 0 5 [5ms 160ms]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := delays(c.ours()); got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				if got := delays(c.theirs()); got != c.want {
					t.Errorf("client-go %s\nwant      %s", got, c.want)
				}
			})
		})
	}
}

func clientDefaultController() workqueue.TypedRateLimiter[string] {
	return clientqueue.DefaultTypedControllerRateLimiter[string]()
}

func delays(limiter workqueue.TypedRateLimiter[string]) string {
	var got, after []time.Duration
	for range 5 {
		got = append(got, limiter.When("a"), limiter.When("b"))
	}
	a, b := limiter.NumRequeues("a"), limiter.NumRequeues("b")
	limiter.Forget("a")
	forgotten, other := limiter.NumRequeues("a"), limiter.NumRequeues("b")
	after = append(after, limiter.When("a"), limiter.When("b"))
	return fmt.Sprint(got, a, b, forgotten, other, after)
}

// The bucket of a controller lets 100 through and then 10 a second.
func TestControllerBucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := workqueue.DefaultTypedControllerRateLimiter[int](), clientqueue.DefaultTypedControllerRateLimiter[int]()
		for i := range 150 {
			want := 5 * time.Millisecond
			if i >= 100 {
				want = time.Duration(i-99) * 100 * time.Millisecond
			}
			got, other := ours.When(i), theirs.When(i)
			if got != other || got.Round(time.Microsecond) != want { // rate computes in floating point
				t.Errorf("failure %d waits %v, client-go's %v, want %v", i, got, other, want)
			}
		}
	})
}

// An item that fails for ever waits for the maximum, also when the doubled delay no longer fits into 64 bits. client-go
// computes in floating point; at exactly 2^63 its delay is below 0, so that the item is tried again at once.
func TestExponentialNeverOverflows(t *testing.T) {
	ours := workqueue.NewTypedItemExponentialFailureRateLimiter[string](1, math.MaxInt64)
	theirs := clientqueue.NewTypedItemExponentialFailureRateLimiter[string](1, math.MaxInt64)
	for failure := range 2000 {
		want := time.Duration(math.MaxInt64)
		if failure < 63 {
			want = 1 << failure
		}
		if got := ours.When("a"); got != want {
			t.Fatalf("failure %d: %d, want %d", failure, got, want)
		}
		if got := theirs.When("a"); (got != want) != (failure == 63) {
			t.Fatalf("failure %d: client-go %d, want %d", failure, got, want)
		}
	}
}
