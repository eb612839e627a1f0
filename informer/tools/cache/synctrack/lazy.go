package synctrack

import (
	"sync"
	"sync/atomic"
)

// Lazy holds a value that is computed when somebody wants it and something has changed since the last time. It joins a
// source of many small changes to a reader that comes seldom. Its methods may be called by several goroutines at once.
type Lazy[T any] struct {
	// Evaluate computes the value. It may run in several goroutines at once: after Notify a new computation begins
	// without waiting for the old one.
	Evaluate func() (T, error)

	current atomic.Pointer[evaluation[T]] // nil: nothing computed, or out of date
}

// evaluation is one computation, which all who ask for the value meanwhile share.
type evaluation[T any] struct {
	once  sync.Once
	value T
	err   error
}

// Get returns the value, and computes it if Notify was called since the last time. Whoever else asks meanwhile waits for
// the same result. An error is returned to all of them but not kept: the next call tries again.
func (z *Lazy[T]) Get() (T, error) {
	e := z.current.Load()
	if e == nil {
		e = &evaluation[T]{}
		if !z.current.CompareAndSwap(nil, e) {
			return z.Get()
		}
	}
	e.once.Do(func() { e.value, e.err = z.Evaluate() })
	if e.err != nil {
		z.current.CompareAndSwap(e, nil)
	}
	return e.value, e.err
}

// Notify says that the value is out of date. It costs next to nothing.
func (z *Lazy[T]) Notify() {
	z.current.Store(nil)
}
