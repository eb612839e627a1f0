package cache

// Replace queues list, which is all there is on the server: as one delta with AtomicEvents, or else as one delta for
// each object, after a deletion for each that is not in it any more.
//
// As the first write it also makes all that is queued the initial list, up to whose end the queue has not synced. An
// error, for an object without a key or one that the transformer refuses, leaves the queue as it was: the Reflector
// lists again. In client-go only the first of the two does. With AtomicEvents the keys are the consumer's affair.
func (f *RealFIFO) Replace(list []any, resourceVersion string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.replaceLocked(list, resourceVersion, f.transformer)
}

// replaceTransformed is Replace for a list whose objects went through the transformer already.
func (f *RealFIFO) replaceTransformed(list []any, resourceVersion string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.replaceLocked(list, resourceVersion, nil)
}

func (f *RealFIFO) replaceLocked(list []any, resourceVersion string, transform TransformFunc) error {
	queueList := f.queueObjectsLocked
	if f.atomicEvents {
		queueList = f.queueReplacedAllLocked
	}
	if err := queueList(list, resourceVersion, transform); err != nil {
		return err
	}
	if !f.populated {
		f.initialPopulationCount = f.queue.len()
		f.populatedLocked()
	}
	return nil
}

// queueReplacedAllLocked queues the list as one delta.
func (f *RealFIFO) queueReplacedAllLocked(list []any, resourceVersion string, transform TransformFunc) error {
	objects := list
	if transform != nil {
		objects = make([]any, len(list))
		for i, obj := range list {
			var err error
			if objects[i], err = transform(obj); err != nil {
				return err
			}
		}
	}
	f.pushLocked(keyedDelta{delta: Delta{ReplacedAll, ReplacedAllInfo{resourceVersion, objects}}})
	return nil
}

// queueObjectsLocked queues a delta for each object that is listed or gone. The deletions come first: an object that
// took the place of another, say in an index, arrives after it has gone.
func (f *RealFIFO) queueObjectsLocked(list []any, _ string, transform TransformFunc) error {
	items := make([]keyedDelta, 0, len(list))
	for _, obj := range list {
		item, err := f.prepareLocked(Replaced, obj, transform)
		if err != nil {
			return err
		}
		items = append(items, item)
	}
	f.pushMissedDeletesLocked(items)
	for _, item := range items {
		f.pushLocked(item)
	}
	return nil
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

// Resync asks the consumer to look at all it has once more: with AtomicEvents by one SyncAll delta, or else by a Sync
// delta for every object it has, except those of which anything is queued: a Sync behind that would bring back the old
// state that the consumer has now.
func (f *RealFIFO) Resync() error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.atomicEvents {
		f.pushLocked(keyedDelta{delta: Delta{SyncAll, SyncAllInfo{}}})
		return nil
	}
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
