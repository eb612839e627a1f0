package cache_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	testclock "k8s.io/utils/clock/testing"

	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// TestRetryWithDeadline gives ours and client-go's the same random errors at the same times.
func TestRetryWithDeadline(t *testing.T) {
	again := errors.New("again")
	isRetryable := func(err error) bool { return err == again }
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 0))
		clock := testclock.NewFakeClock(time.Unix(1e9, 0))
		limit := time.Duration(random.IntN(4)) * 20 * time.Second
		ours := cache.NewRetryWithDeadline(limit, time.Minute, isRetryable, clock)
		theirs := clientcache.NewRetryWithDeadline(limit, time.Minute, isRetryable, clock)
		for step := range 50 {
			clock.Step(time.Duration(random.IntN(40)) * time.Second)
			switch random.IntN(5) {
			case 0:
				clock.Step(time.Duration(random.IntN(3)) * time.Minute)
			case 1, 2:
				err := []error{again, errors.New("other"), nil}[random.IntN(3)]
				ours.After(err)
				theirs.After(err)
			default:
				if got, want := ours.ShouldRetry(), theirs.ShouldRetry(); got != want {
					t.Fatalf("seed %d, step %d: ShouldRetry() = %t, client-go says %t", seed, step, got, want)
				}
			}
		}
	}
}
