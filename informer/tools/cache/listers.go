package cache

import (
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/klog/v2"
)

// AppendFunc receives what a lister found, one object at a time. A lister of pods, say, appends to a []*v1.Pod in it.
type AppendFunc func(any)

// ListAll calls appendFn for each object of the store whose labels match.
func ListAll(store Store, selector labels.Selector, appendFn AppendFunc) error {
	return appendMatching(store.List(), selector, appendFn)
}

// ListAllByNamespace calls appendFn for each object of one namespace whose labels match; an empty namespace stands for
// all of them. It uses the index by namespace. Without one it looks through the whole store, which is correct but slow.
func ListAllByNamespace(indexer Indexer, namespace string, selector labels.Selector, appendFn AppendFunc) error {
	if namespace == metav1.NamespaceAll {
		return ListAll(indexer, selector, appendFn)
	}
	objects, err := indexer.Index(NamespaceIndex, &metav1.ObjectMeta{Namespace: namespace})
	if err == nil {
		return appendMatching(objects, selector, appendFn)
	}
	klog.TODO().Info("Warning: can not retrieve list of objects using index", "err", err)
	return ListAll(indexer, selector, func(obj any) {
		// ListAll has made sure that there is metadata.
		if object, err := meta.Accessor(obj); err == nil && object.GetNamespace() == namespace {
			appendFn(obj)
		}
	})
}

// appendMatching does not look at the objects at all when the selector takes everything, as it mostly does.
func appendMatching(objects []any, selector labels.Selector, appendFn AppendFunc) error {
	everything := selector.Empty()
	for _, obj := range objects {
		if everything {
			appendFn(obj)
			continue
		}
		object, err := meta.Accessor(obj)
		if err != nil {
			return err
		}
		if selector.Matches(labels.Set(object.GetLabels())) {
			appendFn(obj)
		}
	}
	return nil
}

// GenericLister reads an Indexer without knowing the type of its objects.
type GenericLister interface {
	// List returns the objects of all namespaces that match.
	List(selector labels.Selector) (ret []runtime.Object, err error)
	// Get returns the object whose key is name; for objects in namespaces use ByNamespace.
	Get(name string) (runtime.Object, error)
	// ByNamespace narrows the lister down to one namespace.
	ByNamespace(namespace string) GenericNamespaceLister
}

// GenericNamespaceLister is a GenericLister for one namespace.
type GenericNamespaceLister interface {
	// List returns the objects that match.
	List(selector labels.Selector) (ret []runtime.Object, err error)
	// Get returns the object with that name, or a NotFound error.
	Get(name string) (runtime.Object, error)
}

// NewGenericLister returns a lister over indexer; resource appears in NotFound errors.
func NewGenericLister(indexer Indexer, resource schema.GroupResource) GenericLister {
	return genericLister{indexer: indexer, resource: resource}
}

type genericLister struct {
	indexer  Indexer
	resource schema.GroupResource
}

func (l genericLister) List(selector labels.Selector) (ret []runtime.Object, err error) {
	err = ListAll(l.indexer, selector, appendTo(&ret))
	return ret, err
}

func (l genericLister) Get(name string) (runtime.Object, error) {
	return getObject(l.indexer, l.resource, name, name)
}

func (l genericLister) ByNamespace(namespace string) GenericNamespaceLister {
	return genericNamespaceLister{genericLister: l, namespace: namespace}
}

type genericNamespaceLister struct {
	genericLister
	namespace string
}

func (l genericNamespaceLister) List(selector labels.Selector) (ret []runtime.Object, err error) {
	err = ListAllByNamespace(l.indexer, l.namespace, selector, appendTo(&ret))
	return ret, err
}

func (l genericNamespaceLister) Get(name string) (runtime.Object, error) {
	return getObject(l.indexer, l.resource, l.namespace+"/"+name, name)
}

func appendTo(list *[]runtime.Object) AppendFunc {
	return func(obj any) { *list = append(*list, obj.(runtime.Object)) }
}

func getObject(indexer Indexer, resource schema.GroupResource, key, name string) (runtime.Object, error) {
	obj, exists, err := indexer.GetByKey(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, errors.NewNotFound(resource, name)
	}
	return obj.(runtime.Object), nil
}
