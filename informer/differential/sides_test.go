package differential

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/features"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// mode is a way for an informer to work, of which there are several in client-go's history, and what chooses it: feature
// gates there, options in ours.
type mode struct {
	name      string
	off       []features.Feature // client-go's gates that are not as they are by default
	queue     cache.QueueFactory
	sync      cache.InitialSync
	streaming bool // the client knows how to ask for a streamed list
	atomic    bool // a relist is one event
	gathers   bool // the queue gathers changes by key
	// queueSyncsEarly: client-go's DeltaFIFO has synced before the last object of the list is processed, and so a
	// handler's registration may be synced before the handler knows of that object. Ours waits, with either queue.
	queueSyncsEarly bool
}

var modes = []mode{
	{
		name: "as by default, with streamed lists", streaming: true, atomic: true,
	},
	{
		name: "as by default, with a client that can't stream lists", atomic: true,
	},
	{
		name: "each change in order", off: []features.Feature{features.AtomicFIFO, features.UnlockWhileProcessingFIFO},
		queue: newOrderedQueue, sync: cache.InitialSyncList,
	},
	{
		name: "classic", queue: cache.NewDeltaFIFOQueue, sync: cache.InitialSyncList, streaming: true, gathers: true, queueSyncsEarly: true,
		off: []features.Feature{
			features.AtomicFIFO, features.UnlockWhileProcessingFIFO, features.InOrderInformers,
			features.InOrderInformersBatchProcess, features.WatchListClient,
		},
	},
}

// newOrderedQueue makes the queue that informers had from v0.33 to v0.35.
func newOrderedQueue(options cache.QueueOptions) cache.Queue {
	return cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{
		KnownObjects: options.KnownObjects, Transformer: options.Transformer,
	})
}

func (m mode) String() string { return m.name }

// gates sets client-go's feature gates for this mode, also one that is locked for users, and returns how to undo it.
func (m mode) gates() (undo func()) {
	before := features.FeatureGates()
	features.ReplaceFeatureGates(gates{before, m.off})
	return func() { features.ReplaceFeatureGates(before) }
}

type gates struct {
	features.Gates
	off []features.Feature
}

func (g gates) Enabled(feature features.Feature) bool {
	return g.Gates.Enabled(feature) && !slices.Contains(g.off, feature)
}

// informer is what both sides have in common.
type informer interface {
	run(ctx context.Context)
	synced() bool
	stopped() bool
	version() string
	storeVersion() string
	add(h *handler, resync time.Duration) (interface{ HasSynced() bool }, error)
	remove(registration any) error
	addIndexer(name string, index func(any) ([]string, error)) error
	store() reader
}

// reader is what both sides' indexers have in common.
type reader interface {
	List() []any
	ListKeys() []string
	GetByKey(key string) (any, bool, error)
	ByIndex(name, value string) ([]any, error)
	IndexKeys(name, value string) ([]string, error)
	Index(name string, obj any) ([]any, error)
	ListIndexFuncValues(name string) []string
}

func byLabel(name string) func(any) ([]string, error) {
	return func(obj any) ([]string, error) { return []string{obj.(*v1.Pod).Labels[name]}, nil }
}

// byBoth has two values for each object, which may be the same.
func byBoth(obj any) ([]string, error) {
	labels := obj.(*v1.Pod).Labels
	return []string{labels["first"], labels["second"]}, nil
}

func byNode(obj any) ([]string, error) {
	if node := obj.(*v1.Pod).Spec.NodeName; node != "node-0" {
		return []string{node}, nil
	}
	return nil, nil
}

// contents is everything that can be read from a cache.
func contents(store reader) []string {
	objects := func(list []any, err error) string {
		var words []string
		for _, obj := range list {
			words = append(words, describe(obj))
		}
		slices.Sort(words)
		return fmt.Sprint(words, err)
	}
	lines := []string{"list: " + objects(store.List(), nil), "keys: " + strings.Join(slices.Sorted(slices.Values(store.ListKeys())), " ")}
	for _, key := range keys {
		obj, exists, err := store.GetByKey(key)
		lines = append(lines, fmt.Sprint(key, ": ", describe(obj), exists, err))
	}
	for _, name := range []string{"namespace", "first", "both", "node", "step-1", "step-2", "step-5", "none"} {
		values := slices.Sorted(slices.Values(store.ListIndexFuncValues(name)))
		lines = append(lines, fmt.Sprintf("values by %s: %q", name, values))
		for _, value := range append(values, "absent") {
			indexed, err := store.IndexKeys(name, value)
			slices.Sort(indexed)
			lines = append(lines, fmt.Sprintf("%s=%s: %s %v %v", name, value, objects(store.ByIndex(name, value)), indexed, err))
		}
		lines = append(lines, "like one by "+name+": "+objects(store.Index(name, newPod("n/a", 0, 4))))
	}
	return lines
}

var ourIndexers = cache.Indexers{
	cache.NamespaceIndex: cache.MetaNamespaceIndexFunc, "first": byLabel("first"), "both": byBoth, "node": byNode,
}

// markOnce is a transformer to which it is all the same how often it sees an object, as all should be: those of a streamed
// list pass it twice in client-go, and once in ours.
func markOnce(obj any) (any, error) {
	if obj.(*v1.Pod).Annotations["marks"] != "" {
		return obj, nil
	}
	return mark(obj)
}

func newOurInformer(s *side) informer {
	indexers := cache.Indexers{}
	for name, index := range ourIndexers {
		indexers[name] = index
	}
	if s.options.solo {
		options := cache.InformerOptions{
			ListerWatcher: s.server, ObjectType: &v1.Pod{}, Handler: s.handlers[0], ResyncPeriod: s.options.resync,
			Indexers: indexers, NewQueue: s.options.mode.queue, InitialSync: s.options.mode.sync,
		}
		if s.options.transform {
			options.Transform = markOnce
		}
		store, controller := cache.NewInformerWithOptions(options)
		return &ourSolo{Controller: controller, indexer: store.(cache.Indexer)}
	}
	shared := cache.NewSharedIndexInformerWithOptions(s.server, &v1.Pod{}, cache.SharedIndexInformerOptions{
		ResyncPeriod: s.options.resync, Indexers: indexers, NewQueue: s.options.mode.queue, InitialSync: s.options.mode.sync,
	})
	if s.options.transform {
		s.fail("set a transformer", shared.SetTransform(markOnce))
	}
	s.fail("set an error handler", shared.SetWatchErrorHandler(func(_ *cache.Reflector, err error) { s.watchFailed(err) }))
	return ourShared{shared}
}

func newTheirInformer(s *side) informer {
	indexers := clientcache.Indexers{}
	for name, index := range ourIndexers {
		indexers[name] = clientcache.IndexFunc(index)
	}
	if s.options.solo {
		options := clientcache.InformerOptions{
			ListerWatcher: s.server, ObjectType: &v1.Pod{}, Handler: s.handlers[0], ResyncPeriod: s.options.resync,
			Indexers: indexers,
		}
		if s.options.transform {
			options.Transform = markOnce
		}
		store, controller := clientcache.NewInformerWithOptions(options)
		return &theirSolo{Controller: controller, indexer: store.(clientcache.Indexer)}
	}
	shared := clientcache.NewSharedIndexInformer(s.server, &v1.Pod{}, s.options.resync, indexers)
	if s.options.transform {
		s.fail("set a transformer", shared.SetTransform(markOnce))
	}
	s.fail("set an error handler", shared.SetWatchErrorHandler(func(_ *clientcache.Reflector, err error) { s.watchFailed(err) }))
	return theirShared{shared}
}

// watchFailed leaves out the Reflector's name, which is the line that made it.
func (s *side) watchFailed(err error) {
	message := err.Error()
	if short := "very short watch"; strings.Contains(message, short) {
		message = short
	}
	s.fail("told of an error", fmt.Errorf("%s", message))
}

type ourShared struct{ cache.SharedIndexInformer }

func (i ourShared) run(ctx context.Context) { i.RunWithContext(ctx) }
func (i ourShared) synced() bool            { return i.HasSynced() }
func (i ourShared) stopped() bool           { return i.IsStopped() }
func (i ourShared) version() string         { return i.LastSyncResourceVersion() }
func (i ourShared) storeVersion() string    { return i.GetStore().LastStoreSyncResourceVersion() }
func (i ourShared) store() reader           { return i.GetIndexer() }

func (i ourShared) add(h *handler, resync time.Duration) (interface{ HasSynced() bool }, error) {
	registration, err := i.AddEventHandlerWithResyncPeriod(h, resync)
	if err != nil {
		return nil, err
	}
	return registration, nil
}

func (i ourShared) remove(registration any) error {
	return i.RemoveEventHandler(registration.(cache.ResourceEventHandlerRegistration))
}

func (i ourShared) addIndexer(name string, index func(any) ([]string, error)) error {
	return i.AddIndexers(cache.Indexers{name: index})
}

type theirShared struct {
	clientcache.SharedIndexInformer
}

func (i theirShared) run(ctx context.Context) { i.RunWithContext(ctx) }
func (i theirShared) synced() bool            { return i.HasSynced() }
func (i theirShared) stopped() bool           { return i.IsStopped() }
func (i theirShared) version() string         { return i.LastSyncResourceVersion() }
func (i theirShared) storeVersion() string    { return i.GetStore().LastStoreSyncResourceVersion() }
func (i theirShared) store() reader           { return i.GetIndexer() }

func (i theirShared) add(h *handler, resync time.Duration) (interface{ HasSynced() bool }, error) {
	registration, err := i.AddEventHandlerWithResyncPeriod(h, resync)
	if err != nil {
		return nil, err
	}
	return registration, nil
}

func (i theirShared) remove(registration any) error {
	return i.RemoveEventHandler(registration.(clientcache.ResourceEventHandlerRegistration))
}

func (i theirShared) addIndexer(name string, index func(any) ([]string, error)) error {
	return i.AddIndexers(clientcache.Indexers{name: index})
}

// soloOnly are the methods that an informer of one handler has no use for.
type soloOnly struct{}

func (soloOnly) stopped() bool { return false }

func (soloOnly) add(*handler, time.Duration) (interface{ HasSynced() bool }, error) { return nil, nil }

func (soloOnly) remove(any) error { return nil }

func (soloOnly) addIndexer(string, func(any) ([]string, error)) error { return nil }

type ourSolo struct {
	soloOnly
	cache.Controller
	indexer cache.Indexer
}

func (i *ourSolo) run(ctx context.Context) { i.RunWithContext(ctx) }
func (i *ourSolo) synced() bool            { return i.HasSynced() }
func (i *ourSolo) version() string         { return i.LastSyncResourceVersion() }
func (i *ourSolo) storeVersion() string    { return i.indexer.LastStoreSyncResourceVersion() }
func (i *ourSolo) store() reader           { return i.indexer }

type theirSolo struct {
	soloOnly
	clientcache.Controller
	indexer clientcache.Indexer
}

func (i *theirSolo) run(ctx context.Context) { i.RunWithContext(ctx) }
func (i *theirSolo) synced() bool            { return i.HasSynced() }
func (i *theirSolo) version() string         { return i.LastSyncResourceVersion() }
func (i *theirSolo) storeVersion() string    { return i.indexer.LastStoreSyncResourceVersion() }
func (i *theirSolo) store() reader           { return i.indexer }
