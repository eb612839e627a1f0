package cache

// populatedLocked notes that the first write has happened. After a Replace, that sets initialPopulationCount before the
// call, there may be keys to wait for; after any other write there are none and the queue counts as synced.
func (f *DeltaFIFO) populatedLocked() {
	if !f.populated {
		f.populated = true
		f.checkSyncedLocked()
	}
}

// poppedLocked notes that one key was popped and processed.
//
// It need not ask whether the key was one of the initial ones: those are at the front, since a key keeps its place.
func (f *DeltaFIFO) poppedLocked() {
	if f.initialPopulationCount > 0 {
		f.initialPopulationCount--
		f.checkSyncedLocked()
	}
}

func (f *DeltaFIFO) checkSyncedLocked() {
	if f.populated && f.initialPopulationCount == 0 && !f.HasSynced() {
		close(f.synced)
	}
}

// HasSynced reports whether the first list was popped and processed completely. It takes no lock: asking does not wait
// for whatever is being processed.
func (f *DeltaFIFO) HasSynced() bool {
	return IsDone(f)
}

// HasSyncedChecker returns the queue itself, which is its own DoneChecker.
func (f *DeltaFIFO) HasSyncedChecker() DoneChecker {
	return f
}

// Name is the name of the queue in log messages.
func (f *DeltaFIFO) Name() string {
	return f.name
}

// Done returns a channel that is closed when the queue has synced.
func (f *DeltaFIFO) Done() <-chan struct{} {
	return f.synced
}
