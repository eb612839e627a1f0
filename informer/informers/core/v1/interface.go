// Package v1 makes informers of the objects of core/v1.
package v1

import "github.com/srcblog/srcblog/informer/informers/internalinterfaces"

// Interface gives access to the informers of core/v1.
type Interface interface {
	Pods() PodInformer
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

func (v version) Pods() PodInformer {
	return podInformer(v)
}
