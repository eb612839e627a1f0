// Package internalinterfaces lets the informers of each group use the factory that they are made by, without importing
// it: the factory imports them.
package internalinterfaces

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// NewInformerFunc makes an informer. The factory calls it at most once a type.
type NewInformerFunc func(kubernetes.Interface, time.Duration) cache.SharedIndexInformer

// SharedInformerFactory is what the informers of a group need of the factory.
type SharedInformerFactory interface {
	Start(stopCh <-chan struct{})
	InformerFor(obj runtime.Object, newFunc NewInformerFunc) cache.SharedIndexInformer
	// InformerName is the name of the factory's informers, nil if they have none.
	InformerName() *cache.InformerName
	// InformerDefaults is what all informers of the factory have in common. client-go has no such method, as it has no
	// such options.
	InformerDefaults() InformerOptions
}

// TweakListOptionsFunc changes the options of a list or watch before it is sent.
type TweakListOptionsFunc func(*metav1.ListOptions)

// InformerOptions configures one informer. The zero value is good.
type InformerOptions struct {
	// ResyncPeriod is the time between two resyncs; 0 means none.
	ResyncPeriod time.Duration
	// Indexers are the indices of the informer's cache.
	Indexers cache.Indexers
	// TweakListOptions changes the options of each list and watch; nil changes nothing.
	TweakListOptions TweakListOptionsFunc
	// InformerName names the informer, for messages; nil leaves it without.
	InformerName *cache.InformerName
	// NewQueue makes the informer's queue; nil means cache.NewRealFIFOQueue.
	NewQueue cache.QueueFactory
	// InitialSync chooses how the informer gets the objects that exist when it starts.
	InitialSync cache.InitialSync
}
