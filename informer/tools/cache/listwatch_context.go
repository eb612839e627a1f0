package cache

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// ToListerWatcherWithContext gives a ListerWatcher the form with context. What has that form already, as *ListWatch
// does, is returned as it is. The requests of any other can't be interrupted: they never learn of the context.
func ToListerWatcherWithContext(lw ListerWatcher) ListerWatcherWithContext {
	if withContext, ok := lw.(ListerWatcherWithContext); ok {
		return withContext
	}
	return contextless{ToListerWithContext(lw), ToWatcherWithContext(lw)}
}

type contextless struct {
	ListerWithContext
	WatcherWithContext
}

// ToListerWithContext does for a Lister what ToListerWatcherWithContext does for both.
func ToListerWithContext(l Lister) ListerWithContext {
	if withContext, ok := l.(ListerWithContext); ok {
		return withContext
	}
	return contextlessLister{l}
}

type contextlessLister struct{ Lister }

func (l contextlessLister) ListWithContext(_ context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return l.List(options)
}

// ToWatcherWithContext does for a Watcher what ToListerWatcherWithContext does for both.
func ToWatcherWithContext(w Watcher) WatcherWithContext {
	if withContext, ok := w.(WatcherWithContext); ok {
		return withContext
	}
	return contextlessWatcher{w}
}

type contextlessWatcher struct{ Watcher }

func (w contextlessWatcher) WatchWithContext(_ context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return w.Watch(options)
}

// ToListWatcherWithWatchListSemantics remembers, beside lw, what client says about streaming lists. A client that has
// the method IsWatchListSemanticsUnSupported() and returns true, as fake clients of tests do, does not understand
// sendInitialEvents; a Reflector then lists and watches instead.
func ToListWatcherWithWatchListSemantics(lw *ListWatch, client any) ListerWatcher {
	return &listWatchOfClient{ListWatch: lw, noWatchList: watchListUnsupported(client)}
}

type listWatchOfClient struct {
	*ListWatch
	noWatchList bool
}

func (lw *listWatchOfClient) IsWatchListSemanticsUnSupported() bool { return lw.noWatchList }

// watchListUnsupported reports whether v says of itself that it can't stream a list. Silence means that it can.
func watchListUnsupported(v any) bool {
	says, ok := v.(interface{ IsWatchListSemanticsUnSupported() bool })
	return ok && says.IsWatchListSemanticsUnSupported()
}
