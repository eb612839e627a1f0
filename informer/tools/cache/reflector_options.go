package cache

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/naming"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// shortestWatch is the least time that a watch asks to be kept open. Each watch asks for one to two times that, by
// chance: thousands of clients that connected in the same second must not all come back in the same second.
const shortestWatch = 5 * time.Minute

// backoffReset is how long it must go well before a Reflector's wait between tries starts small again.
const backoffReset = 2 * time.Minute

// InitialSync says how a Reflector gets the objects that exist when it starts.
type InitialSync string

const (
	// InitialSyncDefault is InitialSyncWatchList, which client-go has as its default since v0.35.
	InitialSyncDefault InitialSync = ""
	// InitialSyncList asks for a list, in pages, and then opens a watch at the list's resource version. It is the
	// classic way.
	InitialSyncList InitialSync = "List"
	// InitialSyncWatchList opens a watch that begins with an ADDED event for every object that exists
	// (sendInitialEvents), so that the server need not make a whole list, nor the client decode one. The Reflector
	// collects the objects and hands them over as one. It falls back to InitialSyncList when the server or the client
	// can't do it.
	InitialSyncWatchList InitialSync = "WatchList"
)

// ReflectorOptions configures a Reflector. The zero value is good.
type ReflectorOptions struct {
	// Logger is where the Reflector logs; nil means the logger of the context that it runs with.
	Logger *klog.Logger
	// Name names the Reflector in logs; empty means the file and line outside of this package that made it.
	Name string
	// TypeDescription says what is reflected; empty means the Go type of the expected object, or apiVersion and kind
	// if it is unstructured.
	TypeDescription string
	// ResyncPeriod is the time between two Resyncs of the store; 0 means none.
	ResyncPeriod time.Duration
	// MinWatchTimeout is the least time that a watch is kept open; less than 5 minutes counts as 5 minutes.
	MinWatchTimeout time.Duration
	// Clock is for tests; nil means the real one.
	Clock clock.Clock
	// Backoff sets the waits between tries; nil means 0.8 s doubling to 30 s, with full jitter.
	Backoff *wait.Backoff
	// InitialSync chooses between list-then-watch and a streamed list. client-go has no such field; there it is the
	// feature gate WatchListClient, one for the whole process.
	InitialSync InitialSync
	// KnownObjects is what the consumer of the store has, if the store is a RealFIFO. An object that a list brings in
	// the same state is then replaced by the consumer's copy at once, so that a relist does not double the memory.
	// client-go has no such field, and keeps both copies.
	KnownObjects KeyGetter
}

// NewReflector returns a Reflector that keeps store equal to what lw lists and watches; it does nothing until run.
// Objects whose type is not expectedType's are dropped with a logged error; nil lets all through.
func NewReflector(lw ListerWatcher, expectedType any, store ReflectorStore, resyncPeriod time.Duration) *Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, ReflectorOptions{ResyncPeriod: resyncPeriod})
}

// NewNamedReflector is NewReflector with a name.
func NewNamedReflector(name string, lw ListerWatcher, expectedType any, store ReflectorStore,
	resyncPeriod time.Duration) *Reflector {
	return NewReflectorWithOptions(lw, expectedType, store, ReflectorOptions{Name: name, ResyncPeriod: resyncPeriod})
}

// NewNamespaceKeyedIndexerAndReflector returns an indexer with an index by namespace, and a Reflector that fills it.
func NewNamespaceKeyedIndexerAndReflector(lw ListerWatcher, expectedType any,
	resyncPeriod time.Duration) (indexer Indexer, reflector *Reflector) {
	indexer = NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	return indexer, NewReflector(lw, expectedType, indexer, resyncPeriod)
}

// NewReflectorWithOptions is NewReflector with everything that can be set.
func NewReflectorWithOptions(lw ListerWatcher, expectedType any, store ReflectorStore, options ReflectorOptions) *Reflector {
	r := &Reflector{
		name:              options.Name,
		typeDescription:   options.TypeDescription,
		expectedType:      reflect.TypeOf(expectedType),
		expectedGVK:       gvkOf(expectedType),
		listerWatcher:     ToListerWatcherWithContext(lw),
		store:             store,
		incoming:          newIncoming(store, options.KnownObjects),
		resyncPeriod:      options.ResyncPeriod,
		minWatchTimeout:   max(options.MinWatchTimeout, shortestWatch),
		initialSync:       cmp.Or(options.InitialSync, InitialSyncWatchList),
		watchErrorHandler: DefaultWatchErrorHandler,
		clock:             options.Clock,
		logger:            options.Logger,
	}
	if r.name == "" {
		r.name = naming.GetNameFromCallsite("informer/tools/cache/")
	}
	if r.typeDescription == "" {
		r.typeDescription = describeType(expectedType)
	}
	if r.clock == nil {
		r.clock = clock.RealClock{}
	}
	backoff := defaultBackoff()
	if options.Backoff != nil {
		backoff = *options.Backoff
	}
	r.delay = backoff.DelayWithReset(r.clock, backoffReset)
	if watchListUnsupported(lw) {
		r.log(context.Background()).V(2).Info("The client can't stream lists, listing instead; fine in tests, not in production")
		r.initialSync = InitialSyncList
	}
	return r
}

func defaultBackoff() wait.Backoff {
	return wait.Backoff{
		Duration: 800 * time.Millisecond, Cap: 30 * time.Second, Factor: 2.0, Jitter: 1.0, Steps: math.MaxInt32,
	}
}

// gvkOf returns the kind that an unstructured example object names, nil for all other examples.
func gvkOf(expected any) *schema.GroupVersionKind {
	obj, ok := expected.(*unstructured.Unstructured)
	if !ok || obj.GroupVersionKind().Empty() {
		return nil
	}
	gvk := obj.GroupVersionKind()
	return &gvk
}

func describeType(expected any) string {
	if expected == nil {
		return "<unspecified>"
	}
	if gvk := gvkOf(expected); gvk != nil {
		return gvk.String()
	}
	return fmt.Sprintf("%T", expected)
}
