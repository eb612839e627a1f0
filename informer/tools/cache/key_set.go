package cache

import (
	"iter"
	"slices"
)

// fewKeys is up to how many keys a keySet is a list. To look through so many costs about as much as one look-up in a map.
const fewKeys = 32

// keySet is the keys of the objects that share a value in an index. Most sets are small, as those by node, owner or job,
// and a short list is smaller than a map and several times as fast to go through, which is what an index is asked to do.
// The zero value is empty.
type keySet struct {
	few  []string            // in no order; nil when there are many
	many map[string]struct{} // nil as long as there are few
}

func (s *keySet) len() int {
	return len(s.few) + len(s.many)
}

// insert adds a key, unless it is in the set.
func (s *keySet) insert(key string) {
	switch {
	case s.many != nil:
		s.many[key] = struct{}{}
	case slices.Contains(s.few, key):
	case len(s.few) < fewKeys:
		s.few = append(s.few, key)
	default:
		s.many = make(map[string]struct{}, 2*fewKeys)
		for _, old := range s.few {
			s.many[old] = struct{}{}
		}
		s.many[key] = struct{}{}
		s.few = nil
	}
}

// remove takes a key out of the set. A set that had many keys stays a map until it is empty.
func (s *keySet) remove(key string) {
	if s.many != nil {
		delete(s.many, key)
		return
	}
	i := slices.Index(s.few, key)
	if i < 0 {
		return
	}
	last := len(s.few) - 1
	s.few[i], s.few[last] = s.few[last], "" // "", or the array would keep the key alive
	s.few = s.few[:last]
}

// all goes through the keys, in no order.
func (s *keySet) all() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, key := range s.few {
			if !yield(key) {
				return
			}
		}
		for key := range s.many {
			if !yield(key) {
				return
			}
		}
	}
}
