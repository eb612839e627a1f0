package cache

import "fmt"

// processDeltas applies changes, of one object or of the whole collection, to the store and tells handler about each,
// the oldest first.
//
// For every delta the store comes first and the handler second. So whoever hears of a change and reads the cache finds
// that state or a newer one, never an older one.
//
// It stops at the first error; what follows is lost until the next relist. With the stores of this package only an
// object without a key, or one the store's own transformer refuses, can cause one. keyFunc must be the store's.
func processDeltas(handler ResourceEventHandler, clientState Store, deltas Deltas, isInInitialList bool,
	keyFunc KeyFunc) error {
	for _, delta := range deltas {
		var err error
		switch delta.Type {
		case Added, Updated, Replaced, Sync:
			err = processPresent(handler, clientState, delta.Object, isInInitialList)
		case Deleted:
			err = processDeleted(handler, clientState, delta.Object)
		case ReplacedAll, SyncAll, Bookmark:
			err = processCollection(handler, clientState, delta, isInInitialList, keyFunc)
		default:
			err = fmt.Errorf("delta type %q is not known", delta.Type)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// processPresent stores an object that exists. What the handler hears depends on the store alone and not on the delta's
// type: an Added after a broken watch may be news of an old object, an Updated may be the first we see of it.
func processPresent(handler ResourceEventHandler, clientState Store, obj any, isInInitialList bool) error {
	old, exists, err := clientState.Get(obj)
	if err != nil {
		return err
	}
	if !exists {
		if err := clientState.Add(obj); err != nil {
			return err
		}
		handler.OnAdd(obj, isInInitialList)
		return nil
	}
	if err := clientState.Update(obj); err != nil {
		return err
	}
	handler.OnUpdate(old, obj)
	return nil
}

// processDeleted drops an object from the store. obj may be a tombstone, which the handler gets as it is.
func processDeleted(handler ResourceEventHandler, clientState Store, obj any) error {
	if err := clientState.Delete(obj); err != nil {
		return err
	}
	handler.OnDelete(obj)
	return nil
}
