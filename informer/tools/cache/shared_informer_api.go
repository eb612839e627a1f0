package cache

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// SharedInformer keeps one local copy of a collection of objects for many handlers.
//
// What it promises: the copy becomes equal to the server's state in the end. For each object the states that appear in
// it are some of those the server had, in the right order; others are skipped. A handler is told of a change after the
// copy has it, and of changes of one object in order. Between objects, and between handlers, there is no order.
//
// Objects are told apart by namespace and name. One that is deleted and created again in quick succession may appear as
// an update; who cares compares UIDs.
type SharedInformer interface {
	// AddEventHandler registers a handler with the informer's own resync period. It may be called at any time before
	// the informer has stopped; a handler that comes late is first told of each object in the cache by an OnAdd.
	AddEventHandler(handler ResourceEventHandler) (ResourceEventHandlerRegistration, error)
	// AddEventHandlerWithResyncPeriod registers a handler that wants to hear of every object about once in that time;
	// zero: never. An informer made without resyncs does none for anybody; there, each handler gets an OnUpdate from a
	// relist also for an object that has not changed. With resyncs, only a handler does that is due for one, or for which
	// that was not looked at yet.
	AddEventHandlerWithResyncPeriod(
		handler ResourceEventHandler, resyncPeriod time.Duration,
	) (ResourceEventHandlerRegistration, error)
	// AddEventHandlerWithOptions registers a handler.
	AddEventHandlerWithOptions(handler ResourceEventHandler, options HandlerOptions) (ResourceEventHandlerRegistration, error)
	// RemoveEventHandler ends a registration. It does not wait for a call that is going on; see ShutDownEventHandler.
	RemoveEventHandler(handle ResourceEventHandlerRegistration) error
	// GetStore returns the copy. Only read it.
	GetStore() Store
	// GetController returns a Controller that can't be run.
	GetController() Controller
	// Run is RunWithContext with a channel to be closed.
	Run(stopCh <-chan struct{})
	// RunWithContext works until ctx is cancelled and returns when what it started has ended, except a list that takes
	// no context. It may be called once.
	RunWithContext(ctx context.Context)
	// HasSynced reports whether the copy has been complete once. The handlers may still be behind: ask the
	// registration about that.
	HasSynced() bool
	// HasSyncedChecker is HasSynced to wait for.
	HasSyncedChecker() DoneChecker
	// LastSyncResourceVersion is the resource version the Reflector has seen last.
	LastSyncResourceVersion() string
	// SetWatchErrorHandler sets what is called when a list failed or a watch could not be opened, before it is tried
	// again; see WatchErrorHandler. Only before the start.
	SetWatchErrorHandler(handler WatchErrorHandler) error
	// SetWatchErrorHandlerWithContext does the same for a handler that takes a context.
	SetWatchErrorHandlerWithContext(handler WatchErrorHandlerWithContext) error
	// SetTransform sets what is applied to each object before anybody sees it. Only before the start.
	SetTransform(handler TransformFunc) error
	// IsStopped reports whether the informer was run and has ended. It can't be run again.
	IsStopped() bool
}

// SharedIndexInformer is a SharedInformer whose copy has indices.
type SharedIndexInformer interface {
	SharedInformer
	AddIndexers(indexers Indexers) error
	GetIndexer() Indexer
}

// HandlerOptions are the options of AddEventHandlerWithOptions.
type HandlerOptions struct {
	// Logger is used instead of klog.Background().
	Logger *klog.Logger
	// ResyncPeriod is as in AddEventHandlerWithResyncPeriod; nil: the informer's own.
	ResyncPeriod *time.Duration
}

// SharedIndexInformerOptions configures a SharedIndexInformer. The zero value works.
type SharedIndexInformerOptions struct {
	// ResyncPeriod is that of handlers which do not ask for another; zero: no resyncs at all.
	ResyncPeriod time.Duration
	// Indexers are the indices of the copy.
	Indexers Indexers
	// ObjectDescription is the type's name in messages, where the example object does not tell it.
	ObjectDescription string
	// Identifier names the informer, for messages.
	Identifier InformerNameAndResource
	// NewQueue makes the queue; nil: NewRealFIFOQueue.
	NewQueue QueueFactory
	// InitialSync is as in Config.
	InitialSync InitialSync
}

// NewSharedInformer returns an informer without indices.
func NewSharedInformer(
	lw ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration,
) SharedInformer {
	return NewSharedIndexInformer(lw, exampleObject, defaultEventHandlerResyncPeriod, Indexers{})
}

// NewSharedIndexInformer returns an informer with indices.
func NewSharedIndexInformer(
	lw ListerWatcher, exampleObject runtime.Object, defaultEventHandlerResyncPeriod time.Duration, indexers Indexers,
) SharedIndexInformer {
	return NewSharedIndexInformerWithOptions(lw, exampleObject, SharedIndexInformerOptions{
		ResyncPeriod: defaultEventHandlerResyncPeriod,
		Indexers:     indexers,
	})
}

// NewSharedIndexInformerWithOptions returns an informer that waits to be run. exampleObject tells the type of the
// objects; others are dropped.
func NewSharedIndexInformerWithOptions(
	lw ListerWatcher, exampleObject runtime.Object, options SharedIndexInformerOptions,
) SharedIndexInformer {
	realClock := clock.RealClock{}
	s := &sharedIndexInformer{
		indexer:                         NewIndexer(DeletionHandlingMetaNamespaceKeyFunc, options.Indexers),
		processor:                       &sharedProcessor{clock: realClock},
		listerWatcher:                   lw,
		objectType:                      exampleObject,
		objectDescription:               options.ObjectDescription,
		identifier:                      options.Identifier,
		newQueue:                        options.NewQueue,
		initialSync:                     options.InitialSync,
		defaultEventHandlerResyncPeriod: options.ResyncPeriod,
		resyncCheckPeriod:               options.ResyncPeriod,
		clock:                           realClock,
		synced:                          make(chan struct{}),
	}
	if s.newQueue == nil {
		s.newQueue = NewRealFIFOQueue
	}
	s.cacheMutationDetector = NewCacheMutationDetector(s.name())
	return s
}
