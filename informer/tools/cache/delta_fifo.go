package cache

import (
	"sync"

	"k8s.io/klog/v2"
)

// DeltaFIFO is a Queue that gathers, for each key, all changes since the key was last popped.
//
// It solves this: the watch brings changes faster than they can be processed now and then, the consumer wants to treat
// an object once and see all that happened to it since, and deletions must not get lost even when the watch missed them.
// Keys come out in the order in which they went in. A key that is waiting already keeps its place when it changes again,
// so an object that changes all the time cannot push the others back.
//
//	items  map[string]Deltas      "ns/a" → Added, Updated    "ns/b" → Deleted
//	queue  []string               "ns/a", "ns/b"
//
// One producer and one consumer are assumed. With two goroutines in Pop, two states of one object could be processed at
// the same time.
type DeltaFIFO struct {
	lock sync.Mutex // guards all fields up to the blank line, and is held while a popped item is processed
	cond sync.Cond  // uses lock; wakes Pop when queue has grown or the FIFO was closed
	// items and queue hold the same keys, and Deltas in items are never empty.
	items map[string]Deltas
	queue []string
	// populated is set by the first write of any kind. initialPopulationCount is how many keys of the first Replace
	// are still to be popped; it stays 0 when something else came before. Both together decide when synced is closed.
	populated              bool
	initialPopulationCount int
	closed                 bool
	drained                int // keys taken since the queue was empty last

	synced chan struct{} // closed by checkSyncedLocked

	name         string
	logger       klog.Logger
	keyFunc      KeyFunc
	transformer  TransformFunc   // nil: none
	knownObjects KeyListerGetter // what the consumer has; nil: not known
	listedType   DeltaType       // of objects in a Replace: Replaced, or Sync for consumers that do not know Replaced
}

// DeltaFIFOOptions configures a DeltaFIFO. The zero value works.
type DeltaFIFOOptions struct {
	// Logger is used instead of klog.Background().
	Logger *klog.Logger
	// Name is used instead of "DeltaFIFO" in messages.
	Name string
	// KeyFunction is used instead of MetaNamespaceKeyFunc.
	KeyFunction KeyFunc
	// KnownObjects is the consumer's store. Replace and Delete need it to tell which objects the consumer has, Resync
	// to find what to process again. Without it, a deletion that the watch missed is noticed only while the object
	// waits in the queue.
	KnownObjects KeyListerGetter
	// EmitDeltaTypeReplaced makes Replace queue Replaced deltas. Without it they are Sync, as they were before the two
	// were told apart.
	EmitDeltaTypeReplaced bool
	// Transformer is applied to each object before it is queued; see TransformFunc.
	Transformer TransformFunc
}

// NewDeltaFIFO returns a DeltaFIFO that does not tell a relist from a resync. New code uses NewDeltaFIFOWithOptions.
func NewDeltaFIFO(keyFunc KeyFunc, knownObjects KeyListerGetter) *DeltaFIFO {
	return NewDeltaFIFOWithOptions(DeltaFIFOOptions{KeyFunction: keyFunc, KnownObjects: knownObjects})
}

// NewDeltaFIFOWithOptions returns an empty, open queue.
func NewDeltaFIFOWithOptions(opts DeltaFIFOOptions) *DeltaFIFO {
	f := &DeltaFIFO{
		items:        map[string]Deltas{},
		synced:       make(chan struct{}),
		name:         "DeltaFIFO",
		logger:       klog.Background(),
		keyFunc:      MetaNamespaceKeyFunc,
		transformer:  opts.Transformer,
		knownObjects: opts.KnownObjects,
		listedType:   Sync,
	}
	f.cond.L = &f.lock
	if opts.Name != "" {
		f.name = opts.Name
	}
	if opts.Logger != nil {
		f.logger = *opts.Logger
	}
	f.logger = klog.LoggerWithName(f.logger, f.name)
	if opts.KeyFunction != nil {
		f.keyFunc = opts.KeyFunction
	}
	if opts.EmitDeltaTypeReplaced {
		f.listedType = Replaced
	}
	return f
}

// KeyOf gives the key of an object, and also of what this queue itself hands out: Deltas and tombstones.
func (f *DeltaFIFO) KeyOf(obj any) (string, error) {
	if deltas, ok := obj.(Deltas); ok {
		newest := deltas.Newest()
		if newest == nil {
			return "", KeyError{Obj: obj, Err: ErrZeroLengthDeltasObject}
		}
		obj = newest.Object
	}
	if tombstone, ok := obj.(DeletedFinalStateUnknown); ok {
		return tombstone.Key, nil
	}
	return f.keyFunc(obj)
}

// Add queues an Added delta.
func (f *DeltaFIFO) Add(obj any) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.populatedLocked()
	return f.queueActionLocked(Added, obj)
}

// Update queues an Updated delta.
func (f *DeltaFIFO) Update(obj any) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.populatedLocked()
	return f.queueActionLocked(Updated, obj)
}

// Delete queues a Deleted delta, unless the object is neither waiting here nor known to the consumer: then a relist has
// told of the deletion before, and telling it twice would be wrong.
func (f *DeltaFIFO) Delete(obj any) error {
	key, err := f.KeyOf(obj)
	if err != nil {
		return KeyError{Obj: obj, Err: err}
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.populatedLocked()
	if _, waiting := f.items[key]; !waiting && !f.consumerHasLocked(key) {
		return nil
	}
	return f.queueActionLocked(Deleted, obj)
}

// consumerHasLocked reports whether the consumer may have the object. When that can't be found out the answer is yes:
// a deletion too many is harmless, one too few leaves an object in the cache for good. The lock keeps the answer true,
// since the consumer changes its store only while it processes what Pop gave it.
func (f *DeltaFIFO) consumerHasLocked(key string) bool {
	if f.knownObjects == nil {
		return false
	}
	_, exists, err := f.knownObjects.GetByKey(key)
	return exists || err != nil
}

// queueActionLocked is the way in for every object that comes from the server. The transformer runs here, so all that
// is ever queued or stored is already transformed. Its key is computed before, from the untouched object.
func (f *DeltaFIFO) queueActionLocked(action DeltaType, obj any) error {
	key, err := f.KeyOf(obj)
	if err != nil {
		return KeyError{Obj: obj, Err: err}
	}
	if _, isTombstone := obj.(DeletedFinalStateUnknown); f.transformer != nil && !isTombstone {
		if obj, err = f.transformer(obj); err != nil {
			return err
		}
	}
	f.appendLocked(key, Delta{Type: action, Object: obj})
	return nil
}

// appendLocked adds a delta to those of its key. Only a key that was not waiting yet goes to the end of the queue.
func (f *DeltaFIFO) appendLocked(key string, delta Delta) {
	waiting, isWaiting := f.items[key]
	f.items[key] = waiting.with(delta)
	if !isWaiting {
		f.queue = append(f.queue, key)
	}
	f.cond.Broadcast()
}

// Pop waits until a key is queued, takes it out with all its deltas and calls process with them. It returns the deltas
// and what process returned.
//
// process runs with the queue locked. That is what makes Delete, Replace and Resync right: a change is either still in
// items or already in knownObjects, never on its way between the two. The price is that process must be quick and must
// not call back into the queue.
//
// An error from process does not put the deltas back. Who wants to try again queues the key elsewhere, as controllers
// do with a workqueue.
//
// A queue that was closed is drained before Pop returns ErrFIFOClosed.
func (f *DeltaFIFO) Pop(process PopProcessFunc) (any, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	for len(f.queue) == 0 {
		if f.closed {
			return nil, ErrFIFOClosed
		}
		f.cond.Wait()
	}
	deltas := f.takeLocked()
	isInInitialList := !f.HasSynced()
	// Deferred, because the last initial item counts only when it is processed; client-go counts it before.
	defer f.poppedLocked()
	err := process(deltas, isInInitialList)
	return deltas, err
}

// takeLocked removes the first key and returns its deltas. They are in an interface already, since Pop needs them in one
// twice, and each conversion of a slice costs memory.
func (f *DeltaFIFO) takeLocked() any {
	key := f.queue[0]
	f.queue[0] = "" // the array lives on for a while, the key need not
	deltas := f.items[key]
	delete(f.items, key)
	f.drained++
	if len(f.queue) > 1 {
		f.queue = f.queue[1:]
	} else {
		f.emptiedLocked()
	}
	return deltas
}

// Close wakes all who wait in Pop. What is queued can still be popped.
func (f *DeltaFIFO) Close() {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.closed = true
	f.cond.Broadcast()
}

// IsClosed reports whether Close was called.
func (f *DeltaFIFO) IsClosed() bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.closed
}

// Transformer returns the transformer, or nil. A Reflector uses it on objects that it has to hold for a while itself.
func (f *DeltaFIFO) Transformer() TransformFunc {
	return f.transformer
}
