package cache

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
)

// InformerOptions configures NewInformerWithOptions. ListerWatcher, ObjectType and Handler must be set.
type InformerOptions struct {
	// Logger is used instead of klog.Background().
	Logger *klog.Logger
	// ListerWatcher is the source.
	ListerWatcher ListerWatcher
	// ObjectType is an example of the objects.
	ObjectType runtime.Object
	// Handler is told of every change, by the goroutine that also fills the store: it must be quick.
	Handler ResourceEventHandler
	// ResyncPeriod is the time after which Handler's OnUpdate is called for every object again; zero: never.
	ResyncPeriod time.Duration
	// MinWatchTimeout is as in Config.
	MinWatchTimeout time.Duration
	// Indexers are the indices of the store.
	Indexers Indexers
	// Transform is applied to each object before anybody sees it.
	Transform TransformFunc
	// Identifier names the informer, for messages.
	Identifier InformerNameAndResource
	// NewQueue makes the queue; nil: NewRealFIFOQueue.
	NewQueue QueueFactory
	// InitialSync is as in Config.
	InitialSync InitialSync
}

// NewInformerWithOptions returns a store and the Controller that fills it and calls the handler. Only read the store.
//
// There is one handler, and it is called directly. A shared informer takes many, and puts a buffer before each.
func NewInformerWithOptions(options InformerOptions) (Store, Controller) {
	return newInformer(options)
}

// NewInformer is NewInformerWithOptions for a plain store.
func NewInformer(
	lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler,
) (Store, Controller) {
	return newInformer(InformerOptions{ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h})
}

// NewIndexerInformer is NewInformerWithOptions for an Indexer.
func NewIndexerInformer(
	lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler, indexers Indexers,
) (Indexer, Controller) {
	return newInformer(InformerOptions{
		ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h, Indexers: indexers,
	})
}

// NewTransformingInformer is NewInformer with a transformer.
func NewTransformingInformer(
	lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler,
	transformer TransformFunc,
) (Store, Controller) {
	return newInformer(InformerOptions{
		ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h, Transform: transformer,
	})
}

// NewTransformingIndexerInformer is NewIndexerInformer with a transformer.
func NewTransformingIndexerInformer(
	lw ListerWatcher, objType runtime.Object, resyncPeriod time.Duration, h ResourceEventHandler, indexers Indexers,
	transformer TransformFunc,
) (Indexer, Controller) {
	return newInformer(InformerOptions{
		ListerWatcher: lw, ObjectType: objType, ResyncPeriod: resyncPeriod, Handler: h, Indexers: indexers,
		Transform: transformer,
	})
}

func newInformer(options InformerOptions) (Indexer, Controller) {
	keyFunc := DeletionHandlingMetaNamespaceKeyFunc
	store := NewIndexer(keyFunc, options.Indexers)
	newQueue := options.NewQueue
	if newQueue == nil {
		newQueue = NewRealFIFOQueue
	}
	return store, New(&Config{
		Queue: newQueue(QueueOptions{
			Logger:            options.Logger,
			ObjectDescription: fmt.Sprintf("%T", options.ObjectType),
			KnownObjects:      store,
			Transformer:       options.Transform,
			Identifier:        options.Identifier,
		}),
		KnownObjects:     store,
		ListerWatcher:    options.ListerWatcher,
		ObjectType:       options.ObjectType,
		FullResyncPeriod: options.ResyncPeriod,
		MinWatchTimeout:  options.MinWatchTimeout,
		InitialSync:      options.InitialSync,
		Process: func(obj any, isInInitialList bool) error {
			deltas, ok := obj.(Deltas)
			if !ok {
				return fmt.Errorf("object given as Process argument is not Deltas but %T", obj)
			}
			return processDeltas(options.Handler, store, deltas, isInInitialList, keyFunc)
		},
		ProcessBatch: func(deltas []Delta, isInInitialList bool) error {
			return processDeltasInBatch(options.Handler, store, deltas, isInInitialList, keyFunc)
		},
	})
}
