package v1

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/informers/internalinterfaces"
	"github.com/srcblog/srcblog/informer/kubernetes"
	listers "github.com/srcblog/srcblog/informer/listers/apps/v1"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// DeploymentInformer gives access to the factory's informer for deployments and to a lister over its cache.
type DeploymentInformer interface {
	// Informer returns the factory's one informer for deployments. The first call registers it; a factory that was started
	// before has to be started again.
	Informer() cache.SharedIndexInformer
	// Lister reads the informer's cache; it registers the informer too.
	Lister() listers.DeploymentLister
}

type deploymentInformer version

func (i deploymentInformer) Informer() cache.SharedIndexInformer {
	return i.factory.InformerFor(&appsv1.Deployment{}, i.make)
}

func (i deploymentInformer) Lister() listers.DeploymentLister {
	return listers.NewDeploymentLister(i.Informer().GetIndexer())
}

// make is what the factory calls if it has no informer for deployments yet.
func (i deploymentInformer) make(client kubernetes.Interface, resyncPeriod time.Duration) cache.SharedIndexInformer {
	options := i.factory.InformerDefaults()
	options.ResyncPeriod = resyncPeriod
	options.Indexers = cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	options.TweakListOptions = i.tweakListOptions
	return NewDeploymentInformerWithOptions(client, i.namespace, options)
}

// NewDeploymentInformer returns an informer for deployments, apart from those of any factory. Two of them hold two caches and
// two watches; prefer a factory, which shares one.
func NewDeploymentInformer(client kubernetes.Interface, namespace string, resyncPeriod time.Duration,
	indexers cache.Indexers) cache.SharedIndexInformer {
	return NewFilteredDeploymentInformer(client, namespace, resyncPeriod, indexers, nil)
}

// NewFilteredDeploymentInformer is NewDeploymentInformer with a function that changes the options of each list and watch, for
// example to set a selector; nil changes nothing.
//
// The example that is quoted most often for this code is the one for extensions/v1beta1. It has three differences:
//
//   - Group: there, client.ExtensionsV1beta1() and a Deployment of k8s.io/api/extensions/v1beta1. Deployments moved to
//     apps/v1 in Kubernetes v1.9; v1.16 and later do not serve the old group, and an informer for it would log a 404
//     for its list, over and over.
//   - Context: there, ListFunc and WatchFunc take options alone. The client's List and Watch have taken a context since
//     client-go v0.18, and informers wrote context.TODO() into it until v0.33 gave ListWatch the two functions with
//     context. With them, stopping the informer also ends the request it is waiting for.
//   - Streaming: there, a ListWatch is handed over as it is. Now it also tells whether the client can stream a list.
func NewFilteredDeploymentInformer(client kubernetes.Interface, namespace string, resyncPeriod time.Duration,
	indexers cache.Indexers, tweakListOptions internalinterfaces.TweakListOptionsFunc) cache.SharedIndexInformer {
	return NewDeploymentInformerWithOptions(client, namespace, internalinterfaces.InformerOptions{
		ResyncPeriod: resyncPeriod, Indexers: indexers, TweakListOptions: tweakListOptions,
	})
}

// NewDeploymentInformerWithOptions is NewDeploymentInformer with everything that can be set. All it does is to join a
// ListWatch, which knows where deployments come from, with an informer, which does not.
func NewDeploymentInformerWithOptions(client kubernetes.Interface, namespace string,
	options internalinterfaces.InformerOptions) cache.SharedIndexInformer {
	tweak := options.TweakListOptions
	if tweak == nil {
		tweak = func(*metav1.ListOptions) {}
	}
	deployments := client.AppsV1().Deployments(namespace)
	listWatch := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, opts metav1.ListOptions) (runtime.Object, error) {
			tweak(&opts)
			return deployments.List(ctx, opts)
		},
		WatchFuncWithContext: func(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
			tweak(&opts)
			return deployments.Watch(ctx, opts)
		},
	}
	return cache.NewSharedIndexInformerWithOptions(
		cache.ToListWatcherWithWatchListSemantics(listWatch, client),
		&appsv1.Deployment{},
		cache.SharedIndexInformerOptions{
			ResyncPeriod: options.ResyncPeriod, Indexers: options.Indexers,
			Identifier: options.InformerName.WithResource(appsv1.SchemeGroupVersion.WithResource("deployments")),
			NewQueue:   options.NewQueue, InitialSync: options.InitialSync,
		},
	)
}
