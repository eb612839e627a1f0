package cache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

var errAlreadyStarted = errors.New("informer has already started")

// sharedIndexInformer has three parts: the indexer, which is the local copy; the controller, which fills it through
// handleDeltas; and the processor, which tells the handlers.
type sharedIndexInformer struct {
	indexer               Indexer
	processor             *sharedProcessor
	cacheMutationDetector MutationDetector

	listerWatcher                   ListerWatcher
	objectType                      runtime.Object
	objectDescription               string
	identifier                      InformerNameAndResource
	newQueue                        QueueFactory
	initialSync                     InitialSync
	defaultEventHandlerResyncPeriod time.Duration
	clock                           clock.Clock

	synced chan struct{} // closed, with blockDeltas held, when the initial list is in indexer

	// blockDeltas is held while deltas go into indexer and to the processor. Who holds it sees a cache and a set of
	// listeners that agree: every listener was told of exactly what is in the cache. A handler that comes late needs
	// such a moment to join.
	blockDeltas sync.Mutex

	// startedLock guards the fields below. It is taken before blockDeltas where both are needed.
	startedLock       sync.Mutex
	started, stopped  bool
	controller        Controller    // nil before the start
	resyncCheckPeriod time.Duration // how often the Reflector asks whether a handler wants a resync; fixed by the start
	watchErrorHandler WatchErrorHandlerWithContext
	transform         TransformFunc
}

func (s *sharedIndexInformer) Run(stopCh <-chan struct{}) {
	s.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext runs the informer until ctx is cancelled, and returns after its goroutines have ended, which includes a
// handler that is in the middle of a call, but not a list that can't be interrupted (listUntilDone). It runs only once.
func (s *sharedIndexInformer) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	controller, err := s.start(klog.FromContext(ctx))
	if err != nil {
		klog.FromContext(ctx).Info("Warning: the sharedIndexInformer has started, run more than once is not allowed")
		return
	}

	// The processor is stopped after the controller, so that nothing is distributed to listeners that are gone.
	processorCtx, stopProcessor := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stopProcessor()
	wg.Go(func() { s.cacheMutationDetector.Run(processorCtx.Done()) })
	wg.Go(func() { s.processor.run(processorCtx) })
	wg.Go(func() { s.announceSynced(processorCtx, controller.HasSyncedChecker()) })

	defer s.markStopped() // before anything is torn down: no handler must join from here on
	controller.RunWithContext(ctx)
}

// start fixes all that can be set only before the start.
func (s *sharedIndexInformer) start(logger klog.Logger) (Controller, error) {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.started {
		return nil, errAlreadyStarted
	}
	s.started = true
	s.controller = New(&Config{
		Queue: s.newQueue(QueueOptions{
			Logger:            &logger,
			ObjectDescription: fmt.Sprintf("%T", s.objectType),
			KnownObjects:      s.indexer,
			Transformer:       s.transform,
			Identifier:        s.identifier,
		}),
		KnownObjects:      s.indexer,
		ListerWatcher:     s.listerWatcher,
		ObjectType:        s.objectType,
		ObjectDescription: s.objectDescription,
		InitialSync:       s.initialSync,
		FullResyncPeriod:  s.resyncCheckPeriod,
		ShouldResync:      s.processor.shouldResync,
		Process: func(obj any, isInInitialList bool) error {
			return s.handleDeltas(logger, obj, isInInitialList)
		},
		ProcessBatch: func(deltas []Delta, isInInitialList bool) error {
			return s.handleBatchDeltas(logger, deltas, isInInitialList)
		},
		WatchErrorHandlerWithContext: s.watchErrorHandler,
	})
	return s.controller, nil
}

func (s *sharedIndexInformer) markStopped() {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	s.stopped = true
}

// handleDeltas is where the controller's loop and the informer meet. It runs with the queue locked if that is a
// DeltaFIFO, or a RealFIFO in which 2,000 deltas or more wait.
func (s *sharedIndexInformer) handleDeltas(logger klog.Logger, obj any, isInInitialList bool) error {
	s.blockDeltas.Lock()
	defer s.blockDeltas.Unlock()
	deltas, ok := obj.(Deltas)
	if !ok {
		return fmt.Errorf("object given as Process argument is not Deltas but %T", obj)
	}
	err := processDeltas(s, s.indexer, deltas, isInInitialList, DeletionHandlingMetaNamespaceKeyFunc)
	if err != nil {
		logger.Error(err, "Deltas could not be processed, the cache is incomplete until the next list")
	}
	return err
}

// handleBatchDeltas is handleDeltas for a queue that hands over the deltas of several objects at once.
func (s *sharedIndexInformer) handleBatchDeltas(logger klog.Logger, deltas []Delta, isInInitialList bool) error {
	s.blockDeltas.Lock()
	defer s.blockDeltas.Unlock()
	err := processDeltasInBatch(s, s.indexer, deltas, isInInitialList, DeletionHandlingMetaNamespaceKeyFunc)
	if err != nil {
		logger.Error(err, "Deltas could not be processed, the cache is incomplete until the next list")
	}
	return err
}

// announceSynced waits for the queue to be through with the initial list and passes that on. It does so with blockDeltas
// held, so that a handler that joins meanwhile is either among the listeners or finds synced closed.
func (s *sharedIndexInformer) announceSynced(ctx context.Context, queue DoneChecker) {
	select {
	case <-ctx.Done():
		return
	case <-queue.Done():
	}
	s.blockDeltas.Lock()
	defer s.blockDeltas.Unlock()
	close(s.synced)
	s.processor.upstreamHasSynced()
}

// OnAdd makes the informer the handler of its own processDeltas: what is told to it goes to all listeners.
func (s *sharedIndexInformer) OnAdd(obj any, isInInitialList bool) {
	s.cacheMutationDetector.AddObject(obj)
	s.processor.distribute(addNotification{newObj: obj, isInInitialList: isInInitialList}, false)
}

// OnUpdate tells all listeners of a change. Where the resource version is the same nothing has changed: it is a resync,
// or a relist found the object as it was, and only listeners that are due for a resync want to know. In an informer without
// resyncs all are, always: see resyncSchedule.
func (s *sharedIndexInformer) OnUpdate(oldObj, newObj any) {
	oldVersion, hadVersion := resourceVersionOf(oldObj)
	newVersion, hasVersion := resourceVersionOf(newObj)
	isSync := hadVersion && hasVersion && oldVersion == newVersion
	s.cacheMutationDetector.AddObject(newObj)
	s.processor.distribute(updateNotification{oldObj: oldObj, newObj: newObj}, isSync)
}

// OnDelete tells all listeners of a deletion.
func (s *sharedIndexInformer) OnDelete(obj any) {
	s.processor.distribute(deleteNotification{oldObj: obj}, false)
}

func (s *sharedIndexInformer) HasSynced() bool {
	return IsDone(s.HasSyncedChecker())
}

func (s *sharedIndexInformer) HasSyncedChecker() DoneChecker {
	return doneSignal{name: s.name(), done: s.synced}
}

func (s *sharedIndexInformer) name() string {
	if s.objectDescription != "" {
		return "SharedIndexInformer " + s.objectDescription
	}
	return fmt.Sprintf("SharedIndexInformer %T", s.objectType)
}

func (s *sharedIndexInformer) LastSyncResourceVersion() string {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.controller == nil {
		return ""
	}
	return s.controller.LastSyncResourceVersion()
}

func (s *sharedIndexInformer) IsStopped() bool {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	return s.stopped
}

func (s *sharedIndexInformer) GetStore() Store {
	return s.indexer
}

func (s *sharedIndexInformer) GetIndexer() Indexer {
	return s.indexer
}

// AddIndexers may be called while the informer runs.
func (s *sharedIndexInformer) AddIndexers(indexers Indexers) error {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.stopped {
		return errors.New("indexer was not added because it has stopped already")
	}
	return s.indexer.AddIndexers(indexers)
}

func (s *sharedIndexInformer) SetTransform(transform TransformFunc) error {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.started {
		return errAlreadyStarted
	}
	s.transform = transform
	return nil
}

func (s *sharedIndexInformer) SetWatchErrorHandler(handler WatchErrorHandler) error {
	return s.SetWatchErrorHandlerWithContext(func(_ context.Context, r *Reflector, err error) {
		handler(r, err)
	})
}

func (s *sharedIndexInformer) SetWatchErrorHandlerWithContext(handler WatchErrorHandlerWithContext) error {
	s.startedLock.Lock()
	defer s.startedLock.Unlock()
	if s.started {
		return errAlreadyStarted
	}
	s.watchErrorHandler = handler
	return nil
}

// GetController returns a Controller that shows the informer's state; running it does nothing.
func (s *sharedIndexInformer) GetController() Controller {
	return shownController{s}
}

type shownController struct {
	*sharedIndexInformer
}

func (shownController) Run(<-chan struct{})            {}
func (shownController) RunWithContext(context.Context) {}
