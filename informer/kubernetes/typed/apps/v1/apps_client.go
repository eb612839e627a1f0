// Package v1 is the client for the objects of apps/v1.
package v1

import (
	"net/http"

	appsv1 "k8s.io/api/apps/v1"

	"github.com/srcblog/srcblog/informer/kubernetes/typed/internal/collection"
	"github.com/srcblog/srcblog/informer/rest"
)

// AppsV1Interface gives access to the objects of apps/v1.
type AppsV1Interface interface {
	RESTClient() rest.Interface
	DeploymentsGetter
}

// AppsV1Client makes requests below /apis/apps/v1.
type AppsV1Client struct {
	restClient rest.Interface
}

var _ AppsV1Interface = (*AppsV1Client)(nil)

// Deployments returns the client for the deployments in namespace, or in all of them if it is empty.
func (c *AppsV1Client) Deployments(namespace string) DeploymentInterface {
	return newDeployments(c.restClient, namespace)
}

// RESTClient returns the client below, which can also serve cache.NewListWatchFromClient.
func (c *AppsV1Client) RESTClient() rest.Interface {
	if c == nil {
		return nil
	}
	return c.restClient
}

// New returns a client on top of a REST client for apps/v1.
func New(c rest.Interface) *AppsV1Client { return &AppsV1Client{restClient: c} }

// NewForConfig returns a client with a connection pool of its own.
func NewForConfig(c *rest.Config) (*AppsV1Client, error) {
	httpClient, err := rest.HTTPClientFor(c)
	if err != nil {
		return nil, err
	}
	return NewForConfigAndClient(c, httpClient)
}

// NewForConfigOrDie is NewForConfig for programs that can do nothing without a client: it panics if the config is wrong.
func NewForConfigOrDie(c *rest.Config) *AppsV1Client {
	client, err := NewForConfig(c)
	if err != nil {
		panic(err)
	}
	return client
}

// NewForConfigAndClient returns a client that sends its requests by httpClient.
func NewForConfigAndClient(c *rest.Config, httpClient *http.Client) (*AppsV1Client, error) {
	config := collection.ConfigFor(c, "/apis", appsv1.SchemeGroupVersion)
	restClient, err := rest.RESTClientForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, err
	}
	return New(restClient), nil
}
