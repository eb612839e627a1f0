package cache

// ResourceEventHandler is told what changed in the cache. The calls for one handler come one after the other, and for
// one object in the order of its changes; there is no such promise between handlers.
//
// The objects are those in the cache: a handler must not change them, nor anything reachable from them. The calls return
// nothing, so a handler that can fail puts the key into a workqueue and is done. A handler that blocks does not stop the
// others, but its backlog grows without bound.
type ResourceEventHandler interface {
	// OnAdd tells of an object that the handler did not know. isInInitialList says that it existed when the informer, or
	// the handler, started.
	OnAdd(obj any, isInInitialList bool)
	// OnUpdate tells of a change. oldObj is the state this handler was told last, which need not be the one just before
	// newObj on the server. On a resync or a relist it is called though nothing has changed: compare resource versions.
	OnUpdate(oldObj, newObj any)
	// OnDelete gets the last state of the object, or a DeletedFinalStateUnknown where the deletion itself was missed.
	OnDelete(obj any)
}

// ResourceEventHandlerRegistration stands for a handler that was added to an informer.
type ResourceEventHandlerRegistration interface {
	// HasSynced reports whether the handler has finished with the initial list: its OnAdd has returned for each object.
	HasSynced() bool
	// HasSyncedChecker is HasSynced to wait for.
	HasSyncedChecker() DoneChecker
}

// ResourceEventHandlerFuncs is a ResourceEventHandler made of functions; those left nil are not called.
type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj any)
	UpdateFunc func(oldObj, newObj any)
	DeleteFunc func(obj any)
}

// OnAdd calls AddFunc.
func (r ResourceEventHandlerFuncs) OnAdd(obj any, _ bool) {
	if r.AddFunc != nil {
		r.AddFunc(obj)
	}
}

// OnUpdate calls UpdateFunc.
func (r ResourceEventHandlerFuncs) OnUpdate(oldObj, newObj any) {
	if r.UpdateFunc != nil {
		r.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc.
func (r ResourceEventHandlerFuncs) OnDelete(obj any) {
	if r.DeleteFunc != nil {
		r.DeleteFunc(obj)
	}
}

// ResourceEventHandlerDetailedFuncs is ResourceEventHandlerFuncs for those who want to know about isInInitialList.
type ResourceEventHandlerDetailedFuncs struct {
	AddFunc    func(obj any, isInInitialList bool)
	UpdateFunc func(oldObj, newObj any)
	DeleteFunc func(obj any)
}

// OnAdd calls AddFunc.
func (r ResourceEventHandlerDetailedFuncs) OnAdd(obj any, isInInitialList bool) {
	if r.AddFunc != nil {
		r.AddFunc(obj, isInInitialList)
	}
}

// OnUpdate calls UpdateFunc.
func (r ResourceEventHandlerDetailedFuncs) OnUpdate(oldObj, newObj any) {
	if r.UpdateFunc != nil {
		r.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc.
func (r ResourceEventHandlerDetailedFuncs) OnDelete(obj any) {
	if r.DeleteFunc != nil {
		r.DeleteFunc(obj)
	}
}

// FilteringResourceEventHandler shows Handler only the objects that pass FilterFunc. To Handler, an object that begins
// to pass was added and one that ceases to pass was deleted. FilterFunc is also asked about tombstones.
type FilteringResourceEventHandler struct {
	FilterFunc func(obj any) bool
	Handler    ResourceEventHandler
}

// OnAdd passes on what the filter lets through.
func (r FilteringResourceEventHandler) OnAdd(obj any, isInInitialList bool) {
	if r.FilterFunc(obj) {
		r.Handler.OnAdd(obj, isInInitialList)
	}
}

// OnUpdate becomes what the change means for someone who sees only what passes the filter.
func (r FilteringResourceEventHandler) OnUpdate(oldObj, newObj any) {
	hadPassed, passes := r.FilterFunc(oldObj), r.FilterFunc(newObj)
	switch {
	case hadPassed && passes:
		r.Handler.OnUpdate(oldObj, newObj)
	case passes:
		r.Handler.OnAdd(newObj, false)
	case hadPassed:
		r.Handler.OnDelete(oldObj)
	}
}

// OnDelete passes on what the filter lets through.
func (r FilteringResourceEventHandler) OnDelete(obj any) {
	if r.FilterFunc(obj) {
		r.Handler.OnDelete(obj)
	}
}
