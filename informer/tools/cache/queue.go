package cache

import (
	"errors"
)

// ErrFIFOClosed is what Pop returns when the queue is closed and empty.
var ErrFIFOClosed = errors.New("DeltaFIFO: manipulating with closed queue")

// PopProcessFunc processes what Pop took out of a queue. isInInitialList says that it comes from the first list, before
// the queue had synced.
type PopProcessFunc func(obj any, isInInitialList bool) error

// ProcessBatchFunc processes several deltas at once, no two of them of the same object.
type ProcessBatchFunc func(deltas []Delta, isInInitialList bool) error

// Queue stands between one producer, the Reflector, and one consumer, the controller's loop.
type Queue interface {
	ReflectorStore

	// Pop waits until there is something to process, takes it out and calls the function with it. It returns what it
	// took and the function's error. An error does not bring anything back into the queue. Once the queue is closed
	// and empty, Pop returns ErrFIFOClosed.
	Pop(PopProcessFunc) (any, error)
	// HasSynced reports whether all of the first Replace was popped and processed. It is true at once when the first
	// call was another one, because then there is no initial list to wait for.
	HasSynced() bool
	// HasSyncedChecker is HasSynced as something one can wait for.
	HasSyncedChecker() DoneChecker
	// Close makes a waiting Pop return.
	Close()
}

// QueueWithBatch is a Queue that can hand over more than one object at a time.
type QueueWithBatch interface {
	Queue

	// PopBatch waits like Pop and then calls exactly one of the two functions: processBatch with several deltas, or
	// processSingle when only one object can be processed now. Both must do the same to an object.
	PopBatch(processBatch ProcessBatchFunc, processSingle PopProcessFunc) error
}
