package synctrack

import (
	"sync"
)

// SingleFileTracker tells when a consumer that takes events one after the other has finished the initial ones: when the
// source says that it has sent them all, and as many were finished as were started.
//
// It can't become unsynced again. Its methods may be called by several goroutines at once.
type SingleFileTracker struct {
	name   string
	synced chan struct{} // closed by checkLocked

	lock           sync.Mutex // guards the two fields below, and the closing of synced
	unfinished     int        // initial events started but not finished
	upstreamSynced bool
}

// NewSingleFileTracker returns a tracker of which nothing is known yet. The name is for log messages.
func NewSingleFileTracker(name string) *SingleFileTracker {
	return &SingleFileTracker{name: name, synced: make(chan struct{})}
}

// Start is called for each initial event, before it is processed and before UpstreamHasSynced.
func (t *SingleFileTracker) Start() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.unfinished++
}

// Finished is called when an initial event has been processed. It panics if there was no Start for it: the answer of
// HasSynced would be wrong, and that could go unnoticed for long.
func (t *SingleFileTracker) Finished() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.unfinished--
	if t.unfinished < 0 {
		panic("synctrack: negative counter; this logic error means HasSynced may return incorrect value")
	}
	t.checkLocked()
}

// UpstreamHasSynced is called, once or more, when the source has sent the last of the initial events. All of them must
// have been passed to Start before; otherwise there would be a moment in which nothing seems to be left to do.
func (t *SingleFileTracker) UpstreamHasSynced() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.upstreamSynced = true
	t.checkLocked()
}

func (t *SingleFileTracker) checkLocked() {
	if t.upstreamSynced && t.unfinished == 0 && !t.HasSynced() {
		close(t.synced)
	}
}

// HasSynced reports whether all initial events have been sent and processed.
func (t *SingleFileTracker) HasSynced() bool {
	return isClosed(t.synced)
}

// Done returns a channel that is closed when HasSynced becomes true.
func (t *SingleFileTracker) Done() <-chan struct{} {
	return t.synced
}

// Name returns the name given to NewSingleFileTracker.
func (t *SingleFileTracker) Name() string {
	return t.name
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
