package cache

import (
	"time"

	"k8s.io/utils/clock"
)

// RetryWithDeadline allows retries for a while after an error, and then no more. It belongs to one goroutine.
type RetryWithDeadline interface {
	// After records how the last try ended.
	After(error)
	// ShouldRetry reports whether another try may be made.
	ShouldRetry() bool
}

// NewRetryWithDeadline returns a RetryWithDeadline that allows retries for maxRetryDuration after the first error for
// which isRetryable holds. Errors belong together as long as less than minResetPeriod lies between two of them; after
// a longer break the next one counts as the first.
func NewRetryWithDeadline(maxRetryDuration, minResetPeriod time.Duration, isRetryable func(error) bool,
	clock clock.Clock) RetryWithDeadline {
	return &retryWithDeadline{limit: maxRetryDuration, quiet: minResetPeriod, isRetryable: isRetryable, clock: clock}
}

type retryWithDeadline struct {
	limit       time.Duration
	quiet       time.Duration
	isRetryable func(error) bool
	clock       clock.Clock

	first, last time.Time // the first and last error of the current series; zero if there is none
}

func (r *retryWithDeadline) After(err error) {
	if !r.isRetryable(err) {
		return
	}
	now := r.clock.Now()
	if r.first.IsZero() || now.Sub(r.last) >= r.quiet {
		r.first = now
	}
	r.last = now
}

func (r *retryWithDeadline) ShouldRetry() bool {
	if r.limit <= 0 || r.first.IsZero() {
		return false
	}
	if r.clock.Since(r.first) <= r.limit {
		return true
	}
	r.first, r.last = time.Time{}, time.Time{}
	return false
}
