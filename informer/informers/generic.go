package informers

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// GenericInformer is an informer for those who know a resource only by name, such as a garbage collector.
type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() cache.GenericLister
}

type genericInformer struct {
	informer cache.SharedIndexInformer
	resource schema.GroupResource
}

func (g genericInformer) Informer() cache.SharedIndexInformer { return g.informer }

func (g genericInformer) Lister() cache.GenericLister {
	return cache.NewGenericLister(g.informer.GetIndexer(), g.resource)
}

func (f *sharedInformerFactory) ForResource(resource schema.GroupVersionResource) (GenericInformer, error) {
	var informer cache.SharedIndexInformer
	switch resource {
	case corev1.SchemeGroupVersion.WithResource("pods"):
		informer = f.Core().V1().Pods().Informer()
	case appsv1.SchemeGroupVersion.WithResource("deployments"):
		informer = f.Apps().V1().Deployments().Informer()
	default:
		return nil, fmt.Errorf("no informer found for %v", resource)
	}
	return genericInformer{informer, resource.GroupResource()}, nil
}
