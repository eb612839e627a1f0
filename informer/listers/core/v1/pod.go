// Package v1 reads the objects of core/v1 from the caches of informers.
package v1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/srcblog/srcblog/informer/listers"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// PodLister reads pods from an informer's cache. What it returns is shared with all other readers: never change
// it, DeepCopy it first.
type PodLister interface {
	// List returns the pods of all namespaces whose labels match.
	List(selector labels.Selector) (ret []*corev1.Pod, err error)
	// Pods narrows the lister down to one namespace.
	Pods(namespace string) PodNamespaceLister
}

// PodNamespaceLister reads the pods of one namespace.
type PodNamespaceLister interface {
	// List returns the pods whose labels match.
	List(selector labels.Selector) (ret []*corev1.Pod, err error)
	// Get returns the pod with that name, or an error for which errors.IsNotFound holds.
	Get(name string) (*corev1.Pod, error)
}

// NewPodLister returns a lister over indexer, which needs an index by namespace (cache.NamespaceIndex) to be fast.
func NewPodLister(indexer cache.Indexer) PodLister {
	return podLister{listers.New[*corev1.Pod](indexer, corev1.Resource("pod"))}
}

type podLister struct {
	listers.ResourceIndexer[*corev1.Pod]
}

func (l podLister) Pods(namespace string) PodNamespaceLister {
	return listers.NewNamespaced[*corev1.Pod](l.ResourceIndexer, namespace)
}
