// Package collection is what the typed clients of all resources have in common: the requests.
//
// The methods of a typed client differ in nothing but the types they take and return. Those are the type parameters of
// Client; a typed client embeds one and adds its name. client-go does the same with its package gentype.
package collection

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
	"github.com/srcblog/srcblog/informer/rest"
)

// Object is a pointer to an API object.
type Object interface {
	runtime.Object
	metav1.Object
}

// Client makes requests for the objects of type T, in lists of type L, of one resource in one namespace.
type Client[T Object, L runtime.Object] struct {
	Resource  string // in plural: "pods"
	Namespace string // "" for all namespaces
	REST      rest.Interface
	NewObject func() T
	NewList   func() L
}

// Get reads one object.
func (c *Client[T, L]) Get(ctx context.Context, name string, opts metav1.GetOptions) (T, error) {
	obj := c.NewObject()
	err := c.at(c.REST.Get()).Name(name).VersionedParams(&opts, scheme.ParameterCodec).Do(ctx).Into(obj)
	return obj, err
}

// List reads the objects that opts selects, or one page of them.
func (c *Client[T, L]) List(ctx context.Context, opts metav1.ListOptions) (L, error) {
	list := c.NewList()
	err := c.at(c.REST.Get()).VersionedParams(&opts, scheme.ParameterCodec).Timeout(timeoutOf(opts)).Do(ctx).Into(list)
	return list, err
}

// Watch opens a stream of changes.
func (c *Client[T, L]) Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	opts.Watch = true
	return c.at(c.REST.Get()).VersionedParams(&opts, scheme.ParameterCodec).Timeout(timeoutOf(opts)).Watch(ctx)
}

// Create makes a new object and returns what the server made of it.
func (c *Client[T, L]) Create(ctx context.Context, obj T, opts metav1.CreateOptions) (T, error) {
	created := c.NewObject()
	err := c.at(c.REST.Post()).VersionedParams(&opts, scheme.ParameterCodec).Body(obj).Do(ctx).Into(created)
	return created, err
}

// Update replaces an object. The server refuses it with a conflict if the resource version in obj is not the newest.
func (c *Client[T, L]) Update(ctx context.Context, obj T, opts metav1.UpdateOptions) (T, error) {
	return c.update(ctx, obj, opts)
}

// UpdateStatus replaces the status of an object, and nothing else of it.
func (c *Client[T, L]) UpdateStatus(ctx context.Context, obj T, opts metav1.UpdateOptions) (T, error) {
	return c.update(ctx, obj, opts, "status")
}

func (c *Client[T, L]) update(ctx context.Context, obj T, opts metav1.UpdateOptions, subresource ...string) (T, error) {
	updated := c.NewObject()
	err := c.at(c.REST.Put()).Name(obj.GetName()).SubResource(subresource...).
		VersionedParams(&opts, scheme.ParameterCodec).Body(obj).Do(ctx).Into(updated)
	return updated, err
}

// Delete removes one object, or marks it for removal if it has finalizers.
func (c *Client[T, L]) Delete(ctx context.Context, name string, opts metav1.DeleteOptions) error {
	return c.at(c.REST.Delete()).Name(name).Body(&opts).Do(ctx).Error()
}

func (c *Client[T, L]) at(request *rest.Request) *rest.Request {
	return request.Namespace(c.Namespace).Resource(c.Resource)
}

func timeoutOf(opts metav1.ListOptions) time.Duration {
	if opts.TimeoutSeconds == nil {
		return 0
	}
	return time.Duration(*opts.TimeoutSeconds) * time.Second
}

// ConfigFor returns a copy of config with what one group and version needs.
func ConfigFor(config *rest.Config, apiPath string, gv schema.GroupVersion) *rest.Config {
	c := rest.CopyConfig(config)
	c.APIPath = apiPath
	c.GroupVersion = &gv
	// Without conversion: types that the scheme does not know are an error, not silently converted, and the decoded
	// objects have no apiVersion and kind, as their Go type says it.
	c.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	if c.ContentType == "" && c.AcceptContentTypes == "" {
		c.ContentType = runtime.ContentTypeProtobuf
		c.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	}
	return c
}
