package cache

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/klog/v2"
)

// informerNames are the names that are taken in this process.
var informerNames = struct {
	sync.Mutex // guards taken
	taken      map[string]*InformerName
}{taken: map[string]*InformerName{}}

// InformerName is a name for a group of informers, usually those of one factory, that nobody else in the process has
// until it is released. client-go labels metrics with it; ours, which has none, only messages. A nil InformerName is
// valid and empty. Its methods may be called by several goroutines at once.
type InformerName struct {
	name string

	lock      sync.Mutex // guards released and resources
	released  bool
	resources map[schema.GroupVersionResource]*atomic.Bool // the reservation of each resource
}

// NewInformerName takes a name. It is an error to take the empty one, or one that is taken.
func NewInformerName(name string) (*InformerName, error) {
	if name == "" {
		return nil, errors.New("informer name cannot be empty")
	}
	informerNames.Lock()
	defer informerNames.Unlock()
	if informerNames.taken[name] != nil {
		return nil, fmt.Errorf("informer name %q is already registered", name)
	}
	n := &InformerName{name: name, resources: map[schema.GroupVersionResource]*atomic.Bool{}}
	informerNames.taken[name] = n
	return n, nil
}

// WithResource names one informer of the group. The first to ask for a resource has it reserved; a second one gets the
// same name without, and so does everybody after Release.
func (n *InformerName) WithResource(gvr schema.GroupVersionResource) InformerNameAndResource {
	id := InformerNameAndResource{gvr: gvr, reserved: &atomic.Bool{}}
	if n == nil {
		return id
	}
	id.name = n.name
	n.lock.Lock()
	defer n.lock.Unlock()
	switch {
	case n.released:
	case n.resources[gvr] != nil:
		klog.TODO().Error(nil, "Two informers have the same name and resource", "informerName", n.name, "resource", gvr)
	default:
		id.reserved.Store(true)
		n.resources[gvr] = id.reserved
	}
	return id
}

// Release gives the name back, and with it all that WithResource reserved. It may be called more than once.
func (n *InformerName) Release() {
	if n == nil {
		return
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.released {
		return // the name may be somebody else's by now
	}
	n.released = true
	for _, reserved := range n.resources {
		reserved.Store(false)
	}
	n.resources = nil
	informerNames.Lock()
	defer informerNames.Unlock()
	delete(informerNames.taken, n.name)
}

// Name returns the name.
func (n *InformerName) Name() string {
	if n == nil {
		return ""
	}
	return n.name
}

// InformerNameAndResource names one informer. The zero value names none.
type InformerNameAndResource struct {
	name     string
	gvr      schema.GroupVersionResource
	reserved *atomic.Bool // shared with the InformerName, which clears it; nil counts as false
}

// Name is the name of the group.
func (n InformerNameAndResource) Name() string { return n.name }

// GroupVersionResource is what the informer follows.
func (n InformerNameAndResource) GroupVersionResource() schema.GroupVersionResource { return n.gvr }

// Reserved reports whether this informer, and no other, has the name and resource.
func (n InformerNameAndResource) Reserved() bool { return n.reserved != nil && n.reserved.Load() }

// ResetInformerNamesForTesting releases all names.
func ResetInformerNamesForTesting() {
	informerNames.Lock()
	var all []*InformerName
	for _, n := range informerNames.taken {
		all = append(all, n)
	}
	informerNames.Unlock() // Release takes it after its own lock
	for _, n := range all {
		n.Release()
	}
}
