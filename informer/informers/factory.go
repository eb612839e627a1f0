// Package informers makes shared informers for the objects of an API server, one for each type, and runs them together.
//
//	factory := informers.NewSharedInformerFactory(client, 0)
//	pods := factory.Core().V1().Pods()
//	registration, err := pods.Informer().AddEventHandler(handler)
//	…
//	factory.StartWithContext(ctx)
//	defer factory.Shutdown() // waits; ctx must be done by then
//	if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
//		return err
//	}
//	all, err := pods.Lister().List(labels.Everything())
//
// The packages below follow the API's groups and versions. Of client-go's breadth, which is generated, there are pods
// and deployments.
package informers

import (
	"context"
	"reflect"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/srcblog/srcblog/informer/informers/apps"
	"github.com/srcblog/srcblog/informer/informers/core"
	"github.com/srcblog/srcblog/informer/informers/internalinterfaces"
	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// SharedInformerFactory makes informers, at most one a type: everybody in a program who asks for pods gets the same
// cache and the same watch. All methods may be called at once.
type SharedInformerFactory interface {
	internalinterfaces.SharedInformerFactory

	// Start is StartWithContext with a channel that is closed to stop.
	Start(stopCh <-chan struct{})
	// StartWithContext runs the informers that were asked for so far and are not running yet, until ctx is done. It
	// does not wait. Informers asked for later need another Start; those that run already don't mind.
	StartWithContext(ctx context.Context)
	// Shutdown waits until all informers have ended. It does not stop them: the contexts they were started with do.
	// Afterwards nothing can be started any more. It may be called more than once.
	Shutdown()
	// WaitForCacheSync is WaitForCacheSyncWithContext with a channel that is closed to stop waiting.
	WaitForCacheSync(stopCh <-chan struct{}) map[reflect.Type]bool
	// WaitForCacheSyncWithContext waits until the caches of all started informers are complete, or ctx is done. Their
	// handlers may still be busy with what the caches hold; each registration's HasSynced tells.
	WaitForCacheSyncWithContext(ctx context.Context) cache.SyncResult

	// ForResource returns the informer for a resource that is known by name only.
	ForResource(resource schema.GroupVersionResource) (GenericInformer, error)
	// InformerFor returns the informer for the type of obj, and makes it by newFunc if there is none yet.
	InformerFor(obj runtime.Object, newFunc internalinterfaces.NewInformerFunc) cache.SharedIndexInformer

	Apps() apps.Interface
	Core() core.Interface
}

// SharedInformerOption changes a factory in the making.
type SharedInformerOption func(*sharedInformerFactory) *sharedInformerFactory

type sharedInformerFactory struct {
	client           kubernetes.Interface
	namespace        string // "" for all
	tweakListOptions internalinterfaces.TweakListOptionsFunc
	defaultResync    time.Duration
	customResync     map[reflect.Type]time.Duration
	transform        cache.TransformFunc
	defaults         internalinterfaces.InformerOptions

	mu           sync.Mutex // guards the rest
	informers    map[reflect.Type]cache.SharedIndexInformer
	started      map[reflect.Type]bool
	shuttingDown bool
	running      sync.WaitGroup // incremented only while !shuttingDown, so that Wait in Shutdown misses none
}

// NewSharedInformerFactory returns a factory for all namespaces, whose informers resync after defaultResync; 0 means
// never.
func NewSharedInformerFactory(client kubernetes.Interface, defaultResync time.Duration) SharedInformerFactory {
	return NewSharedInformerFactoryWithOptions(client, defaultResync)
}

// NewFilteredSharedInformerFactory is NewSharedInformerFactory for one namespace and with changed list options.
func NewFilteredSharedInformerFactory(client kubernetes.Interface, defaultResync time.Duration, namespace string,
	tweakListOptions internalinterfaces.TweakListOptionsFunc) SharedInformerFactory {
	return NewSharedInformerFactoryWithOptions(client, defaultResync,
		WithNamespace(namespace), WithTweakListOptions(tweakListOptions))
}

// NewSharedInformerFactoryWithOptions is NewSharedInformerFactory with options, which apply to all informers alike.
func NewSharedInformerFactoryWithOptions(client kubernetes.Interface, defaultResync time.Duration,
	options ...SharedInformerOption) SharedInformerFactory {
	factory := &sharedInformerFactory{
		client: client, defaultResync: defaultResync,
		customResync: map[reflect.Type]time.Duration{},
		informers:    map[reflect.Type]cache.SharedIndexInformer{},
		started:      map[reflect.Type]bool{},
	}
	for _, option := range options {
		factory = option(factory)
	}
	return factory
}

// WithNamespace narrows the factory down to one namespace.
func WithNamespace(namespace string) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.namespace = namespace
		return f
	}
}

// WithTweakListOptions sets a function that changes the options of each list and watch, for example to set a selector.
func WithTweakListOptions(tweakListOptions internalinterfaces.TweakListOptionsFunc) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.tweakListOptions = tweakListOptions
		return f
	}
}

// WithCustomResyncConfig sets other resync periods for the types of some objects.
func WithCustomResyncConfig(resyncConfig map[metav1.Object]time.Duration) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		for obj, period := range resyncConfig {
			f.customResync[reflect.TypeOf(obj)] = period
		}
		return f
	}
}

// WithTransform sets a function that changes each object before it is stored, for example to drop managedFields.
func WithTransform(transform cache.TransformFunc) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.transform = transform
		return f
	}
}

// WithInformerName gives the informers a name, for messages. Shutdown releases it.
func WithInformerName(informerName *cache.InformerName) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.defaults.InformerName = informerName
		return f
	}
}

// WithQueue sets the kind of queue, for example cache.NewDeltaFIFOQueue. client-go has a feature gate in its place, one
// for the whole process.
func WithQueue(newQueue cache.QueueFactory) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.defaults.NewQueue = newQueue
		return f
	}
}

// WithInitialSync sets how informers get the objects that exist when they start, for example by cache.InitialSyncList.
// client-go has a feature gate in its place, one for the whole process.
func WithInitialSync(initialSync cache.InitialSync) SharedInformerOption {
	return func(f *sharedInformerFactory) *sharedInformerFactory {
		f.defaults.InitialSync = initialSync
		return f
	}
}

func (f *sharedInformerFactory) InformerName() *cache.InformerName { return f.defaults.InformerName }

func (f *sharedInformerFactory) InformerDefaults() internalinterfaces.InformerOptions {
	return f.defaults
}

func (f *sharedInformerFactory) InformerFor(obj runtime.Object,
	newFunc internalinterfaces.NewInformerFunc) cache.SharedIndexInformer {
	f.mu.Lock()
	defer f.mu.Unlock()
	kind := reflect.TypeOf(obj)
	if informer, ok := f.informers[kind]; ok {
		return informer
	}
	resync, ok := f.customResync[kind]
	if !ok {
		resync = f.defaultResync
	}
	informer := newFunc(f.client, resync)
	if f.transform != nil {
		_ = informer.SetTransform(f.transform) // fails only on an informer that runs
	}
	f.informers[kind] = informer
	return informer
}

func (f *sharedInformerFactory) Start(stopCh <-chan struct{}) {
	f.StartWithContext(wait.ContextForChannel(stopCh))
}

func (f *sharedInformerFactory) StartWithContext(ctx context.Context) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shuttingDown {
		return
	}
	for kind, informer := range f.informers {
		if !f.started[kind] {
			f.started[kind] = true
			f.running.Go(func() { informer.RunWithContext(ctx) })
		}
	}
}

func (f *sharedInformerFactory) Shutdown() {
	f.mu.Lock()
	f.shuttingDown = true
	f.mu.Unlock()
	f.running.Wait() // without the lock: handlers that are still running may ask the factory for something
	f.defaults.InformerName.Release()
}

func (f *sharedInformerFactory) WaitForCacheSync(stopCh <-chan struct{}) map[reflect.Type]bool {
	return f.WaitForCacheSyncWithContext(wait.ContextForChannel(stopCh)).Synced
}

func (f *sharedInformerFactory) WaitForCacheSyncWithContext(ctx context.Context) cache.SyncResult {
	waitFor := f.startedInformers()
	result := cache.SyncResult{Synced: make(map[reflect.Type]bool, len(waitFor))}
	for kind, informer := range waitFor {
		result.Synced[kind] = cache.WaitFor(ctx, "", informer.HasSyncedChecker())
		if !result.Synced[kind] {
			result.Err = context.Cause(ctx)
		}
	}
	return result
}

func (f *sharedInformerFactory) startedInformers() map[reflect.Type]cache.SharedIndexInformer {
	f.mu.Lock()
	defer f.mu.Unlock()
	started := make(map[reflect.Type]cache.SharedIndexInformer, len(f.started))
	for kind := range f.started {
		started[kind] = f.informers[kind]
	}
	return started
}

func (f *sharedInformerFactory) Apps() apps.Interface {
	return apps.New(f, f.namespace, f.tweakListOptions)
}

func (f *sharedInformerFactory) Core() core.Interface {
	return core.New(f, f.namespace, f.tweakListOptions)
}
