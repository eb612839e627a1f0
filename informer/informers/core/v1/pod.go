package v1

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/informers/internalinterfaces"
	"github.com/srcblog/srcblog/informer/kubernetes"
	listers "github.com/srcblog/srcblog/informer/listers/core/v1"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// PodInformer gives access to the factory's informer for pods and to a lister over its cache.
type PodInformer interface {
	// Informer returns the factory's one informer for pods. The first call registers it; a factory that was started
	// before has to be started again.
	Informer() cache.SharedIndexInformer
	// Lister reads the informer's cache; it registers the informer too.
	Lister() listers.PodLister
}

type podInformer version

func (i podInformer) Informer() cache.SharedIndexInformer {
	return i.factory.InformerFor(&corev1.Pod{}, i.make)
}

func (i podInformer) Lister() listers.PodLister {
	return listers.NewPodLister(i.Informer().GetIndexer())
}

// make is what the factory calls if it has no informer for pods yet.
func (i podInformer) make(client kubernetes.Interface, resyncPeriod time.Duration) cache.SharedIndexInformer {
	options := i.factory.InformerDefaults()
	options.ResyncPeriod = resyncPeriod
	options.Indexers = cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	options.TweakListOptions = i.tweakListOptions
	return NewPodInformerWithOptions(client, i.namespace, options)
}

// NewPodInformer returns an informer for pods, apart from those of any factory. Two of them hold two caches and
// two watches; prefer a factory, which shares one.
func NewPodInformer(client kubernetes.Interface, namespace string, resyncPeriod time.Duration,
	indexers cache.Indexers) cache.SharedIndexInformer {
	return NewFilteredPodInformer(client, namespace, resyncPeriod, indexers, nil)
}

// NewFilteredPodInformer is NewPodInformer with a function that changes the options of each list and watch, for
// example to set a selector; nil changes nothing.
func NewFilteredPodInformer(client kubernetes.Interface, namespace string, resyncPeriod time.Duration,
	indexers cache.Indexers, tweakListOptions internalinterfaces.TweakListOptionsFunc) cache.SharedIndexInformer {
	return NewPodInformerWithOptions(client, namespace, internalinterfaces.InformerOptions{
		ResyncPeriod: resyncPeriod, Indexers: indexers, TweakListOptions: tweakListOptions,
	})
}

// NewPodInformerWithOptions is NewPodInformer with everything that can be set. All it does is to join a
// ListWatch, which knows where pods come from, with an informer, which does not.
func NewPodInformerWithOptions(client kubernetes.Interface, namespace string,
	options internalinterfaces.InformerOptions) cache.SharedIndexInformer {
	tweak := options.TweakListOptions
	if tweak == nil {
		tweak = func(*metav1.ListOptions) {}
	}
	pods := client.CoreV1().Pods(namespace)
	listWatch := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, opts metav1.ListOptions) (runtime.Object, error) {
			tweak(&opts)
			return pods.List(ctx, opts)
		},
		WatchFuncWithContext: func(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
			tweak(&opts)
			return pods.Watch(ctx, opts)
		},
	}
	return cache.NewSharedIndexInformerWithOptions(
		cache.ToListWatcherWithWatchListSemantics(listWatch, client),
		&corev1.Pod{},
		cache.SharedIndexInformerOptions{
			ResyncPeriod: options.ResyncPeriod, Indexers: options.Indexers,
			Identifier: options.InformerName.WithResource(corev1.SchemeGroupVersion.WithResource("pods")),
			NewQueue:   options.NewQueue, InitialSync: options.InitialSync,
		},
	)
}
