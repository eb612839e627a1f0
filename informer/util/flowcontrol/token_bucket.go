package flowcontrol

import (
	"context"
	"fmt"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

// RateLimiter hands out permits, one per request. All methods may be called at once from many goroutines.
type RateLimiter interface {
	// TryAccept takes a permit if there is one now, and never waits.
	TryAccept() bool
	// Accept waits until it has a permit. Prefer Wait: Accept can't be interrupted.
	Accept()
	// Wait returns nil with a permit taken, or an error with none taken once ctx is done. It fails at once when
	// the deadline of ctx is nearer than the next permit.
	Wait(ctx context.Context) error
	// Stop releases what the limiter holds. The token bucket holds nothing.
	Stop()
	// QPS is the number of permits per second in the long run.
	QPS() float32
}

// NewTokenBucketRateLimiter returns a limiter that allows burst requests at once and qps per second in the long run.
// The bucket starts full.
func NewTokenBucketRateLimiter(qps float32, burst int) RateLimiter {
	return newTokenBucket(qps, burst, clock.RealClock{})
}

// tokenBucket counts how many permits are left, and refills itself by arithmetic: no goroutine, no ticker. The level
// may go below zero; that is how a queue forms. A caller that finds the bucket at -3 owes three permits' time before
// its own, so waiters are served in the order in which they called, and only sleep for what they owe.
type tokenBucket struct {
	clock clock.Clock
	qps   float64
	burst float64

	mu    sync.Mutex // guards level and at
	level float64    // permits in the bucket at time at
	at    time.Time
}

func newTokenBucket(qps float32, burst int, c clock.Clock) *tokenBucket {
	return &tokenBucket{clock: c, qps: float64(qps), burst: float64(burst), level: float64(burst), at: c.Now()}
}

func (b *tokenBucket) TryAccept() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refillLocked()
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}

func (b *tokenBucket) Accept() {
	_ = b.Wait(context.Background()) // can't fail: the background context is never done
}

func (b *tokenBucket) Wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	delay := b.reserve()
	if delay <= 0 {
		return nil
	}
	if deadline, ok := ctx.Deadline(); ok && b.clock.Now().Add(delay).After(deadline) {
		b.giveBack()
		return fmt.Errorf("rate limiter: the next permit is %s away, past the deadline", delay)
	}
	timer := b.clock.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C():
		return nil
	case <-ctx.Done():
		b.giveBack()
		return ctx.Err()
	}
}

// reserve takes a permit now, on credit if need be, and returns how long its owner must wait before using it.
func (b *tokenBucket) reserve() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refillLocked()
	b.level--
	if b.level >= 0 {
		return 0
	}
	return time.Duration(-b.level / b.qps * float64(time.Second))
}

// giveBack returns a permit that was reserved and not used. Those who reserved later keep their longer wait; it is not
// worth waking them for.
func (b *tokenBucket) giveBack() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.level++
}

// refillLocked adds what has dripped in since the last look, up to the brim. Needs b.mu.
func (b *tokenBucket) refillLocked() {
	now := b.clock.Now()
	b.level = min(b.burst, b.level+now.Sub(b.at).Seconds()*b.qps)
	b.at = now
}

func (b *tokenBucket) Stop() {}

func (b *tokenBucket) QPS() float32 { return float32(b.qps) }
