package cache

import (
	"fmt"
	"time"

	"k8s.io/klog/v2"
)

func (s *sharedIndexInformer) AddEventHandler(handler ResourceEventHandler) (ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(handler, HandlerOptions{})
}

func (s *sharedIndexInformer) AddEventHandlerWithResyncPeriod(
	handler ResourceEventHandler, resyncPeriod time.Duration,
) (ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(handler, HandlerOptions{ResyncPeriod: &resyncPeriod})
}

// AddEventHandlerWithOptions registers a handler. startedLock is held to the end, so that the informer can neither start
// nor stop in the middle.
func (s *sharedIndexInformer) AddEventHandlerWithOptions(
	handler ResourceEventHandler, options HandlerOptions,
) (ResourceEventHandlerRegistration, error) {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.stopped {
		return nil, fmt.Errorf("handler %v was not added to shared informer because it has stopped already", handler)
	}
	logger := klog.Background()
	if options.Logger != nil {
		logger = *options.Logger
	}
	resyncPeriod := s.defaultEventHandlerResyncPeriod
	if options.ResyncPeriod != nil {
		resyncPeriod = *options.ResyncPeriod
	}
	resyncPeriod = s.acceptResyncPeriodLocked(logger, resyncPeriod)
	schedule := newResyncSchedule(resyncPeriod, s.resyncCheckPeriod, s.clock.Now())
	listener := newProcessorListener(handler, logger, s.name(), schedule)
	if s.started {
		s.join(listener)
	} else {
		s.processor.addListener(listener)
	}
	return listener, nil
}

// join makes a listener part of a running informer without a gap and without telling anything twice. With deltas blocked
// the cache stands still: first comes all that is in it, as the listener's own initial list, and what changes afterwards
// follows through the processor.
func (s *sharedIndexInformer) join(listener *processorListener) {
	s.blockDeltas.Lock()
	defer s.blockDeltas.Unlock()
	for _, obj := range s.indexer.List() {
		listener.add(addNotification{newObj: obj, isInInitialList: true})
	}
	s.processor.addListener(listener)
	if s.HasSynced() { // otherwise announceSynced will tell it
		listener.syncTracker.UpstreamHasSynced()
	}
}

// acceptResyncPeriodLocked makes a handler's wish for resyncs possible. Before the start a wish for more frequent
// resyncs makes the whole informer look more often. Afterwards the Reflector's timer is set, and the wish is cut down.
func (s *sharedIndexInformer) acceptResyncPeriodLocked(logger klog.Logger, requested time.Duration) time.Duration {
	if requested <= 0 {
		return 0
	}
	if requested < minimumResyncPeriod {
		logger.Info("Warning: resync period is too small, changing it to minimum allowed value",
			"requested", requested, "minimum", minimumResyncPeriod)
		requested = minimumResyncPeriod
	}
	if requested >= s.resyncCheckPeriod {
		return requested
	}
	if s.started {
		logger.Info("Warning: resync period is smaller than resync check period and informer has already started, "+
			"changing it to resync check period", "requested", requested, "checkPeriod", s.resyncCheckPeriod)
		return s.resyncCheckPeriod
	}
	s.resyncCheckPeriod = requested
	s.processor.resyncCheckPeriodChanged(requested)
	return requested
}

// RemoveEventHandler needs no more than the processor's lock: a notification is either in the listener's buffer before
// the removal, and dropped with it, or finds the listener gone.
func (s *sharedIndexInformer) RemoveEventHandler(handle ResourceEventHandlerRegistration) error {
	return s.processor.removeListener(handle)
}

// ShutDownEventHandler removes a handler and waits until it will not be called again, so that what it uses can be torn
// down. It must not be called by the handler itself: it would wait for its own end.
func ShutDownEventHandler(informer SharedInformer, handle ResourceEventHandlerRegistration) error {
	if err := informer.RemoveEventHandler(handle); err != nil {
		return err
	}
	listener, ok := handle.(*processorListener)
	if !ok {
		return fmt.Errorf("invalid key type %T", handle)
	}
	<-listener.done
	return nil
}
