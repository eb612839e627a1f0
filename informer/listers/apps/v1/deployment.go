// Package v1 reads the objects of apps/v1 from the caches of informers.
package v1

import (
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/srcblog/srcblog/informer/listers"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// DeploymentLister reads deployments from an informer's cache. What it returns is shared with all other readers: never change
// it, DeepCopy it first.
type DeploymentLister interface {
	// List returns the deployments of all namespaces whose labels match.
	List(selector labels.Selector) (ret []*appsv1.Deployment, err error)
	// Deployments narrows the lister down to one namespace.
	Deployments(namespace string) DeploymentNamespaceLister
}

// DeploymentNamespaceLister reads the deployments of one namespace.
type DeploymentNamespaceLister interface {
	// List returns the deployments whose labels match.
	List(selector labels.Selector) (ret []*appsv1.Deployment, err error)
	// Get returns the deployment with that name, or an error for which errors.IsNotFound holds.
	Get(name string) (*appsv1.Deployment, error)
}

// NewDeploymentLister returns a lister over indexer, which needs an index by namespace (cache.NamespaceIndex) to be fast.
func NewDeploymentLister(indexer cache.Indexer) DeploymentLister {
	return deploymentLister{listers.New[*appsv1.Deployment](indexer, appsv1.Resource("deployment"))}
}

type deploymentLister struct {
	listers.ResourceIndexer[*appsv1.Deployment]
}

func (l deploymentLister) Deployments(namespace string) DeploymentNamespaceLister {
	return listers.NewNamespaced[*appsv1.Deployment](l.ResourceIndexer, namespace)
}
