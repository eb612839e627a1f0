package cache

import (
	"maps"
	"slices"
	"sync"
)

// ThreadSafeStore is an Indexer that is told the key of each object instead of finding it.
//
// Safe means: the methods may be called by many goroutines at once. The objects themselves are not copied; who changes
// an object that Get or List returned races with every other reader and makes the indices wrong.
type ThreadSafeStore interface {
	Add(key string, obj any)
	Update(key string, obj any)
	// Delete leaves LastStoreSyncResourceVersion as it was; DeleteWithObject is better where the object is at hand.
	Delete(key string)
	DeleteWithObject(key string, obj any)
	Get(key string) (item any, exists bool)
	List() []any
	ListKeys() []string
	Replace(items map[string]any, resourceVersion string)
	Index(indexName string, obj any) ([]any, error)
	IndexKeys(indexName, indexedValue string) ([]string, error)
	Bookmark(rv string)
	LastStoreSyncResourceVersion() string
	ListIndexFuncValues(name string) []string
	ByIndex(indexName, indexedValue string) ([]any, error)
	GetIndexers() Indexers
	AddIndexers(newIndexers Indexers) error
	// Resync does nothing.
	Resync() error
}

// ThreadSafeStoreOption configures NewThreadSafeStore.
type ThreadSafeStoreOption = func(*threadSafeMap)

// NewThreadSafeStore returns an empty store that maintains indices with the functions of indexers.
func NewThreadSafeStore(indexers Indexers, indices Indices, opts ...ThreadSafeStoreOption) ThreadSafeStore {
	m := newThreadSafeMap(indexers, indices)
	for _, opt := range opts {
		opt(m)
	}
	return m
}

// threadSafeMap is a map from key to object, its indices, and the one lock that keeps the two in step: a reader never
// finds a key in an index whose object is not in the map.
type threadSafeMap struct {
	lock  sync.RWMutex // guards all below; index functions run with it held and must not call the store
	items map[string]any
	index storeIndex
	rv    string // resource version of the last write
}

func newThreadSafeMap(indexers Indexers, indices Indices) *threadSafeMap {
	if indexers == nil {
		indexers = Indexers{}
	}
	if indices == nil {
		indices = Indices{}
	}
	return &threadSafeMap{items: map[string]any{}, index: storeIndex{indexers: indexers, indices: indices}}
}

func (m *threadSafeMap) Add(key string, obj any) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.putLocked(key, obj)
}

func (m *threadSafeMap) Update(key string, obj any) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.putLocked(key, obj)
}

// putLocked writes the object and then the indices, which need both the old and the new object.
func (m *threadSafeMap) putLocked(key string, obj any) {
	old := m.items[key]
	m.items[key] = obj
	m.index.update(key, old, obj)
	m.observeLocked(obj)
}

// Delete forgets the object under key.
func (m *threadSafeMap) Delete(key string) {
	m.DeleteWithObject(key, nil)
}

// DeleteWithObject forgets the object under key. obj is its last state, whose resource version is that of the deletion;
// a tombstone has none.
func (m *threadSafeMap) DeleteWithObject(key string, obj any) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.deleteLocked(key, obj)
}

func (m *threadSafeMap) deleteLocked(key string, obj any) {
	if old, exists := m.items[key]; exists {
		delete(m.items, key)
		m.index.update(key, old, nil)
	}
	m.observeLocked(obj)
}

// observeLocked remembers obj's resource version. It does not compare: resource versions are opaque, and the watch
// delivers them in order.
func (m *threadSafeMap) observeLocked(obj any) {
	if version, ok := resourceVersionOf(obj); ok {
		m.rv = version
	}
}

// Replace makes items the content of the store and computes all indices afresh.
func (m *threadSafeMap) Replace(items map[string]any, resourceVersion string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.items = items
	m.rv = resourceVersion
	m.index.indices = Indices{}
	for key, obj := range items {
		m.index.update(key, nil, obj)
	}
}

func (m *threadSafeMap) Get(key string) (item any, exists bool) {
	m.lock.RLock()
	defer m.lock.RUnlock()
	item, exists = m.items[key]
	return item, exists
}

func (m *threadSafeMap) List() []any {
	m.lock.RLock()
	defer m.lock.RUnlock()
	list := make([]any, 0, len(m.items))
	for _, obj := range m.items {
		list = append(list, obj)
	}
	return list
}

func (m *threadSafeMap) ListKeys() []string {
	m.lock.RLock()
	defer m.lock.RUnlock()
	return slices.AppendSeq(make([]string, 0, len(m.items)), maps.Keys(m.items))
}

// Index returns the objects that share a value with obj in the named index.
func (m *threadSafeMap) Index(indexName string, obj any) ([]any, error) {
	m.lock.RLock()
	defer m.lock.RUnlock()
	keys, err := m.index.keysLike(indexName, obj)
	if err != nil {
		return nil, err
	}
	return m.objectsLocked(keys), nil
}

// ByIndex returns the objects with indexedValue in the named index.
func (m *threadSafeMap) ByIndex(indexName, indexedValue string) ([]any, error) {
	m.lock.RLock()
	defer m.lock.RUnlock()
	keys, err := m.index.keys(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return m.objectsLocked(keys), nil
}

func (m *threadSafeMap) objectsLocked(keys *keySet) []any {
	list := make([]any, keys.len())
	for i, key := range keys.few { // one of the two has any; keys.all would cost a call for each
		list[i] = m.items[key]
	}
	i := 0
	for key := range keys.many {
		list[i] = m.items[key]
		i++
	}
	return list
}

// IndexKeys returns the keys of the objects with indexedValue in the named index.
func (m *threadSafeMap) IndexKeys(indexName, indexedValue string) ([]string, error) {
	m.lock.RLock()
	defer m.lock.RUnlock()
	keys, err := m.index.keys(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return slices.AppendSeq(make([]string, 0, keys.len()), keys.all()), nil
}

// ListIndexFuncValues returns the values in the named index that at least one object has.
func (m *threadSafeMap) ListIndexFuncValues(indexName string) []string {
	m.lock.RLock()
	defer m.lock.RUnlock()
	idx := m.index.indices[indexName]
	return slices.AppendSeq(make([]string, 0, len(idx)), maps.Keys(idx))
}

// GetIndexers returns a copy, because AddIndexers may change the original at any time. client-go returns the original.
func (m *threadSafeMap) GetIndexers() Indexers {
	m.lock.RLock()
	defer m.lock.RUnlock()
	return maps.Clone(m.index.indexers)
}

// AddIndexers adds the indices of newIndexers and fills them with what is stored, in one step for every reader.
func (m *threadSafeMap) AddIndexers(newIndexers Indexers) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	if err := m.index.add(newIndexers); err != nil {
		return err
	}
	for key, obj := range m.items {
		for name := range newIndexers {
			m.index.updateSingle(name, key, nil, obj)
		}
	}
	return nil
}

func (m *threadSafeMap) Bookmark(rv string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.rv = rv
}

func (m *threadSafeMap) LastStoreSyncResourceVersion() string {
	m.lock.RLock()
	defer m.lock.RUnlock()
	return m.rv
}

func (m *threadSafeMap) Resync() error {
	return nil
}
