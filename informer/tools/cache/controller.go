package cache

import (
	"context"
	"errors"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/clock"
)

// ProcessFunc processes what was popped from the queue.
type ProcessFunc func(obj any, isInInitialList bool) error

// ShouldResyncFunc is asked whenever a resync would be due. An informer with several handlers answers for all of them.
type ShouldResyncFunc func() bool

// Config says where a Controller's objects come from and what happens to them.
type Config struct {
	// Queue takes what the Reflector sees until it is processed.
	Queue
	// ListerWatcher is the source.
	ListerWatcher
	// Process is called with what the Queue's Pop returns: Deltas.
	Process ProcessFunc
	// ProcessBatch, if set, is used with a Queue that has PopBatch.
	ProcessBatch ProcessBatchFunc
	// ObjectType is an example of the objects; the Reflector drops any other. Nil accepts all.
	ObjectType runtime.Object
	// ObjectDescription is the type's name in messages, where ObjectType does not tell it.
	ObjectDescription string
	// FullResyncPeriod is the time between two looks at ShouldResync; zero: never.
	FullResyncPeriod time.Duration
	// MinWatchTimeout is the shortest time for which the server is asked to keep a watch open; at least five minutes.
	MinWatchTimeout time.Duration
	// ShouldResync decides whether a resync that is due takes place; nil: it does.
	ShouldResync ShouldResyncFunc
	// WatchErrorHandler is called when a list failed or a watch could not be opened. It wins over the next.
	WatchErrorHandler WatchErrorHandler
	// WatchErrorHandlerWithContext is the same with a context.
	WatchErrorHandlerWithContext WatchErrorHandlerWithContext
	// WatchListPageSize is the size of the chunks in which lists are asked for; zero: the Reflector decides.
	WatchListPageSize int64
	// KnownObjects is the store that Process fills. If it is set, a list that brings an object in the state that is known
	// already does not bring a second copy of it; see ReflectorOptions. client-go has no such field.
	KnownObjects KeyGetter
	// InitialSync chooses how the Reflector gets the objects that exist already. client-go has a feature gate for it.
	InitialSync InitialSync
}

// Controller moves objects from a source through a queue to a function.
type Controller interface {
	// RunWithContext works until ctx is cancelled and returns when what it started has ended, except a list that takes
	// no context. It may be called once.
	RunWithContext(ctx context.Context)
	// Run is RunWithContext with a channel to be closed.
	Run(stopCh <-chan struct{})
	// HasSynced is that of the queue.
	HasSynced() bool
	// HasSyncedChecker is that of the queue.
	HasSyncedChecker() DoneChecker
	// LastSyncResourceVersion is that of the Reflector, and empty before there is one.
	LastSyncResourceVersion() string
}

type controller struct {
	config Config
	clock  clock.Clock

	reflectorMutex sync.RWMutex // guards reflector, which RunWithContext sets while others may ask for the version
	reflector      *Reflector
}

// New returns a Controller that waits to be run.
func New(c *Config) Controller {
	return &controller{config: *c, clock: clock.RealClock{}}
}

func (c *controller) Run(stopCh <-chan struct{}) {
	c.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext runs the two halves, of which each blocks on its own: the Reflector on the network and processLoop on
// the queue. Neither notices the end of ctx while the queue holds it up, so closing the queue is a job of its own.
func (c *controller) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	reflector := c.newReflector()
	c.reflectorMutex.Lock()
	c.reflector = reflector
	c.reflectorMutex.Unlock()

	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		<-ctx.Done()
		c.config.Queue.Close()
	})
	wg.Go(func() { reflector.RunWithContext(ctx) })
	// Until matters only after a panic in Process, and only where utilruntime.ReallyCrash is false: the loop goes on.
	wait.UntilWithContext(ctx, c.processLoop, time.Second)
}

func (c *controller) newReflector() *Reflector {
	reflector := NewReflectorWithOptions(c.config.ListerWatcher, c.config.ObjectType, c.config.Queue, ReflectorOptions{
		ResyncPeriod:    c.config.FullResyncPeriod,
		MinWatchTimeout: c.config.MinWatchTimeout,
		TypeDescription: c.config.ObjectDescription,
		Clock:           c.clock,
		InitialSync:     c.config.InitialSync,
		KnownObjects:    c.config.KnownObjects,
	})
	reflector.ShouldResync = c.config.ShouldResync
	reflector.WatchListPageSize = c.config.WatchListPageSize
	switch {
	case c.config.WatchErrorHandler != nil:
		reflector.watchErrorHandler = func(_ context.Context, r *Reflector, err error) {
			c.config.WatchErrorHandler(r, err)
		}
	case c.config.WatchErrorHandlerWithContext != nil:
		reflector.watchErrorHandler = c.config.WatchErrorHandlerWithContext
	}
	return reflector
}

// processLoop pops and processes until ctx is cancelled or the queue is closed and empty. After a cancel, what is still
// queued stays there: nobody is to be told anything any more.
//
// The error of processing is dropped here, as in client-go: the deltas are gone from the queue, and whoever made the
// error knows better what to do about it.
func (c *controller) processLoop(ctx context.Context) {
	batches, _ := c.config.Queue.(QueueWithBatch)
	for ctx.Err() == nil {
		var err error
		if batches != nil && c.config.ProcessBatch != nil {
			err = batches.PopBatch(c.config.ProcessBatch, PopProcessFunc(c.config.Process))
		} else {
			_, err = c.config.Queue.Pop(PopProcessFunc(c.config.Process))
		}
		if errors.Is(err, ErrFIFOClosed) {
			return
		}
	}
}

func (c *controller) HasSynced() bool {
	return c.config.Queue.HasSynced()
}

func (c *controller) HasSyncedChecker() DoneChecker {
	return c.config.Queue.HasSyncedChecker()
}

func (c *controller) LastSyncResourceVersion() string {
	c.reflectorMutex.RLock()
	defer c.reflectorMutex.RUnlock()
	if c.reflector == nil {
		return ""
	}
	return c.reflector.LastSyncResourceVersion()
}
