package cache

// Replace queues list, which is all there is on the server, and a deletion for each object that is not in it any more.
// That is the only way to learn of a deletion that happened while no watch was running.
//
// On the first write it also sets how many keys must be popped until the queue has synced. An error, for an object
// without a key, leaves what came before it queued; the Reflector will list again.
func (f *DeltaFIFO) Replace(list []any, _ string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.makeRoomLocked(len(list))
	listed, err := f.queueListedLocked(list)
	if err != nil {
		return err
	}
	missed := f.queueMissedDeletesLocked(listed)
	if !f.populated {
		f.initialPopulationCount = len(listed) + missed
		f.populatedLocked()
	}
	return nil
}

// keptRoom is how many keys an empty queue keeps the memory for.
const keptRoom = 1024

// makeRoomLocked takes the memory for so many keys at once. A map that grows with them would be copied again and again.
func (f *DeltaFIFO) makeRoomLocked(keys int) {
	if len(f.queue) > 0 || keys <= keptRoom {
		return
	}
	f.items = make(map[string]Deltas, keys)
	f.queue = make([]string, 0, keys)
}

// emptiedLocked leaves the queue empty, with room for the next keys: where they come one at a time they need no memory.
// But the memory of a list, or of any other crowd, is given back. A map never becomes smaller by itself, and client-go
// keeps the one it needed for the longest list.
func (f *DeltaFIFO) emptiedLocked() {
	f.queue = f.queue[:0]
	if f.drained > keptRoom {
		f.items, f.queue = map[string]Deltas{}, nil
	}
	f.drained = 0
}

// queueListedLocked queues every object of list and returns the set of their keys.
func (f *DeltaFIFO) queueListedLocked(list []any) (map[string]struct{}, error) {
	listed := make(map[string]struct{}, len(list))
	for _, obj := range list {
		key, err := f.KeyOf(obj)
		if err != nil {
			return nil, KeyError{Obj: obj, Err: err}
		}
		listed[key] = struct{}{}
		if err := f.queueActionLocked(f.listedType, obj); err != nil {
			return nil, err
		}
	}
	return listed, nil
}

// queueMissedDeletesLocked queues a tombstone for each object that somebody still counts on although it was not listed,
// and returns how many. An object can be in two places: waiting in the queue, where its newest state is, or already
// with the consumer.
func (f *DeltaFIFO) queueMissedDeletesLocked(listed map[string]struct{}) int {
	missed := 0
	for _, key := range f.queue { // appending to the deltas of a waiting key does not change the queue
		if _, ok := listed[key]; !ok {
			f.queueTombstoneLocked(key, lastState(f.items[key]))
			missed++
		}
	}
	if f.knownObjects == nil {
		return missed
	}
	for _, key := range f.knownObjects.ListKeys() {
		_, isListed := listed[key]
		if _, isWaiting := f.items[key]; isListed || isWaiting {
			continue
		}
		f.queueTombstoneLocked(key, f.knownObjectLocked(key))
		missed++
	}
	return missed
}

func (f *DeltaFIFO) queueTombstoneLocked(key string, lastSeen any) {
	f.appendLocked(key, Delta{Type: Deleted, Object: DeletedFinalStateUnknown{Key: key, Obj: lastSeen}})
}

// lastState is the newest object in deltas; of a tombstone, the object inside, so that tombstones never nest.
func lastState(deltas Deltas) any {
	obj := deltas.Newest().Object
	if tombstone, ok := obj.(DeletedFinalStateUnknown); ok {
		return tombstone.Obj
	}
	return obj
}

// knownObjectLocked returns the consumer's object, or nil if it can't be had: the deletion must be told in any case.
func (f *DeltaFIFO) knownObjectLocked(key string) any {
	obj, exists, err := f.knownObjects.GetByKey(key)
	if err != nil {
		f.logger.Error(err, "Unexpected error during lookup, placing DeleteFinalStateUnknown marker without object", "key", key)
		return nil
	}
	if !exists {
		f.logger.Info("Key does not exist in known objects store, placing DeleteFinalStateUnknown marker without object", "key", key)
		return nil
	}
	return obj
}

// Resync queues a Sync delta for every object the consumer has, so that it is processed again though nothing changed.
// A key that is waiting is left out: its object will be processed anyway, and a Sync behind its deltas would bring back
// the old state that the consumer has now.
func (f *DeltaFIFO) Resync() error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.knownObjects == nil {
		return nil
	}
	for _, key := range f.knownObjects.ListKeys() {
		if err := f.syncKeyLocked(key); err != nil {
			return err
		}
	}
	return nil
}

// syncKeyLocked does not transform: what comes from the consumer's store went through the transformer on its way in.
func (f *DeltaFIFO) syncKeyLocked(key string) error {
	obj, exists, err := f.knownObjects.GetByKey(key)
	if err != nil {
		f.logger.Error(err, "Unexpected error during lookup, unable to queue object for sync", "key", key)
		return nil
	}
	if !exists {
		f.logger.Info("Key does not exist in known objects store, unable to queue object for sync", "key", key)
		return nil
	}
	// The key under which the object will be processed is the one this queue computes.
	key, err = f.KeyOf(obj)
	if err != nil {
		return KeyError{Obj: obj, Err: err}
	}
	if _, isWaiting := f.items[key]; !isWaiting {
		f.appendLocked(key, Delta{Type: Sync, Object: obj})
	}
	return nil
}
