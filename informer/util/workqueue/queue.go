package workqueue

import (
	"sync"

	"k8s.io/utils/clock"
)

// TypedInterface is a queue of items, each of which waits once at most and is worked on by one worker at a time. All
// methods may be called by many goroutines at once.
type TypedInterface[T comparable] interface {
	// Add makes sure that item is handed out after this call. It never blocks.
	Add(item T)
	// Len is the number of items that wait. Those that workers have do not count.
	Len() int
	// Get blocks until there is an item, and hands it to the caller, who must call Done with it. Once the queue is shut
	// down and empty, shutdown is true and there is no item.
	Get() (item T, shutdown bool)
	// Done says that the caller of Get is finished with item, for better or worse.
	Done(item T)
	// ShutDown makes Add do nothing from now on, and Get return what still waits and then shutdown.
	ShutDown()
	// ShutDownWithDrain is ShutDown, and blocks until no worker has an item.
	ShutDownWithDrain()
	// ShuttingDown reports whether one of the two was called.
	ShuttingDown() bool
}

// TypedQueueConfig is what NewTypedWithConfig can be told. The zero value is a queue as NewTyped makes it.
type TypedQueueConfig[T comparable] struct {
	// Name is given to the metrics. Without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil stands for the one that SetProvider was given.
	MetricsProvider MetricsProvider
	// Clock measures the times that metrics tell; nil is the real one.
	Clock clock.WithTicker
	// Queue holds the items that wait, and so decides on their order; nil is DefaultQueue.
	Queue Queue[T]
}

// state says what the queue has to remember of an item. It is two bits:
//
//	               no worker has it    a worker has it
//	as seen        (not in the map)    processing
//	added since    dirty: it waits     dirty|processing: Done will let it wait
//
// So an item is in Queue exactly when its state is dirty. It must not be there while a worker has it, or a second worker
// could get it; yet the Add must not be lost either, since the first may have read the object before it changed.
//
// client-go has two sets, dirty and processing, of which one item costs seven look-ups on its way; one map costs five.
type state uint8

const (
	dirty      state = 1 << iota // added, and not handed out since
	processing                   // handed out, and not done
)

// Typed is the plain queue. It must be made by NewTyped or NewTypedWithConfig.
type Typed[T comparable] struct {
	metrics *queueMetrics[T] // guarded by lock; nil if nobody wants to know

	lock         sync.Mutex // guards all that follows; held for moments only
	queue        Queue[T]
	states       map[T]state
	processing   int // how many items workers have
	shuttingDown bool
	drain        bool // somebody waits in ShutDownWithDrain, and may go on waiting

	queued sync.Cond // wakes Get: an item waits, or shuttingDown is true
	idle   sync.Cond // wakes ShutDownWithDrain: processing is 0, or drain is false
}

// NewTyped returns an empty queue that hands out items in the order in which they were added, without metrics.
func NewTyped[T comparable]() *Typed[T] {
	return NewTypedWithConfig(TypedQueueConfig[T]{})
}

// NewTypedWithConfig returns an empty queue. If it has metrics, it also has a goroutine, which ends when it is shut down.
func NewTypedWithConfig[T comparable](config TypedQueueConfig[T]) *Typed[T] {
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	if config.Queue == nil {
		config.Queue = DefaultQueue[T]()
	}
	q := &Typed[T]{
		queue:   config.Queue,
		states:  map[T]state{},
		metrics: newQueueMetrics[T](config.MetricsProvider, config.Name, config.Clock),
	}
	q.queued.L, q.idle.L = &q.lock, &q.lock
	q.metrics.start(&q.lock)
	return q
}

// Add makes sure that item is handed out after this call. It does nothing if the item waits already, or if the queue is
// shut down.
func (q *Typed[T]) Add(item T) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.shuttingDown {
		return
	}
	switch q.states[item] {
	case dirty:
		q.queue.Touch(item)
	case dirty | processing:
		// Done will see to it.
	case processing:
		q.states[item] = dirty | processing
		q.metrics.added(item)
	default:
		q.metrics.added(item)
		q.pushLocked(item)
	}
}

// pushLocked lets an item wait that no worker has, and wakes one worker for it.
func (q *Typed[T]) pushLocked(item T) {
	q.states[item] = dirty
	q.queue.Push(item)
	q.queued.Signal()
}

// Len is the number of items that wait. It may be another one when the caller looks at it: good for a log, but not to
// decide on whether Get would block.
func (q *Typed[T]) Len() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.queue.Len()
}

// Get blocks until there is an item, and hands it to the caller, who must call Done with it. Items that waited when the
// queue was shut down are still handed out; after the last of them shutdown is true.
func (q *Typed[T]) Get() (item T, shutdown bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for q.queue.Len() == 0 {
		if q.shuttingDown {
			return item, true
		}
		q.queued.Wait()
	}
	item = q.queue.Pop()
	q.states[item] = processing
	q.processing++
	q.metrics.taken(item)
	return item, false
}

// Done says that the caller of Get is finished with item. If it was added meanwhile, it waits again from now on, at the
// end of the queue, and even if the queue is shut down.
//
// Done of an item that no worker has does nothing. client-go queues such an item a second time if it waits, so that two
// workers can have it at once: there, a worker that calls Done twice breaks the promise for all.
func (q *Typed[T]) Done(item T) {
	q.lock.Lock()
	defer q.lock.Unlock()
	before := q.states[item]
	if before&processing == 0 {
		return
	}
	q.metrics.finished(item)
	q.processing--
	if before&dirty != 0 {
		q.pushLocked(item)
	} else {
		delete(q.states, item)
	}
	if q.processing == 0 {
		q.idle.Broadcast()
	}
}
