package synctrack

import "sync"

// AsyncTracker tells when a consumer that hands keys to several workers has finished the initial ones. It remembers the
// keys instead of counting them, since a workqueue may process a key once that was put in three times.
//
// It can't become unsynced again. Its methods may be called by several goroutines at once.
type AsyncTracker[T comparable] struct {
	name   string
	synced chan struct{} // closed by checkLocked

	lock           sync.Mutex // guards the two fields below, and the closing of synced
	unfinished     map[T]struct{}
	upstreamSynced bool
}

// NewAsyncTracker returns a tracker of which nothing is known yet. The name is for log messages.
func NewAsyncTracker[T comparable](name string) *AsyncTracker[T] {
	return &AsyncTracker[T]{name: name, synced: make(chan struct{}), unfinished: map[T]struct{}{}}
}

// Start is called for each initial key, before a worker can get it and before UpstreamHasSynced.
func (t *AsyncTracker[T]) Start(key T) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.unfinished[key] = struct{}{}
}

// Finished is called when a key has been processed. It does no harm for keys that were not started, so a worker need not
// know which of its keys were initial ones.
func (t *AsyncTracker[T]) Finished(key T) {
	t.lock.Lock()
	defer t.lock.Unlock()
	delete(t.unfinished, key)
	t.checkLocked()
}

// UpstreamHasSynced is called, once or more, when the source has sent the last of the initial keys and all of them have
// been passed to Start.
func (t *AsyncTracker[T]) UpstreamHasSynced() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.upstreamSynced = true
	t.checkLocked()
}

func (t *AsyncTracker[T]) checkLocked() {
	if t.upstreamSynced && len(t.unfinished) == 0 && !t.HasSynced() {
		close(t.synced)
	}
}

// HasSynced reports whether all initial keys have been sent and processed.
func (t *AsyncTracker[T]) HasSynced() bool {
	return isClosed(t.synced)
}

// Done returns a channel that is closed when HasSynced becomes true.
func (t *AsyncTracker[T]) Done() <-chan struct{} {
	return t.synced
}

// Name returns the name given to NewAsyncTracker.
func (t *AsyncTracker[T]) Name() string {
	return t.name
}
