package cache

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/sets"
)

// NamespaceIndex is the name under which informers keep the index by namespace.
const NamespaceIndex string = "namespace"

// Indexer is a Store that also finds objects by computed values.
//
// Three kinds of string must be kept apart: the storage key of an object ("ns/name"), the name of an index
// ("namespace"), and an indexed value (what the index's IndexFunc computed from an object, here "ns").
type Indexer interface {
	Store
	// Index returns the objects that share a value with obj in the named index. obj need not be stored.
	Index(indexName string, obj any) ([]any, error)
	// IndexKeys returns the storage keys of the objects that have indexedValue in the named index.
	IndexKeys(indexName, indexedValue string) ([]string, error)
	// ListIndexFuncValues returns all values in the named index.
	ListIndexFuncValues(indexName string) []string
	// ByIndex returns the objects that have indexedValue in the named index.
	ByIndex(indexName, indexedValue string) ([]any, error)
	// GetIndexers returns the index functions by name.
	GetIndexers() Indexers
	// AddIndexers adds indices, and fills them from what is stored already. It fails if a name is taken.
	AddIndexers(newIndexers Indexers) error
}

// IndexFunc computes the values under which an object is found in an index. It is called again for the old object when
// the object changes, so it must give the same answer for the same object.
type IndexFunc func(obj any) ([]string, error)

// Indexers are index functions by the name of their index.
type Indexers map[string]IndexFunc

// Indices are the indices by name.
type Indices map[string]index

// index maps an indexed value to the keys of the objects that have it. No set in it is empty.
type index map[string]*keySet

// MetaNamespaceIndexFunc indexes an object by its namespace.
func MetaNamespaceIndexFunc(obj any) ([]string, error) {
	object, err := meta.Accessor(obj)
	if err != nil {
		return []string{""}, fmt.Errorf("object has no meta: %w", err)
	}
	return []string{object.GetNamespace()}, nil
}

// IndexFuncToKeyFuncAdapter makes a KeyFunc of an IndexFunc that gives exactly one value, unique to each object.
func IndexFuncToKeyFuncAdapter(indexFunc IndexFunc) KeyFunc {
	return func(obj any) (string, error) {
		values, err := indexFunc(obj)
		switch {
		case err != nil:
			return "", err
		case len(values) > 1:
			return "", fmt.Errorf("too many keys: %v", values)
		case len(values) == 0:
			return "", errors.New("unexpected empty indexKeys")
		}
		return values[0], nil
	}
}

// storeIndex keeps the indices of a store. It has no lock: the store that owns it holds its own lock in every call.
type storeIndex struct {
	indexers Indexers
	indices  Indices
}

// update moves key, in every index, from the values of oldObj to those of newObj. A nil oldObj means the object is new,
// a nil newObj that it is gone.
func (i *storeIndex) update(key string, oldObj, newObj any) {
	for name := range i.indexers {
		i.updateSingle(name, key, oldObj, newObj)
	}
}

func (i *storeIndex) updateSingle(name, key string, oldObj, newObj any) {
	before := i.valuesOf(name, key, oldObj)
	after := i.valuesOf(name, key, newObj)
	if slices.Equal(before, after) {
		return // by far the most frequent case: a status changed, the namespace did not
	}
	idx := i.indices[name]
	if idx == nil {
		idx = index{}
		i.indices[name] = idx
	}
	for _, value := range before {
		idx.remove(value, key)
	}
	for _, value := range after {
		idx.insert(value, key)
	}
}

// valuesOf asks the index function. It panics when that fails: the store has changed already, and an index that misses
// an object would give wrong answers for ever without anybody noticing.
func (i *storeIndex) valuesOf(name, key string, obj any) []string {
	if obj == nil {
		return nil
	}
	values, err := i.indexers[name](obj)
	if err != nil {
		panic(fmt.Errorf("unable to calculate an index entry for key %q on index %q: %w", key, name, err))
	}
	return values
}

// keys returns the keys of the objects with value in the named index.
func (i *storeIndex) keys(name, value string) (*keySet, error) {
	if i.indexers[name] == nil {
		return nil, fmt.Errorf("Index with name %s does not exist", name) //nolint:staticcheck // client-go's words
	}
	if keys := i.indices[name][value]; keys != nil {
		return keys, nil
	}
	return &keySet{}, nil
}

// keysLike returns the keys of the objects that share at least one value with obj in the named index.
func (i *storeIndex) keysLike(name string, obj any) (*keySet, error) {
	indexFunc := i.indexers[name]
	if indexFunc == nil {
		return i.keys(name, "")
	}
	values, err := indexFunc(obj)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 {
		return i.keys(name, values[0]) // no need to merge, hence no copy
	}
	merged := &keySet{}
	for _, value := range values {
		keys, err := i.keys(name, value)
		if err != nil {
			return nil, err
		}
		for key := range keys.all() {
			merged.insert(key)
		}
	}
	return merged, nil
}

// add takes on further index functions; their indices start out empty.
func (i *storeIndex) add(more Indexers) error {
	if taken := sets.KeySet(i.indexers).Intersection(sets.KeySet(more)); taken.Len() > 0 {
		return fmt.Errorf("indexer conflict: %v", sets.List(taken))
	}
	for name, indexFunc := range more {
		i.indexers[name] = indexFunc
	}
	return nil
}

func (idx index) insert(value, key string) {
	keys := idx[value]
	if keys == nil {
		keys = &keySet{}
		idx[value] = keys
	}
	keys.insert(key)
}

// remove drops the set with its last key. Without that, an index over short-lived values, such as the node or the job of
// a pod, would keep an empty set for every value there ever was.
func (idx index) remove(value, key string) {
	keys := idx[value]
	if keys == nil {
		return // the index function gave a value twice, and this is the second time
	}
	keys.remove(key)
	if keys.len() == 0 {
		delete(idx, value)
	}
}
