// Package kubernetes is the front door to the typed clients: one Clientset for all groups of one API server.
package kubernetes

import (
	"errors"
	"net/http"

	appsv1 "github.com/srcblog/srcblog/informer/kubernetes/typed/apps/v1"
	corev1 "github.com/srcblog/srcblog/informer/kubernetes/typed/core/v1"
	"github.com/srcblog/srcblog/informer/rest"
	"github.com/srcblog/srcblog/informer/util/flowcontrol"
)

// Interface gives access to the clients of the groups we have.
type Interface interface {
	CoreV1() corev1.CoreV1Interface
	AppsV1() appsv1.AppsV1Interface
}

// Clientset is the Interface that talks to a server. Any number of goroutines may use it at once.
type Clientset struct {
	coreV1 *corev1.CoreV1Client
	appsV1 *appsv1.AppsV1Client
}

var _ Interface = (*Clientset)(nil)

// CoreV1 returns the client for core/v1: pods.
func (c *Clientset) CoreV1() corev1.CoreV1Interface { return c.coreV1 }

// AppsV1 returns the client for apps/v1: deployments.
func (c *Clientset) AppsV1() appsv1.AppsV1Interface { return c.appsV1 }

// NewForConfig returns a Clientset whose groups share one connection pool and one rate limiter: the limit is the
// program's, not the group's.
func NewForConfig(c *rest.Config) (*Clientset, error) {
	httpClient, err := rest.HTTPClientFor(c)
	if err != nil {
		return nil, err
	}
	return NewForConfigAndClient(c, httpClient)
}

// NewForConfigOrDie is NewForConfig for programs that can do nothing without a Clientset: it panics if the config is wrong.
func NewForConfigOrDie(c *rest.Config) *Clientset {
	client, err := NewForConfig(c)
	if err != nil {
		panic(err)
	}
	return client
}

// NewForConfigAndClient is NewForConfig with a connection pool that the caller has already.
func NewForConfigAndClient(c *rest.Config, httpClient *http.Client) (*Clientset, error) {
	shared := rest.CopyConfig(c)
	if shared.RateLimiter == nil && shared.QPS > 0 {
		if shared.Burst <= 0 {
			return nil, errors.New("burst must be greater than 0 when QPS is and RateLimiter is not set")
		}
		shared.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(shared.QPS, shared.Burst)
	}
	core, err := corev1.NewForConfigAndClient(shared, httpClient)
	if err != nil {
		return nil, err
	}
	apps, err := appsv1.NewForConfigAndClient(shared, httpClient)
	if err != nil {
		return nil, err
	}
	return &Clientset{coreV1: core, appsV1: apps}, nil
}

// New returns a Clientset on top of one REST client, for tests that answer requests themselves.
func New(c rest.Interface) *Clientset {
	return &Clientset{coreV1: corev1.New(c), appsV1: appsv1.New(c)}
}
