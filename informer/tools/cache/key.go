package cache

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
)

// KeyFunc makes the key under which a store keeps an object. The same object must always give the same key.
type KeyFunc func(obj any) (string, error)

// KeyError says that a KeyFunc failed, and for which object.
type KeyError struct {
	Obj any
	Err error
}

// Error describes the object and what was wrong with it.
func (k KeyError) Error() string {
	return fmt.Sprintf("couldn't create key for object %+v: %v", k.Obj, k.Err)
}

// Unwrap gives the KeyFunc's own error.
func (k KeyError) Unwrap() error {
	return k.Err
}

// ErrZeroLengthDeltasObject is inside the KeyError for Deltas without a Delta: there is no object to take a key from.
var ErrZeroLengthDeltasObject = errors.New("0 length Deltas object; can't get key")

// ExplicitKey stands for an object of which only the key is at hand; MetaNamespaceKeyFunc returns it unchanged.
type ExplicitKey string

// MetaNamespaceKeyFunc is the usual KeyFunc: "namespace/name", or "name" for an object without namespace.
func MetaNamespaceKeyFunc(obj any) (string, error) {
	if key, ok := obj.(ExplicitKey); ok {
		return string(key), nil
	}
	name, err := ObjectToName(obj)
	if err != nil {
		return "", err
	}
	return name.String(), nil
}

// DeletionHandlingMetaNamespaceKeyFunc is MetaNamespaceKeyFunc that also understands the tombstones a deletion may
// bring. Use it wherever an object comes from OnDelete.
func DeletionHandlingMetaNamespaceKeyFunc(obj any) (string, error) {
	if tombstone, ok := obj.(DeletedFinalStateUnknown); ok {
		return tombstone.Key, nil
	}
	return MetaNamespaceKeyFunc(obj)
}

// DeletedFinalStateUnknown, a tombstone, stands in for an object whose deletion was not watched but noticed later: the
// object was in the cache and is no longer in a new list. Obj is the last state that was seen; the object may have
// changed after that, and Obj may even be nil. Only Key is certain.
//
// A handler's OnDelete gets it by value in place of the object. A type assertion to the object's type that forgets this
// case is a frequent bug: it shows up only after a broken watch.
type DeletedFinalStateUnknown struct {
	Key string
	Obj any
}

// resourceVersionOf gives the resource version of obj; ok is false when it carries none, as with a tombstone.
func resourceVersionOf(obj any) (version string, ok bool) {
	object, err := meta.Accessor(obj)
	if err != nil {
		return "", false
	}
	return object.GetResourceVersion(), true
}
