// Package v1 makes informers of the objects of apps/v1.
package v1

import "github.com/srcblog/srcblog/informer/informers/internalinterfaces"

// Interface gives access to the informers of apps/v1.
type Interface interface {
	Deployments() DeploymentInformer
}

// New returns the informers for the factory f, in one namespace or, if it is empty, in all of them.
func New(f internalinterfaces.SharedInformerFactory, namespace string,
	tweakListOptions internalinterfaces.TweakListOptionsFunc) Interface {
	return version{f, namespace, tweakListOptions}
}

type version struct {
	factory          internalinterfaces.SharedInformerFactory
	namespace        string
	tweakListOptions internalinterfaces.TweakListOptionsFunc
}

func (v version) Deployments() DeploymentInformer {
	return deploymentInformer(v)
}
