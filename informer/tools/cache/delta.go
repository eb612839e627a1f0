package cache

// DeltaType says what happened to an object.
type DeltaType string

// The kinds of Delta. The last three are about the collection as a whole; only a RealFIFO with AtomicEvents makes them.
const (
	Added   DeltaType = "Added"
	Updated DeltaType = "Updated"
	Deleted DeltaType = "Deleted"
	// Replaced: the object was in a new list, the first one or one after a broken watch. Whether it changed is not known.
	Replaced DeltaType = "Replaced"
	// Sync: nothing happened; a periodic resync asks to look at the object again.
	Sync DeltaType = "Sync"
	// ReplacedAll: a new list as one Delta; Object is a ReplacedAllInfo.
	ReplacedAll DeltaType = "ReplacedAll"
	// SyncAll: look at every known object again; Object is a SyncAllInfo.
	SyncAll DeltaType = "SyncAll"
	// Bookmark: only the resource version moved on; Object is a BookmarkInfo.
	Bookmark DeltaType = "Bookmark"
)

// ReplacedAllInfo is the Object of a ReplacedAll Delta: the list, already transformed, and its resource version.
type ReplacedAllInfo struct {
	ResourceVersion string
	Objects         []any
}

// SyncAllInfo is the Object of a SyncAll Delta.
type SyncAllInfo struct{}

// BookmarkInfo is the Object of a Bookmark Delta.
type BookmarkInfo struct {
	ResourceVersion string
}

// Delta is one change to an object: its kind, and the state after it. For Deleted that is the last state before the
// deletion, or a DeletedFinalStateUnknown.
type Delta struct {
	Type   DeltaType
	Object any
}

// ofCollection reports whether the Delta is about all objects, or none, and so has no key.
func (d Delta) ofCollection() bool {
	return d.Type == ReplacedAll || d.Type == SyncAll || d.Type == Bookmark
}

// Deltas are the changes to one object that were not processed yet, the oldest first.
type Deltas []Delta

// Oldest returns the first Delta, or nil if there is none.
func (d Deltas) Oldest() *Delta {
	if len(d) == 0 {
		return nil
	}
	return &d[0]
}

// Newest returns the last Delta, or nil if there is none.
func (d Deltas) Newest() *Delta {
	if len(d) == 0 {
		return nil
	}
	return &d[len(d)-1]
}

// with returns d with one more Delta at the end, except that two deletions in a row become one: the object can only go
// once, but a watch and a relist may both notice it. The first is kept, because it has the object's final state, unless
// it is a tombstone; then the second can only be better.
//
// Nothing else is merged, so that a consumer sees every state in between. The memory of d is used again.
func (d Deltas) with(next Delta) Deltas {
	last := d.Newest()
	if last == nil || last.Type != Deleted || next.Type != Deleted {
		if len(d) == 1 && cap(d) == 1 {
			d = append(make(Deltas, 0, 4), d...) // where there is a second, more are likely to come
		}
		return append(d, next)
	}
	if _, finalStateUnknown := last.Object.(DeletedFinalStateUnknown); finalStateUnknown {
		last.Object = next.Object
	}
	return d
}
