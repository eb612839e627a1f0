package cache

import "fmt"

// processCollection applies a Delta that is about all objects at once.
func processCollection(handler ResourceEventHandler, clientState Store, delta Delta, isInInitialList bool,
	keyFunc KeyFunc) error {
	switch info := delta.Object.(type) {
	case ReplacedAllInfo:
		return processReplacedAll(handler, clientState, info, isInInitialList, keyFunc)
	case SyncAllInfo:
		for _, obj := range clientState.List() {
			handler.OnUpdate(obj, obj)
		}
		return nil
	case BookmarkInfo:
		clientState.Bookmark(info.ResourceVersion)
		return nil
	default:
		return fmt.Errorf("a %s delta holds a %T", delta.Type, delta.Object)
	}
}

// processReplacedAll makes a list the content of the store, in one step, and then tells handler what that changed. Nobody
// but the caller writes to the store, so what it held before can be looked up in peace.
//
// Deletions are told first, as with lists that are queued object by object. They are tombstones, with the last state that
// the store had.
func processReplacedAll(handler ResourceEventHandler, clientState Store, info ReplacedAllInfo, isInInitialList bool,
	keyFunc KeyFunc) error {
	before, err := statesBefore(clientState, info.Objects, keyFunc)
	if err != nil {
		return err
	}
	if err := clientState.Replace(info.Objects, info.ResourceVersion); err != nil {
		return err
	}
	for _, tombstone := range before.gone {
		handler.OnDelete(tombstone)
	}
	for i, obj := range info.Objects {
		if old := before.old(i); old != nil {
			handler.OnUpdate(old, obj)
		} else {
			handler.OnAdd(obj, isInInitialList)
		}
	}
	return nil
}

// replacement is what a list finds in the store.
type replacement struct {
	olds []any                      // at each object's place the state that the store has, or nil; empty if it has nothing
	gone []DeletedFinalStateUnknown // what is not in the list
}

func (r replacement) old(i int) any {
	if len(r.olds) == 0 {
		return nil
	}
	return r.olds[i]
}

func statesBefore(clientState Store, list []any, keyFunc KeyFunc) (before replacement, err error) {
	known := clientState.ListKeys()
	if len(known) == 0 {
		return before, nil // the initial list
	}
	listed := make(map[string]struct{}, len(list))
	before.olds = make([]any, len(list))
	for i, obj := range list {
		key, err := keyFunc(obj)
		if err != nil {
			return replacement{}, KeyError{Obj: obj, Err: err}
		}
		listed[key] = struct{}{}
		if before.olds[i], _, err = clientState.GetByKey(key); err != nil {
			return replacement{}, err
		}
	}
	for _, key := range known {
		if _, ok := listed[key]; ok {
			continue
		}
		last, _, err := clientState.GetByKey(key)
		if err != nil {
			return replacement{}, err
		}
		before.gone = append(before.gone, DeletedFinalStateUnknown{Key: key, Obj: last})
	}
	return before, nil
}
