package cache

import (
	"fmt"
	"sync"
	"time"

	"github.com/srcblog/srcblog/informer/tools/cache/synctrack"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// pauseAfterCrash is how long a listener waits after its handler panicked and the panic was survived.
const pauseAfterCrash = time.Second

// What a listener can be told. An addNotification is one value however many listeners there are: the interface that
// carries it points to it.
type (
	addNotification struct {
		newObj          any
		isInInitialList bool
	}
	updateNotification struct {
		oldObj, newObj any
	}
	deleteNotification struct {
		oldObj any
	}
)

// processorListener stands between the informer, which must never wait, and one handler, which may take its time.
//
//	distribute ──add──▶ pendingNotifications ──pop──▶ run ──▶ handler
//
// It is also the registration that AddEventHandler returns.
//
// client-go gives each listener three goroutines: pop pumps notifications from a channel through the buffer to another
// channel, run takes them from there, and a third waits for the informer to sync. A lock around the buffer does the same
// with one goroutine and without two channel hand-overs for each notification.
type processorListener struct {
	handler     ResourceEventHandler
	logger      klog.Logger
	syncTracker *synctrack.SingleFileTracker // counts the initial adds that the handler has not finished
	resync      resyncSchedule               // guarded by sharedProcessor.listenersLock

	// lock guards pendingNotifications. It is held for moments only, never while the handler runs.
	lock                 sync.Mutex
	pendingNotifications ringBuffer[any]
	arrived              sync.Cond     // uses lock; wakes pop
	stopped              chan struct{} // closed by stop, with lock held
	done                 chan struct{} // closed when the handler will not be called again
}

func newProcessorListener(
	handler ResourceEventHandler, logger klog.Logger, informerName string, resync resyncSchedule,
) *processorListener {
	p := &processorListener{
		handler:     handler,
		logger:      logger,
		syncTracker: synctrack.NewSingleFileTracker(fmt.Sprintf("%s + event handler %T", informerName, handler)),
		resync:      resync,
		stopped:     make(chan struct{}),
		done:        make(chan struct{}),
	}
	p.arrived.L = &p.lock
	return p
}

// add appends a notification to the buffer. After stop it is dropped.
func (p *processorListener) add(notification any) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.isStopped() {
		return
	}
	if added, ok := notification.(addNotification); ok && added.isInInitialList {
		p.syncTracker.Start()
	}
	p.pendingNotifications.push(notification)
	p.arrived.Signal()
}

// pop waits for a notification and takes it out of the buffer; ok is false once the listener is stopped, even when
// something is still pending.
func (p *processorListener) pop() (notification any, ok bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for p.pendingNotifications.len() == 0 && !p.isStopped() {
		p.arrived.Wait()
	}
	if p.isStopped() {
		return nil, false
	}
	return p.pendingNotifications.pop()
}

// run calls the handler for one notification after the other, until the listener is stopped.
//
// A panic of the handler ends the process, unless utilruntime.ReallyCrash is false. Then the notification counts as
// delivered: to deliver it again would most likely panic again, and to give up would leave the handler deaf.
func (p *processorListener) run() {
	defer close(p.done)
	for {
		notification, ok := p.pop()
		if !ok {
			return
		}
		if crashed := p.deliver(notification); crashed {
			p.pause(pauseAfterCrash)
		}
	}
}

// deliver calls the handler once. crashed stays true when a panic skips the end of the function.
func (p *processorListener) deliver(notification any) (crashed bool) {
	crashed = true
	defer utilruntime.HandleCrashWithLogger(p.logger)
	switch n := notification.(type) {
	case addNotification:
		if n.isInInitialList {
			// Deferred, so that one object the handler can't stand does not keep it from ever being synced.
			defer p.syncTracker.Finished()
		}
		p.handler.OnAdd(n.newObj, n.isInInitialList)
	case updateNotification:
		p.handler.OnUpdate(n.oldObj, n.newObj)
	case deleteNotification:
		p.handler.OnDelete(n.oldObj)
	}
	return false
}

func (p *processorListener) pause(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-p.stopped:
	}
}

// stop makes run return after the call it is in, and drops what is pending.
func (p *processorListener) stop() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if !p.isStopped() {
		close(p.stopped)
	}
	p.pendingNotifications = ringBuffer[any]{}
	p.arrived.Signal()
}

// neverRan is called in place of run when the listener was removed before the informer started.
func (p *processorListener) neverRan() {
	close(p.done)
}

func (p *processorListener) isStopped() bool {
	select {
	case <-p.stopped:
		return true
	default:
		return false
	}
}

// HasSynced reports whether the handler's OnAdd has returned for every object of the initial list.
func (p *processorListener) HasSynced() bool {
	return p.syncTracker.HasSynced()
}

// HasSyncedChecker is HasSynced to wait for.
func (p *processorListener) HasSyncedChecker() DoneChecker {
	return p.syncTracker
}
