package workqueue

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// TypedRateLimiter says how long an item that failed has to wait. All methods may be called by many goroutines at once.
type TypedRateLimiter[T comparable] interface {
	// When is told of a failure of item and returns how long it waits until it is tried again. Each call counts.
	When(item T) time.Duration
	// Forget ends the counting of item's failures, be it because it succeeded or because it was given up.
	Forget(item T)
	// NumRequeues is how many failures of item count now.
	NumRequeues(item T) int
}

// DefaultTypedControllerRateLimiter is what a controller needs that knows no better: each item waits twice as long after
// each failure, from 5 milliseconds up to 1,000 seconds; and all failures together, once 100 came at once, are tried
// again no faster than 10 a second. That is for the day on which everything fails: no item may then be what overloads
// the server, but ten thousand of them are.
func DefaultTypedControllerRateLimiter[T comparable]() TypedRateLimiter[T] {
	return NewTypedMaxOfRateLimiter(
		NewTypedItemExponentialFailureRateLimiter[T](5*time.Millisecond, 1000*time.Second),
		&TypedBucketRateLimiter[T]{Limiter: rate.NewLimiter(10, 100)},
	)
}

// DefaultTypedItemBasedRateLimiter looks at each item alone: it waits twice as long after each failure, from one
// millisecond up to 1,000 seconds.
func DefaultTypedItemBasedRateLimiter[T comparable]() TypedRateLimiter[T] {
	return NewTypedItemExponentialFailureRateLimiter[T](time.Millisecond, 1000*time.Second)
}

// TypedBucketRateLimiter looks at all items together: a bucket of tokens, of which each failure takes one, and waits for
// it if there is none. It does not know one item from another, so it has nothing to forget.
type TypedBucketRateLimiter[T comparable] struct {
	*rate.Limiter
}

// When takes a token and returns how long it is until the token is there. With a bucket of size 0 that is for ever.
func (r *TypedBucketRateLimiter[T]) When(T) time.Duration { return r.Reserve().Delay() }

// NumRequeues is 0.
func (r *TypedBucketRateLimiter[T]) NumRequeues(T) int { return 0 }

// Forget does nothing.
func (r *TypedBucketRateLimiter[T]) Forget(T) {}

// TypedItemExponentialFailureRateLimiter doubles the delay of an item with each failure.
type TypedItemExponentialFailureRateLimiter[T comparable] struct {
	failures[T]
	baseDelay, maxDelay time.Duration
}

// NewTypedItemExponentialFailureRateLimiter returns a limiter whose delays are baseDelay after the first failure of an
// item, then twice that, four times and so on, but never more than maxDelay.
func NewTypedItemExponentialFailureRateLimiter[T comparable](baseDelay time.Duration, maxDelay time.Duration) TypedRateLimiter[T] {
	return &TypedItemExponentialFailureRateLimiter[T]{baseDelay: baseDelay, maxDelay: maxDelay}
}

// When counts a failure of item and returns baseDelay doubled for each failure before it.
func (r *TypedItemExponentialFailureRateLimiter[T]) When(item T) time.Duration {
	doublings := r.count(item) - 1
	// The same as baseDelay<<doublings > maxDelay, but without overflow however often the item failed.
	if r.baseDelay > r.maxDelay>>doublings {
		return r.maxDelay
	}
	return r.baseDelay << doublings
}

// TypedItemFastSlowRateLimiter tries an item a few times soon, then rarely: for failures that either pass at once or stay.
type TypedItemFastSlowRateLimiter[T comparable] struct {
	failures[T]
	fastDelay, slowDelay time.Duration
	maxFastAttempts      int
}

// NewTypedItemFastSlowRateLimiter returns a limiter whose delay is fastDelay for the first maxFastAttempts failures of an
// item, and slowDelay for those that follow.
func NewTypedItemFastSlowRateLimiter[T comparable](fastDelay, slowDelay time.Duration, maxFastAttempts int) TypedRateLimiter[T] {
	return &TypedItemFastSlowRateLimiter[T]{
		fastDelay: fastDelay, slowDelay: slowDelay, maxFastAttempts: maxFastAttempts,
	}
}

// When counts a failure of item and returns how long it waits.
func (r *TypedItemFastSlowRateLimiter[T]) When(item T) time.Duration {
	if r.count(item) > r.maxFastAttempts {
		return r.slowDelay
	}
	return r.fastDelay
}

// TypedMaxOfRateLimiter asks several limiters and obeys the strictest.
type TypedMaxOfRateLimiter[T comparable] struct {
	limiters []TypedRateLimiter[T]
}

// NewTypedMaxOfRateLimiter returns a limiter that asks all of these.
func NewTypedMaxOfRateLimiter[T comparable](limiters ...TypedRateLimiter[T]) TypedRateLimiter[T] {
	return &TypedMaxOfRateLimiter[T]{limiters}
}

// When tells all limiters of the failure and returns the longest delay. A bucket among them so counts an item that waits
// for another limiter too, and may let more through at once later than it was made for.
func (r *TypedMaxOfRateLimiter[T]) When(item T) time.Duration {
	var longest time.Duration
	for _, limiter := range r.limiters {
		longest = max(longest, limiter.When(item))
	}
	return longest
}

// NumRequeues is the largest number that a limiter counts.
func (r *TypedMaxOfRateLimiter[T]) NumRequeues(item T) int {
	most := 0
	for _, limiter := range r.limiters {
		most = max(most, limiter.NumRequeues(item))
	}
	return most
}

// Forget makes all limiters forget item.
func (r *TypedMaxOfRateLimiter[T]) Forget(item T) {
	for _, limiter := range r.limiters {
		limiter.Forget(item)
	}
}

// TypedWithMaxWaitRateLimiter cuts the delays of another limiter.
type TypedWithMaxWaitRateLimiter[T comparable] struct {
	limiter  TypedRateLimiter[T]
	maxDelay time.Duration
}

// NewTypedWithMaxWaitRateLimiter returns limiter with delays of maxDelay at most. Around a bucket it lifts the limit:
// what waits for maxDelay is let through then, whether there is a token or not.
func NewTypedWithMaxWaitRateLimiter[T comparable](limiter TypedRateLimiter[T], maxDelay time.Duration) TypedRateLimiter[T] {
	return &TypedWithMaxWaitRateLimiter[T]{limiter, maxDelay}
}

// When tells the limiter of the failure and returns its delay, or the maximum.
func (w TypedWithMaxWaitRateLimiter[T]) When(item T) time.Duration {
	return min(w.maxDelay, w.limiter.When(item))
}

// Forget makes the limiter forget item.
func (w TypedWithMaxWaitRateLimiter[T]) Forget(item T) { w.limiter.Forget(item) }

// NumRequeues is what the limiter counts.
func (w TypedWithMaxWaitRateLimiter[T]) NumRequeues(item T) int { return w.limiter.NumRequeues(item) }

// failures counts those of each item. It grows with each item that fails, and only Forget makes it shrink. The zero value
// is ready to use.
type failures[T comparable] struct {
	lock   sync.Mutex // guards byItem
	byItem map[T]int
}

// count notes a failure of item and returns how many there are now.
func (f *failures[T]) count(item T) int {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.byItem == nil {
		f.byItem = map[T]int{}
	}
	f.byItem[item]++
	return f.byItem[item]
}

// NumRequeues is how often item has failed since it was last forgotten.
func (f *failures[T]) NumRequeues(item T) int {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.byItem[item]
}

// Forget makes the next failure of item its first.
func (f *failures[T]) Forget(item T) {
	f.lock.Lock()
	defer f.lock.Unlock()
	delete(f.byItem, item)
}
