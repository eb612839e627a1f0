package cache

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// Lister knows how to list a collection of objects.
type Lister interface {
	// List returns a list object, such as *v1.PodList. Its items become the cache; its resource version says which
	// moment they show, and is where the watch starts.
	List(options metav1.ListOptions) (runtime.Object, error)
}

// Watcher knows how to watch a collection of objects.
type Watcher interface {
	// Watch opens a stream of the changes that came after options.ResourceVersion. With an error it returns nothing
	// that needs to be stopped.
	Watch(options metav1.ListOptions) (watch.Interface, error)
}

// ListerWatcher is all that a Reflector needs to know about an API server: two questions about one collection. "What
// is there?" is answered once, "what has changed since?" for as long as the answer to it is being read.
type ListerWatcher interface {
	Lister
	Watcher
}

// ListerWithContext is Lister with a context that ends the request.
type ListerWithContext interface {
	ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error)
}

// WatcherWithContext is Watcher with a context. When it is done, the watch ends too, also after it was opened.
type WatcherWithContext interface {
	WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error)
}

// ListerWatcherWithContext is the form that the Reflector works with; see ToListerWatcherWithContext.
type ListerWatcherWithContext interface {
	ListerWithContext
	WatcherWithContext
}

// ListFunc lists a collection; see Lister.
type ListFunc func(options metav1.ListOptions) (runtime.Object, error)

// WatchFunc watches a collection; see Watcher.
type WatchFunc func(options metav1.ListOptions) (watch.Interface, error)

// ListWithContextFunc lists a collection; see ListerWithContext.
type ListWithContextFunc func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error)

// WatchFuncWithContext watches a collection; see WatcherWithContext. (The two names are formed differently in
// client-go, by mistake, and have to stay so.)
type WatchFuncWithContext func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error)

// ListWatch makes a ListerWatcher, with and without context, of functions. One function for each question must be set;
// where both forms are, the one that fits the call is used.
type ListWatch struct {
	// ListFunc and WatchFunc can't be interrupted. They are for callers that have no context to pass on.
	ListFunc  ListFunc
	WatchFunc WatchFunc

	ListWithContextFunc  ListWithContextFunc
	WatchFuncWithContext WatchFuncWithContext

	// DisableChunking is kept for code that sets it. It changes nothing, as in client-go: whether to list in pages is
	// the Reflector's decision.
	DisableChunking bool
}

var (
	_ ListerWatcher            = (*ListWatch)(nil)
	_ ListerWatcherWithContext = (*ListWatch)(nil)
)

// List asks ListFunc, or else ListWithContextFunc with a context that never ends.
func (lw *ListWatch) List(options metav1.ListOptions) (runtime.Object, error) {
	if lw.ListFunc != nil {
		return lw.ListFunc(options)
	}
	return lw.ListWithContextFunc(context.Background(), options)
}

// Watch asks WatchFunc, or else WatchFuncWithContext with a context that never ends.
func (lw *ListWatch) Watch(options metav1.ListOptions) (watch.Interface, error) {
	if lw.WatchFunc != nil {
		return lw.WatchFunc(options)
	}
	return lw.WatchFuncWithContext(context.Background(), options)
}

// ListWithContext asks ListWithContextFunc, or else ListFunc, which does not learn of ctx.
func (lw *ListWatch) ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	if lw.ListWithContextFunc != nil {
		return lw.ListWithContextFunc(ctx, options)
	}
	return lw.ListFunc(options)
}

// WatchWithContext asks WatchFuncWithContext, or else WatchFunc, which does not learn of ctx.
func (lw *ListWatch) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	if lw.WatchFuncWithContext != nil {
		return lw.WatchFuncWithContext(ctx, options)
	}
	return lw.WatchFunc(options)
}
