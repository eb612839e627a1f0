package cache

import (
	"context"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// Reflector keeps a store equal to a collection on the API server: it lists the collection once, then watches the
// changes from the moment of that list on, and starts over whenever it has lost the thread.
//
// Read from here: RunWithContext repeats ListAndWatchWithContext, which gets a list, by a stream (reflector_watchlist.go)
// or else by asking for one (reflector_list.go), and then watches (reflector_watch.go), writing each event to the store
// (reflector_events.go).
//
// All writes to the store come from the one goroutine that runs the Reflector, except Resync, which has a goroutine of
// its own.
type Reflector struct {
	name            string
	typeDescription string                   // what is reflected, for log and error messages
	expectedType    reflect.Type             // nil: objects of any type are let through
	expectedGVK     *schema.GroupVersionKind // set for unstructured objects, whose Go type says nothing

	listerWatcher ListerWatcherWithContext
	store         ReflectorStore
	incoming      incoming // the way of lists into store

	// WatchListPageSize is the number of objects a page of a list has. 0 means the pager's 500 for lists at resource
	// version "" and "0", and no pages for all others: those are answered from the server's watch cache, but only when
	// they come without a limit.
	WatchListPageSize int64
	// ShouldResync is asked each time the resync period has passed; nil means yes.
	ShouldResync func() bool
	// MaxInternalErrorRetryDuration is how long the watch is opened again at once after the server broke it by an
	// internal error. 0 means never: each such error leads to a new list.
	MaxInternalErrorRetryDuration time.Duration

	resyncPeriod      time.Duration // 0: no resync
	minWatchTimeout   time.Duration
	initialSync       InitialSync
	watchErrorHandler WatchErrorHandlerWithContext

	clock  clock.Clock
	delay  wait.DelayFunc // how long to wait before the next try; grows with each call, starts over after a quiet time
	logger *klog.Logger   // nil: that of the context

	position syncPosition
	// pagesAtZero is set once a list at resource version "0" came in pages. Then the server has no watch cache for this
	// resource, and later lists keep to pages also at other versions.
	pagesAtZero bool
}

// LastSyncResourceVersion is the resource version of the newest state that the store was given, "" before the first
// list. The store need not have processed it yet.
func (r *Reflector) LastSyncResourceVersion() string { return r.position.resourceVersion() }

// Name is the name given in the options; it names the place that made the Reflector if there was none.
func (r *Reflector) Name() string { return r.name }

// log returns a logger that tells the Reflector's name and type with each message.
func (r *Reflector) log(ctx context.Context) klog.Logger {
	logger := klog.FromContext(ctx)
	if r.logger != nil {
		logger = *r.logger
	}
	return logger.WithValues("reflector", r.name, "type", r.typeDescription)
}

// TypeDescription says what is reflected, for example "*v1.Pod".
func (r *Reflector) TypeDescription() string { return r.typeDescription }

// Run is RunWithContext with a channel that is closed to stop.
func (r *Reflector) Run(stopCh <-chan struct{}) {
	r.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext keeps the store up to date until ctx is done. It never gives up: when ListAndWatch returns, it tells the
// watch error handler of the error, if there is one, waits, and lists again. The wait doubles from
// 0.8 s to 30 s, plus a random part of up to the same, so that the clients of a server that comes back don't all ask
// it at once; after two minutes without a failure it starts small again.
func (r *Reflector) RunWithContext(ctx context.Context) {
	r.log(ctx).V(3).Info("Starting reflector", "resyncPeriod", r.resyncPeriod)
	defer r.log(ctx).V(3).Info("Stopping reflector")
	for ctx.Err() == nil {
		r.runOnce(ctx)
		r.waitBeforeRetry(ctx)
	}
}

// runOnce is one round of RunWithContext. A panic is logged with its stack and goes on to end the program: a cache that
// stopped to follow the server in silence would be worse.
func (r *Reflector) runOnce(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	if err := r.ListAndWatchWithContext(ctx); err != nil {
		r.watchErrorHandler(ctx, r, err)
	}
}

// ListAndWatch is ListAndWatchWithContext with a channel that is closed to stop.
func (r *Reflector) ListAndWatch(stopCh <-chan struct{}) error {
	return r.ListAndWatchWithContext(wait.ContextForChannel(stopCh))
}

// ListAndWatchWithContext lists the collection, gives the store the result, and watches from there, for as long as a
// watch can be opened where the last one ended. It returns an error when the list failed or no watch could be opened, and
// nil when an open watch ended in a way that needs a new list, or when ctx is done. So a 410 Gone in answer to the request
// is an error; as an event of an open watch it is not. doc.go has a table.
//
// List first, watch from the list's resource version: nothing can change unseen between the two, because the watch
// begins exactly where the list ends, however much later it is opened.
func (r *Reflector) ListAndWatchWithContext(ctx context.Context) error {
	r.log(ctx).V(3).Info("Listing and watching")
	var stream watch.Interface // opened already if the list was streamed
	if r.initialSync == InitialSyncWatchList {
		stream = r.watchListOrNone(ctx)
	}
	if stream == nil {
		if err := r.list(ctx); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return r.watchWithResync(ctx, stream)
}

// waitBeforeRetry sleeps for the next, longer delay, or until ctx is done.
func (r *Reflector) waitBeforeRetry(ctx context.Context) {
	timer := r.clock.NewTimer(r.delay())
	defer timer.Stop()
	select {
	case <-timer.C():
	case <-ctx.Done():
	}
}
