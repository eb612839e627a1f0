// Package listers reads typed objects from an Indexer. The packages below have one lister a kind; what they share is
// ResourceIndexer. A lister never asks the server: it shows what the informer has seen, which may be a moment old.
package listers

import (
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// ResourceIndexer reads the objects of type T, of one namespace or of all, from an Indexer. What it returns is shared
// with all other readers and must not be changed.
type ResourceIndexer[T runtime.Object] struct {
	indexer   cache.Indexer
	resource  schema.GroupResource
	namespace string // "" for all
}

// New returns a ResourceIndexer for all namespaces; resource appears in NotFound errors.
func New[T runtime.Object](indexer cache.Indexer, resource schema.GroupResource) ResourceIndexer[T] {
	return ResourceIndexer[T]{indexer: indexer, resource: resource}
}

// NewNamespaced narrows parent down to one namespace.
func NewNamespaced[T runtime.Object](parent ResourceIndexer[T], namespace string) ResourceIndexer[T] {
	parent.namespace = namespace
	return parent
}

// List returns the objects whose labels match, in no particular order.
func (l ResourceIndexer[T]) List(selector labels.Selector) (ret []T, err error) {
	add := func(obj any) { ret = append(ret, obj.(T)) }
	err = cache.ListAllByNamespace(l.indexer, l.namespace, selector, add) // all namespaces if l.namespace is empty
	return ret, err
}

// Get returns the object with that name, or an error for which errors.IsNotFound holds.
func (l ResourceIndexer[T]) Get(name string) (T, error) {
	obj, exists, err := l.indexer.GetByKey(cache.NewObjectName(l.namespace, name).String())
	if err == nil && !exists {
		err = errors.NewNotFound(l.resource, name)
	}
	if err != nil {
		var none T
		return none, err
	}
	return obj.(T), nil
}
