package workqueue

import "k8s.io/utils/clock"

// TypedRateLimitingInterface is a queue that can also be told that an item failed, and lets a rate limiter say how long
// it then waits.
type TypedRateLimitingInterface[T comparable] interface {
	TypedDelayingInterface[T]
	// AddRateLimited is AddAfter with the delay that the rate limiter demands. It never blocks.
	AddRateLimited(item T)
	// Forget makes the rate limiter forget the failures of item, because it succeeded or was given up. It does not
	// replace Done. Without it, the limiter remembers item for ever, and a later failure waits as if it were one more.
	Forget(item T)
	// NumRequeues is how often item has failed since it was last forgotten, as far as the rate limiter counts.
	NumRequeues(item T) int
}

// TypedRateLimitingQueueConfig is what NewTypedRateLimitingQueueWithConfig can be told. The zero value is a queue as
// NewTypedRateLimitingQueue makes it.
type TypedRateLimitingQueueConfig[T comparable] struct {
	// Name is given to the metrics. Without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil stands for the one that SetProvider was given.
	MetricsProvider MetricsProvider
	// Clock says when a time has come; nil is the real one.
	Clock clock.WithTicker
	// DelayingQueue takes the items; nil is one that is made with the fields above, which a given one does not look at.
	DelayingQueue TypedDelayingInterface[T]
}

// rateLimitingQueue only joins the two: the limiter says how long, the delaying queue waits.
type rateLimitingQueue[T comparable] struct {
	TypedDelayingInterface[T]
	limiter TypedRateLimiter[T]
}

// NewTypedRateLimitingQueue returns an empty queue without metrics. It has a goroutine, which ends when the queue is shut
// down. A rateLimiter must not be shared by queues, unless they are to count failures together.
func NewTypedRateLimitingQueue[T comparable](rateLimiter TypedRateLimiter[T]) TypedRateLimitingInterface[T] {
	return NewTypedRateLimitingQueueWithConfig(rateLimiter, TypedRateLimitingQueueConfig[T]{})
}

// NewTypedRateLimitingQueueWithConfig is NewTypedRateLimitingQueue with a choice of its parts.
func NewTypedRateLimitingQueueWithConfig[T comparable](
	rateLimiter TypedRateLimiter[T], config TypedRateLimitingQueueConfig[T],
) TypedRateLimitingInterface[T] {
	if config.DelayingQueue == nil {
		config.DelayingQueue = NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[T]{
			Name: config.Name, MetricsProvider: config.MetricsProvider, Clock: config.Clock,
		})
	}
	return &rateLimitingQueue[T]{config.DelayingQueue, rateLimiter}
}

func (r *rateLimitingQueue[T]) AddRateLimited(item T) {
	r.AddAfter(item, r.limiter.When(item))
}

func (r *rateLimitingQueue[T]) Forget(item T) {
	r.limiter.Forget(item)
}

func (r *rateLimitingQueue[T]) NumRequeues(item T) int {
	return r.limiter.NumRequeues(item)
}
