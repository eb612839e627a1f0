package flowcontrol_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/srcblog/srcblog/informer/util/flowcontrol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestBurstThenRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := flowcontrol.NewTokenBucketRateLimiter(2, 3)
		defer limiter.Stop()
		start := time.Now()
		for _, want := range []time.Duration{0, 0, 0, 500 * time.Millisecond, time.Second, 1500 * time.Millisecond} {
			limiter.Accept()
			if got := time.Since(start); got != want {
				t.Errorf("permit after %s, want %s", got, want)
			}
		}
		if limiter.TryAccept() {
			t.Error("TryAccept got a permit that is not there yet")
		}
		time.Sleep(time.Hour) // fake time: the bucket fills to the brim and no further
		for range 3 {
			if !limiter.TryAccept() {
				t.Error("TryAccept got none of a full bucket")
			}
		}
		if limiter.TryAccept() {
			t.Error("the bucket held more than its burst")
		}
		if limiter.QPS() != 2 {
			t.Errorf("QPS() = %v", limiter.QPS())
		}
	})
}

func TestWaitGivesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := flowcontrol.NewTokenBucketRateLimiter(1, 1)
		limiter.Accept()

		near, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		if err := limiter.Wait(near); err == nil || !strings.Contains(err.Error(), "past the deadline") || time.Since(start) != 0 {
			t.Errorf("Wait: %v after %s, want an error at once", err, time.Since(start))
		}

		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, stop)
		if err := limiter.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Wait: %v, want canceled", err)
		}
		if err := limiter.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Wait with a context that is done: %v, want canceled", err)
		}

		// Neither of the three has used up anything: the next permit is there a second after the first.
		if err := limiter.Wait(t.Context()); err != nil || time.Since(start) != time.Second {
			t.Errorf("Wait: %v after %s, want 1s", err, time.Since(start))
		}
	})
}
