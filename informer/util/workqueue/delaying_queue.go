package workqueue

import (
	"sync"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// TypedDelayingInterface is a queue that can also be told to add an item later, so that work that failed is not tried
// again at once and all the time.
type TypedDelayingInterface[T comparable] interface {
	TypedInterface[T]
	// AddAfter adds item once the duration has passed, or at once if it is not above 0. Until then the item is not in the
	// queue: Len does not count it, ShutDown forgets it, and Add does not replace it. Of several times that are asked
	// for the same item, the earliest holds.
	AddAfter(item T, duration time.Duration)
}

// TypedDelayingQueueConfig is what NewTypedDelayingQueueWithConfig can be told. The zero value is a queue as
// NewTypedDelayingQueue makes it.
type TypedDelayingQueueConfig[T comparable] struct {
	// Logger is told of a panic in the clock or in Queue; nil is klog's.
	Logger *klog.Logger
	// Name is given to the metrics. Without a name there are none.
	Name string
	// MetricsProvider makes the metrics; nil stands for the one that SetProvider was given.
	MetricsProvider MetricsProvider
	// Clock says when a time has come; nil is the real one.
	Clock clock.WithTicker
	// Queue takes the items whose time has come; nil is one that is made with Name, MetricsProvider and Clock. Shut down
	// the delaying queue, not this one.
	Queue TypedInterface[T]
}

// delayingQueue keeps items until their time has come. A goroutine sleeps until the first of them is due, moves what is
// due to the queue, and sleeps again.
//
// In client-go AddAfter sends to a channel from which the goroutine fills the heap; it has room for 1,000 and then
// blocks. Here it writes to the heap itself and wakes the goroutine only if that would sleep too long. client-go also
// looks each ten seconds whether something is due; a timer that is set anew for each first item needs no such help.
type delayingQueue[T comparable] struct {
	TypedInterface[T]

	clock   clock.WithTicker
	retries CounterMetric // nil if nobody wants to know

	lock    sync.Mutex // guards waiting; not held while the queue is called
	waiting schedule[T]

	earlier  chan struct{} // buffered, one element: there is a new first item, set the alarm anew
	stopLoop sync.Once
	stopped  chan struct{} // closed by stop
	loop     sync.WaitGroup
}

// NewTypedDelayingQueue returns an empty queue with a goroutine, which ends when the queue is shut down.
func NewTypedDelayingQueue[T comparable]() TypedDelayingInterface[T] {
	return NewTypedDelayingQueueWithConfig(TypedDelayingQueueConfig[T]{})
}

// NewTypedDelayingQueueWithConfig is NewTypedDelayingQueue with a choice of its parts.
func NewTypedDelayingQueueWithConfig[T comparable](config TypedDelayingQueueConfig[T]) TypedDelayingInterface[T] {
	logger := klog.Background()
	if config.Logger != nil {
		logger = *config.Logger
	}
	if config.Clock == nil {
		config.Clock = clock.RealClock{}
	}
	if config.Queue == nil {
		config.Queue = NewTypedWithConfig(TypedQueueConfig[T]{
			Name: config.Name, MetricsProvider: config.MetricsProvider, Clock: config.Clock,
		})
	}
	d := &delayingQueue[T]{
		TypedInterface: config.Queue,
		clock:          config.Clock,
		retries:        newRetryMetric(config.MetricsProvider, config.Name),
		waiting:        newSchedule[T](),
		earlier:        make(chan struct{}, 1),
		stopped:        make(chan struct{}),
	}
	d.loop.Go(func() {
		defer utilruntime.HandleCrashWithLogger(logger)
		d.run()
	})
	return d
}

// AddAfter adds item once the duration has passed. It does nothing if the queue is shut down.
func (d *delayingQueue[T]) AddAfter(item T, duration time.Duration) {
	if d.ShuttingDown() {
		return
	}
	if d.retries != nil {
		d.retries.Inc()
	}
	if duration <= 0 {
		d.Add(item)
		return
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	if d.waiting.plan(item, d.clock.Now().Add(duration)) {
		select {
		case d.earlier <- struct{}{}:
		default: // it is told already, and has not looked yet
		}
	}
}

// run adds items to the queue when their time has come, until the queue is shut down.
func (d *delayingQueue[T]) run() {
	for {
		due, next, more := d.takeDue()
		for _, item := range due {
			d.Add(item)
		}
		if stopped := d.sleep(next, more); stopped {
			return
		}
	}
}

// takeDue takes what is due out of the schedule, and says how long it is until the next item is, if there are more.
func (d *delayingQueue[T]) takeDue() (due []T, next time.Duration, more bool) {
	d.lock.Lock()
	defer d.lock.Unlock()
	now := d.clock.Now()
	for {
		first, ok := d.waiting.first()
		if !ok {
			return due, 0, false
		}
		if first.due.After(now) {
			return due, first.due.Sub(now), true
		}
		d.waiting.removeFirst()
		due = append(due, first.item)
	}
}

// sleep returns when it is time to look again: after next if there are more items, when there is an earlier one, or when
// the queue is shut down.
func (d *delayingQueue[T]) sleep(next time.Duration, more bool) (stopped bool) {
	var alarm <-chan time.Time // nil, from which nothing ever comes
	if more {
		timer := d.clock.NewTimer(next)
		defer timer.Stop()
		alarm = timer.C()
	}
	select {
	case <-alarm:
	case <-d.earlier:
	case <-d.stopped:
		return true
	}
	return false
}

// ShutDown shuts the queue down and forgets what waits for its time.
func (d *delayingQueue[T]) ShutDown() {
	d.stop()
	d.TypedInterface.ShutDown()
}

// ShutDownWithDrain shuts the queue down, forgets what waits for its time, and blocks until no worker has an item.
func (d *delayingQueue[T]) ShutDownWithDrain() {
	d.stop()
	d.TypedInterface.ShutDownWithDrain()
}

// stop ends run and waits for it.
func (d *delayingQueue[T]) stop() {
	d.stopLoop.Do(func() { close(d.stopped) })
	d.loop.Wait()
}
