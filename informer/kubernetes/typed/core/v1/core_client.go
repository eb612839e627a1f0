// Package v1 is the client for the objects of core/v1, which has no group name and lives below /api for historical reasons.
package v1

import (
	"net/http"

	corev1 "k8s.io/api/core/v1"

	"github.com/srcblog/srcblog/informer/kubernetes/typed/internal/collection"
	"github.com/srcblog/srcblog/informer/rest"
)

// CoreV1Interface gives access to the objects of core/v1.
type CoreV1Interface interface {
	RESTClient() rest.Interface
	PodsGetter
}

// CoreV1Client makes requests below /api/v1.
type CoreV1Client struct {
	restClient rest.Interface
}

var _ CoreV1Interface = (*CoreV1Client)(nil)

// Pods returns the client for the pods in namespace, or in all of them if it is empty.
func (c *CoreV1Client) Pods(namespace string) PodInterface { return newPods(c.restClient, namespace) }

// RESTClient returns the client below, which can also serve cache.NewListWatchFromClient.
func (c *CoreV1Client) RESTClient() rest.Interface {
	if c == nil {
		return nil
	}
	return c.restClient
}

// New returns a client on top of a REST client for core/v1.
func New(c rest.Interface) *CoreV1Client { return &CoreV1Client{restClient: c} }

// NewForConfig returns a client with a connection pool of its own.
func NewForConfig(c *rest.Config) (*CoreV1Client, error) {
	httpClient, err := rest.HTTPClientFor(c)
	if err != nil {
		return nil, err
	}
	return NewForConfigAndClient(c, httpClient)
}

// NewForConfigOrDie is NewForConfig for programs that can do nothing without a client: it panics if the config is wrong.
func NewForConfigOrDie(c *rest.Config) *CoreV1Client {
	client, err := NewForConfig(c)
	if err != nil {
		panic(err)
	}
	return client
}

// NewForConfigAndClient returns a client that sends its requests by httpClient.
func NewForConfigAndClient(c *rest.Config, httpClient *http.Client) (*CoreV1Client, error) {
	config := collection.ConfigFor(c, "/api", corev1.SchemeGroupVersion)
	restClient, err := rest.RESTClientForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, err
	}
	return New(restClient), nil
}
