package cache

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/rest"
)

// Getter starts a GET request. *rest.RESTClient is one; the interface is this small so that a test can be one too.
type Getter interface {
	Get() *rest.Request
}

// NewListWatchFromClient returns a ListWatch for the objects of resource ("pods") in namespace that match
// fieldSelector, for example only the pods of one node. The selection is made by the server: objects that don't match
// are never sent. An object that stops matching arrives as DELETED.
func NewListWatchFromClient(c Getter, resource string, namespace string, fieldSelector fields.Selector) *ListWatch {
	return NewFilteredListWatchFromClient(c, resource, namespace, func(options *metav1.ListOptions) {
		options.FieldSelector = fieldSelector.String()
	})
}

// NewFilteredListWatchFromClient returns a ListWatch for the objects of resource in namespace, all namespaces if empty.
// optionsModifier gets the options of each list and each watch before they are sent, to set a selector. It must treat
// both alike: a watch with another selector than the list reports changes of objects that the list never had.
//
// List and watch are the same GET of the same URL; the parameter watch=true is the whole difference.
func NewFilteredListWatchFromClient(c Getter, resource string, namespace string,
	optionsModifier func(options *metav1.ListOptions)) *ListWatch {
	request := func(options metav1.ListOptions) *rest.Request {
		optionsModifier(&options)
		return c.Get().Namespace(namespace).Resource(resource).VersionedParams(&options, metav1.ParameterCodec)
	}
	list := func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return request(options).Do(ctx).Get()
	}
	stream := func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
		options.Watch = true
		return request(options).Watch(ctx)
	}
	return &ListWatch{
		ListFunc: func(options metav1.ListOptions) (runtime.Object, error) {
			return list(context.Background(), options)
		},
		WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
			return stream(context.Background(), options)
		},
		ListWithContextFunc:  list,
		WatchFuncWithContext: stream,
	}
}
