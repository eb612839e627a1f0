package cache

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

// sharedProcessor passes notifications on to the listeners of a shared informer, one for every registered handler.
type sharedProcessor struct {
	clock clock.Clock

	// listenersLock guards the fields below and the resync schedule of each listener. distribute only reads them.
	listenersLock sync.RWMutex
	listeners     []*processorListener // in the order of registration
	running       bool                 // between the start and the end of run: listeners have a goroutine
	wg            sync.WaitGroup       // the goroutines of the listeners
}

// distribute puts a notification into the buffer of every listener, or, if sync is set, only of those for which a resync
// is due. It never waits for a handler: the buffers have no bound. That keeps one slow handler from stopping the cache
// and all other handlers, and it is why a handler that never returns eats memory until the process dies.
func (p *sharedProcessor) distribute(obj any, sync bool) {
	p.listenersLock.RLock()
	defer p.listenersLock.RUnlock()
	for _, listener := range p.listeners {
		if !sync || listener.resync.due {
			listener.add(obj)
		}
	}
}

// run gives each listener its goroutine, and stops them all when ctx ends. It returns after the last has ended.
func (p *sharedProcessor) run(ctx context.Context) {
	p.start()
	<-ctx.Done()
	p.stop()
	p.wg.Wait()
}

func (p *sharedProcessor) start() {
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	p.running = true
	for _, listener := range p.listeners {
		p.wg.Go(listener.run)
	}
}

// stop forgets the listeners. None is started from now on, so that waiting for wg is safe.
func (p *sharedProcessor) stop() {
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	p.running = false
	for _, listener := range p.listeners {
		listener.stop()
	}
	p.listeners = nil
}

// addListener begins to send notifications to listener. What is in its buffer already comes first.
func (p *sharedProcessor) addListener(listener *processorListener) {
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	p.listeners = append(p.listeners, listener)
	if p.running {
		p.wg.Go(listener.run)
	}
}

// removeListener stops the listener behind a registration. Removing it again is no error. The handler may be in the
// middle of a call, which is not waited for; after that it is not called again, whatever was pending.
func (p *sharedProcessor) removeListener(handle ResourceEventHandlerRegistration) error {
	listener, ok := handle.(*processorListener)
	if !ok {
		return fmt.Errorf("invalid key type %T", handle)
	}
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	i := slices.Index(p.listeners, listener)
	if i < 0 {
		return nil
	}
	p.listeners = slices.Delete(p.listeners, i, i+1)
	listener.stop()
	if !p.running {
		listener.neverRan()
	}
	return nil
}

// upstreamHasSynced tells the listeners that they have been sent the whole initial list.
func (p *sharedProcessor) upstreamHasSynced() {
	p.listenersLock.RLock()
	defer p.listenersLock.RUnlock()
	for _, listener := range p.listeners {
		listener.syncTracker.UpstreamHasSynced()
	}
}

// shouldResync reports whether a resync is due for any listener, and marks those for which it is.
func (p *sharedProcessor) shouldResync() bool {
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	now := p.clock.Now()
	due := false
	for _, listener := range p.listeners {
		listener.resync.advance(now)
		due = due || listener.resync.due
	}
	return due
}

// resyncCheckPeriodChanged adapts all schedules to how often shouldResync will be called.
func (p *sharedProcessor) resyncCheckPeriodChanged(checkPeriod time.Duration) {
	p.listenersLock.Lock()
	defer p.listenersLock.Unlock()
	for _, listener := range p.listeners {
		listener.resync.setCheckPeriod(checkPeriod)
	}
}
