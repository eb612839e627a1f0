package cache

// maxBatch is how many deltas PopBatch hands over at most, as in client-go: enough to spread the cost of a lock over
// many objects, few enough to let readers of the cache in now and then.
const maxBatch = 1000

// Pop waits until a delta is queued, takes it out and calls process with it, as Deltas of one. It returns those and what
// process returned. An error does not bring the delta back.
//
// A queue that was closed is drained before Pop returns ErrFIFOClosed.
func (f *RealFIFO) Pop(process PopProcessFunc) (any, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if err := f.waitLocked(); err != nil {
		return nil, err
	}
	deltas := f.takeLocked(1)
	err := f.processLocked(1, func(isInInitialList bool) error { return process(deltas, isInInitialList) })
	return deltas, err
}

// PopBatch waits like Pop and takes as many deltas from the front as can be processed together. If that is one it calls
// processSingle as Pop would, else processBatch; whoever processes owns the slice.
//
// A batch ends before a second delta of the same object, so that its objects can be stored in any order; before a delta
// about the whole collection, which comes alone; at the end of the initial list, so that isInInitialList is true for all
// of it or none; and at 1,000 deltas.
func (f *RealFIFO) PopBatch(processBatch ProcessBatchFunc, processSingle PopProcessFunc) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if err := f.waitLocked(); err != nil {
		return err
	}
	deltas := f.takeLocked(f.batchSizeLocked())
	return f.processLocked(len(deltas), func(isInInitialList bool) error {
		if len(deltas) == 1 {
			return processSingle(deltas, isInInitialList)
		}
		return processBatch(deltas, isInInitialList)
	})
}

// takeLocked removes the first n deltas and returns them.
func (f *RealFIFO) takeLocked(n int) Deltas {
	deltas := make(Deltas, n)
	for i := range deltas {
		item, _ := f.queue.pop()
		deltas[i] = item.delta
	}
	return deltas
}

// processLocked calls process for n deltas just taken. They count as processed when it has returned or panicked, and so
// do those of the initial list among them. How many these are must be known before: with the queue unlocked, a first
// list can come in while a resync from before it is processed.
func (f *RealFIFO) processLocked(n int, process func(isInInitialList bool) error) error {
	isInInitialList := !f.HasSynced()
	initial := min(n, f.initialPopulationCount)
	defer func() {
		f.initialPopulationCount -= initial
		f.checkSyncedLocked()
	}()
	if f.unlockWhileProcessing && f.queue.len() < 2*maxBatch {
		f.lock.Unlock()
		defer f.lock.Lock()
	}
	return process(isInInitialList)
}

// waitLocked returns when something is queued, or with ErrFIFOClosed.
func (f *RealFIFO) waitLocked() error {
	for f.queue.len() == 0 {
		if f.closed {
			return ErrFIFOClosed
		}
		f.cond.Wait()
	}
	return nil
}

// batchSizeLocked counts how many deltas from the front of the queue make a batch. The queue is not empty.
func (f *RealFIFO) batchSizeLocked() int {
	limit := min(f.queue.len(), maxBatch)
	if f.initialPopulationCount > 0 {
		limit = min(limit, f.initialPopulationCount)
	}
	if limit == 1 {
		return 1
	}
	clear(f.keysInBatch)
	size := 0
	for item := range f.queue.all() {
		if item.delta.ofCollection() {
			return max(1, size)
		}
		if _, again := f.keysInBatch[item.key]; again || size == limit {
			break
		}
		f.keysInBatch[item.key] = struct{}{}
		size++
	}
	return size
}

// populatedLocked notes the first write: after it there is a list to wait for or there will be none.
func (f *RealFIFO) populatedLocked() {
	f.populated = true
	f.checkSyncedLocked()
}

func (f *RealFIFO) checkSyncedLocked() {
	if f.populated && f.initialPopulationCount == 0 && !f.HasSynced() {
		close(f.synced)
	}
}

// HasSynced reports whether the first list was popped and processed completely. It takes no lock, so it may be called
// from a process function; in client-go that is a deadlock.
func (f *RealFIFO) HasSynced() bool {
	return IsDone(f)
}

// HasSyncedChecker returns the queue itself, which is its own DoneChecker.
func (f *RealFIFO) HasSyncedChecker() DoneChecker {
	return f
}

// Name is the name of the queue in log messages.
func (f *RealFIFO) Name() string {
	return f.name
}

// Done returns a channel that is closed when the queue has synced.
func (f *RealFIFO) Done() <-chan struct{} {
	return f.synced
}
