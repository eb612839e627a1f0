package cache

import (
	"context"
	"fmt"
	"reflect"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// handleWatch writes the events of one watch to the store, in the order in which they come, until the watch ends. It
// returns nil if the watch ended as watches do, and stops the watch in any case.
func (r *Reflector) handleWatch(ctx context.Context, stream openedWatch, resyncErr <-chan error) error {
	defer stream.Stop()
	handled := 0
	for {
		select {
		case <-ctx.Done():
			return errStopped
		case err := <-resyncErr:
			return err
		case event, open := <-stream.ResultChan():
			if !open {
				return r.checkDuration(stream.opened, handled)
			}
			if event.Type == watch.Error {
				return apierrors.FromObject(event.Object)
			}
			// What exists already comes as ADDED; anything else is a change that happened after.
			stream.inOrder = stream.inOrder || event.Type != watch.Added
			if r.handleEvent(ctx, event, stream.inOrder) {
				handled++
			}
		}
	}
}

// checkDuration finds the watch that was good for nothing: over within a second, and without an event.
func (r *Reflector) checkDuration(opened time.Time, handled int) error {
	if handled == 0 && r.clock.Since(opened) < time.Second {
		return &VeryShortWatchError{Name: r.name}
	}
	return nil
}

// handleEvent writes one event to the store and moves the last resource version on, unless events are not in its order
// yet. It reports false for an object that can't be one of this collection; that one is logged and skipped, since no
// other watch would bring a better one.
//
// The version moves on only after the store has the event. Were it the other way round, somebody could see a version
// whose object is not there yet. It moves on even if the store refused the event (an object without a key, say):
// otherwise the next watch would bring the same event, to be refused again.
func (r *Reflector) handleEvent(ctx context.Context, event watch.Event, inOrder bool) bool {
	resourceVersion, err := r.checkObject(event.Object)
	if err != nil {
		utilruntime.HandleErrorWithContext(ctx, err, "Skipping watch event", "reflector", r.name, "event", event.Type)
		return false
	}
	if err := applyEvent(r.store, event, resourceVersion); err != nil {
		utilruntime.HandleErrorWithContext(ctx, err, "Unable to write watch event to the store", "reflector", r.name,
			"event", event.Type, "object", event.Object)
	}
	if !inOrder {
		return true
	}
	r.position.advance(resourceVersion)
	if interested, ok := r.store.(ResourceVersionUpdater); ok {
		interested.UpdateResourceVersion(resourceVersion)
	}
	return true
}

// applyEvent is where a change on the server becomes a change of the store.
func applyEvent(store ReflectorStore, event watch.Event, resourceVersion string) error {
	switch event.Type {
	case watch.Added:
		return store.Add(event.Object)
	case watch.Modified:
		return store.Update(event.Object)
	case watch.Deleted:
		return store.Delete(event.Object) // with the object's last state: the store may hold an older one
	case watch.Bookmark:
		// The object is empty but for its resource version: "you have seen everything up to here".
		if interested, ok := store.(ReflectorBookmarkStore); ok {
			return interested.Bookmark(resourceVersion)
		}
		return nil
	default:
		return fmt.Errorf("unable to understand watch event %#v", event)
	}
}

// checkObject returns the object's resource version if the object is of the expected type.
func (r *Reflector) checkObject(obj runtime.Object) (resourceVersion string, err error) {
	if got := reflect.TypeOf(obj); r.expectedType != nil && got != r.expectedType {
		return "", fmt.Errorf("expected type %v, but watch event object had type %v", r.expectedType, got)
	}
	if r.expectedGVK != nil {
		if got := obj.GetObjectKind().GroupVersionKind(); got != *r.expectedGVK {
			return "", fmt.Errorf("expected gvk %v, but watch event object had gvk %v", *r.expectedGVK, got)
		}
	}
	if isTable(obj) {
		return "", fmt.Errorf("unsupported watch event object gvk: %v", obj.GetObjectKind().GroupVersionKind())
	}
	object, err := meta.Accessor(obj)
	if err != nil {
		return "", fmt.Errorf("unable to understand watch event object %#v: %w", obj, err)
	}
	return object.GetResourceVersion(), nil
}

// isTable reports whether obj, or list, was sent in the form for printing. It has rows in place of the objects, and can't
// be cached.
func isTable(obj runtime.Object) bool {
	if _, ok := obj.(runtime.Unstructured); !ok {
		return false
	}
	gvk := obj.GetObjectKind().GroupVersionKind()
	return gvk.Kind == "Table" && gvk.Group == metav1.GroupName && (gvk.Version == "v1" || gvk.Version == "v1beta1")
}

// endsInitialEvents reports whether event says that all objects that existed have been sent.
func endsInitialEvents(event watch.Event) bool {
	if event.Type != watch.Bookmark {
		return false
	}
	object, err := meta.Accessor(event.Object)
	return err == nil && object.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true"
}

// ReflectorBookmarkStore is a store that wants to know of bookmarks, which change nothing in it.
type ReflectorBookmarkStore interface {
	Bookmark(resourceVersion string) error
}

// ResourceVersionUpdater is a store that wants to know how far the Reflector has come. It is told after each event; of
// a list it learns by Replace.
type ResourceVersionUpdater interface {
	UpdateResourceVersion(resourceVersion string)
}
