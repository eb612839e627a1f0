package cache

// Replace queues list, which is all there is on the server, after a deletion for each object that is not in it any more.
//
// As the first write it also makes all that is queued the initial list, up to whose end the queue has not synced. An
// error, for an object without a key or one that the transformer refuses, leaves the queue as it was: the Reflector
// lists again. In client-go only the first of the two does.
func (f *RealFIFO) Replace(list []any, _ string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	items, err := f.prepareListLocked(list)
	if err != nil {
		return err
	}
	// The deletions come first: an object that took the place of another, say in an index, arrives after it has gone.
	f.pushMissedDeletesLocked(items)
	for _, item := range items {
		f.pushLocked(item)
	}
	if !f.populated {
		f.initialPopulationCount = f.queue.len()
		f.populatedLocked()
	}
	return nil
}

func (f *RealFIFO) prepareListLocked(list []any) ([]keyedDelta, error) {
	items := make([]keyedDelta, 0, len(list))
	for _, obj := range list {
		item, err := f.prepareLocked(Replaced, obj)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// pushMissedDeletesLocked queues a tombstone for each object that will be in the consumer's store when all that is
// queued now is processed, but is not listed.
func (f *RealFIFO) pushMissedDeletesLocked(listed []keyedDelta) {
	settled := make(map[string]struct{}, len(listed)) // keys that need no tombstone, or no further one
	for _, item := range listed {
		settled[item.key] = struct{}{}
	}
	for _, newest := range f.newestOfEachLocked() {
		if _, ok := settled[newest.key]; ok {
			continue
		}
		settled[newest.key] = struct{}{}
		if newest.delta.Type != Deleted {
			f.pushTombstoneLocked(newest.key, lastState(Deltas{newest.delta}))
		}
	}
	if f.knownObjects == nil {
		return
	}
	for _, key := range f.knownObjects.ListKeys() {
		if _, ok := settled[key]; !ok {
			f.pushTombstoneLocked(key, f.knownObjectLocked(key))
		}
	}
}

// newestOfEachLocked returns the last delta that is queued for each key, in the order of the keys' first ones.
func (f *RealFIFO) newestOfEachLocked() []keyedDelta {
	var newest []keyedDelta
	position := make(map[string]int, f.queue.len())
	for item := range f.queue.all() {
		at, seen := position[item.key]
		if seen {
			newest[at] = item
			continue
		}
		position[item.key] = len(newest)
		newest = append(newest, item)
	}
	return newest
}

func (f *RealFIFO) pushTombstoneLocked(key string, lastSeen any) {
	f.pushLocked(keyedDelta{key, Delta{Deleted, DeletedFinalStateUnknown{Key: key, Obj: lastSeen}}})
}

// knownObjectLocked returns the consumer's object, or nil if it can't be had: the deletion must be told in any case.
func (f *RealFIFO) knownObjectLocked(key string) any {
	obj, exists, err := f.knownObjects.GetByKey(key)
	if err != nil || !exists {
		f.logger.Error(err, "Known object not found, its deletion is told without it", "key", key)
		return nil
	}
	return obj
}

// Resync queues a Sync delta for every object the consumer has, except those of which anything is queued: a Sync behind
// it would bring back the old state that the consumer has now.
func (f *RealFIFO) Resync() error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.knownObjects == nil {
		return nil
	}
	waiting := make(map[string]struct{}, f.queue.len())
	for item := range f.queue.all() {
		waiting[item.key] = struct{}{}
	}
	for _, key := range f.knownObjects.ListKeys() {
		if _, ok := waiting[key]; ok {
			continue
		}
		obj, exists, err := f.knownObjects.GetByKey(key)
		if err != nil || !exists {
			f.logger.Error(err, "Known object not found, it is left out of the resync", "key", key)
			continue
		}
		f.pushLocked(keyedDelta{key, Delta{Sync, obj}}) // transformed on its way in
	}
	return nil
}
