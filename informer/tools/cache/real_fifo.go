package cache

import (
	"cmp"
	"sync"

	"k8s.io/klog/v2"
)

// RealFIFO is a Queue that hands over every change, one Delta each, in the order in which they came in. Informers run on
// it; client-go's do since v0.33.
//
// DeltaFIFO gathers the changes of a key under the key's place in the queue. So a later change of one object overtakes
// earlier changes of others, and the cache passes through states that never existed on the server. RealFIFO keeps the
// server's order. For that it gives up to merge: two deletions of one object come out as two, and a Delete of an object
// that nobody knows is queued like any other.
//
//	queue   Added ns/a    Added ns/b    Updated ns/a    Deleted ns/b
//
// A new list and a resync, which are about all objects, can be queued in two ways. With AtomicEvents each of them is one
// Delta, and what it means for each object is worked out by who processes it, in processCollection. Without, Replace and
// Resync look up in KnownObjects what the consumer has, and queue a Delta for each object. Then nothing may be on its way
// between queue and consumer while they look; so the queue stays locked while what was popped is processed, and whoever
// brings news of the server waits for that.
//
// One producer and one consumer are assumed, as with DeltaFIFO.
type RealFIFO struct {
	lock  sync.Mutex // guards all fields up to the blank line; held while processing, unless unlockWhileProcessing
	cond  sync.Cond  // uses lock; wakes Pop when queue has grown or the FIFO was closed
	queue ringBuffer[keyedDelta]
	// populated is set by the first write, except a Resync. initialPopulationCount is how many deltas of queue belong to
	// the first Replace; they are at the front. Both together decide when synced is closed.
	populated              bool
	initialPopulationCount int
	closed                 bool
	keysInBatch            map[string]struct{} // kept from one PopBatch to the next only to spare the allocation

	synced chan struct{} // closed by checkSyncedLocked

	name         string
	logger       klog.Logger
	keyFunc      KeyFunc
	transformer  TransformFunc   // nil: none
	knownObjects KeyListerGetter // what the consumer has; nil: not known

	atomicEvents, unlockWhileProcessing, emitBookmarks bool // as in RealFIFOOptions
}

// keyedDelta has the key beside the Delta, because Replace, Resync and PopBatch compare the keys of all that waits. A
// Delta about the whole collection has none.
type keyedDelta struct {
	key   string
	delta Delta
}

// RealFIFOOptions configures a RealFIFO. client-go has one field more, MetricsProvider; ours keeps no metrics.
type RealFIFOOptions struct {
	// Logger is used instead of klog.Background().
	Logger *klog.Logger
	// Name is used instead of "RealFIFO" in messages, unless Identifier has a name.
	Name string
	// KeyFunction is used instead of MetaNamespaceKeyFunc.
	KeyFunction KeyFunc
	// KnownObjects is the consumer's store. Replace needs it to tell of deletions that the watch missed, Resync to find
	// what to process again. Without it neither sees more than what waits in the queue; client-go panics then. It must
	// not be set together with AtomicEvents.
	KnownObjects KeyListerGetter
	// Transformer is applied to each object before it is queued; see TransformFunc.
	Transformer TransformFunc
	// AtomicEvents makes Replace queue one ReplacedAll delta and Resync one SyncAll, instead of one for each object.
	AtomicEvents bool
	// UnlockWhileProcessing lets others write to the queue while what was popped is processed, as long as fewer than
	// 2,000 deltas wait; with more than that the producer must wait, or the queue would grow without bound. It needs
	// AtomicEvents.
	UnlockWhileProcessing bool
	// Identifier names the informer, for messages.
	Identifier InformerNameAndResource
	// EmitDeltaTypeBookmark makes Bookmark queue a delta, so that a resource version that comes without an object gets
	// to the consumer too, and behind all that came before it. It needs AtomicEvents.
	EmitDeltaTypeBookmark bool
}

// NewRealFIFO returns an empty, open queue. New code uses NewRealFIFOWithOptions.
func NewRealFIFO(keyFunc KeyFunc, knownObjects KeyListerGetter, transformer TransformFunc) *RealFIFO {
	return NewRealFIFOWithOptions(RealFIFOOptions{
		KeyFunction: keyFunc, KnownObjects: knownObjects, Transformer: transformer,
	})
}

// NewRealFIFOWithOptions returns an empty, open queue. It panics if the options contradict each other: with those, the
// queue would tell the wrong things.
func NewRealFIFOWithOptions(opts RealFIFOOptions) *RealFIFO {
	opts.mustFit()
	f := &RealFIFO{
		keysInBatch:           map[string]struct{}{},
		synced:                make(chan struct{}),
		name:                  cmp.Or(opts.Identifier.Name(), opts.Name, "RealFIFO"),
		logger:                klog.Background(),
		keyFunc:               MetaNamespaceKeyFunc,
		transformer:           opts.Transformer,
		knownObjects:          opts.KnownObjects,
		atomicEvents:          opts.AtomicEvents,
		unlockWhileProcessing: opts.UnlockWhileProcessing,
		emitBookmarks:         opts.EmitDeltaTypeBookmark,
	}
	f.cond.L = &f.lock
	if opts.Logger != nil {
		f.logger = *opts.Logger
	}
	f.logger = klog.LoggerWithName(f.logger, f.name)
	if opts.KeyFunction != nil {
		f.keyFunc = opts.KeyFunction
	}
	return f
}

// mustFit panics if options are combined that can't work together.
func (o RealFIFOOptions) mustFit() {
	switch {
	case o.AtomicEvents && o.KnownObjects != nil:
		panic("RealFIFOOptions: KnownObjects has no use with AtomicEvents")
	case o.UnlockWhileProcessing && !o.AtomicEvents:
		panic("RealFIFOOptions: UnlockWhileProcessing needs AtomicEvents")
	case o.EmitDeltaTypeBookmark && !o.AtomicEvents:
		panic("RealFIFOOptions: EmitDeltaTypeBookmark needs AtomicEvents")
	}
}

// Add queues an Added delta.
func (f *RealFIFO) Add(obj any) error {
	return f.write(Added, obj)
}

// Update queues an Updated delta.
func (f *RealFIFO) Update(obj any) error {
	return f.write(Updated, obj)
}

// Delete queues a Deleted delta, also for an object that nobody knows: the consumer finds out when it looks for it.
func (f *RealFIFO) Delete(obj any) error {
	return f.write(Deleted, obj)
}

// Bookmark queues a Bookmark delta, if the options say so. It is no write that begins or replaces a list.
func (f *RealFIFO) Bookmark(resourceVersion string) error {
	if !f.emitBookmarks {
		return nil
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.pushLocked(keyedDelta{delta: Delta{Bookmark, BookmarkInfo{resourceVersion}}})
	return nil
}

func (f *RealFIFO) write(action DeltaType, obj any) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.populatedLocked()
	item, err := f.prepareLocked(action, obj, f.transformer)
	if err != nil {
		return err
	}
	f.pushLocked(item)
	return nil
}

// prepareLocked is the way in for every object that comes from the server: it finds the key of the untouched object and
// then transforms it, for a tombstone neither. The object inside a tombstone was transformed when it came in.
func (f *RealFIFO) prepareLocked(action DeltaType, obj any, transform TransformFunc) (keyedDelta, error) {
	if tombstone, ok := obj.(DeletedFinalStateUnknown); ok {
		return keyedDelta{tombstone.Key, Delta{action, obj}}, nil
	}
	key, err := f.keyFunc(obj)
	if err != nil {
		return keyedDelta{}, KeyError{Obj: obj, Err: err}
	}
	if transform != nil {
		if obj, err = transform(obj); err != nil {
			return keyedDelta{}, err
		}
	}
	return keyedDelta{key, Delta{action, obj}}, nil
}

func (f *RealFIFO) pushLocked(item keyedDelta) {
	f.queue.push(item)
	f.cond.Broadcast()
}

// Close wakes all who wait in Pop. What is queued can still be popped.
func (f *RealFIFO) Close() {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.closed = true
	f.cond.Broadcast()
}

// IsClosed reports whether Close was called.
func (f *RealFIFO) IsClosed() bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.closed
}

// Transformer returns the transformer, or nil. A Reflector uses it on objects that it has to hold for a while itself.
func (f *RealFIFO) Transformer() TransformFunc {
	return f.transformer
}
