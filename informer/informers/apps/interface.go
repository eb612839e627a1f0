// Package apps leads to the informers of the apps group, one package a version.
package apps

import (
	v1 "github.com/srcblog/srcblog/informer/informers/apps/v1"
	"github.com/srcblog/srcblog/informer/informers/internalinterfaces"
)

// Interface gives access to the versions of the group.
type Interface interface {
	V1() v1.Interface
}

// New returns the group's informers for the factory f, in one namespace or, if it is empty, in all of them.
func New(f internalinterfaces.SharedInformerFactory, namespace string,
	tweakListOptions internalinterfaces.TweakListOptionsFunc) Interface {
	return group{f, namespace, tweakListOptions}
}

type group struct {
	factory          internalinterfaces.SharedInformerFactory
	namespace        string
	tweakListOptions internalinterfaces.TweakListOptionsFunc
}

func (g group) V1() v1.Interface { return v1.New(g.factory, g.namespace, g.tweakListOptions) }
