package cache

import "fmt"

// ReflectorStore is what a Reflector writes to: a store, or a queue in front of one.
type ReflectorStore interface {
	// Add tells that obj appeared.
	Add(obj any) error
	// Update tells that obj changed.
	Update(obj any) error
	// Delete tells that obj is gone; obj is its last state.
	Delete(obj any) error
	// Replace tells that list is all there is, as of resourceVersion. The receiver owns list from now on.
	Replace(list []any, resourceVersion string) error
	// Resync asks to process once more what is known already. A plain store does nothing.
	Resync() error
}

// TransformFunc changes an object before anybody sees it, usually to drop fields that nobody reads and save memory.
// It may change the object in place and must be idempotent, because an object can pass it twice: one of a streamed list
// does so in front of a queue that does not know preparedStore, such as DeltaFIFO. The Reflector runs it, with the
// queue locked except for the lists of an informer by default: every millisecond spent here holds up the watch.
type TransformFunc func(any) (any, error)

// TransformingStore is a ReflectorStore with a transformer of its own. A Reflector that has to collect objects before
// it can write them, as during a streamed list, applies it early so that it holds only the small objects.
type TransformingStore interface {
	ReflectorStore
	Transformer() TransformFunc
}

// Store holds one object for every key. It knows how to find the key of an object, so most methods take only the
// object. Objects that come out of it are shared with all other readers and must not be changed.
type Store interface {
	// Add stores obj in place of whatever had its key.
	Add(obj any) error
	// Update does the same as Add.
	Update(obj any) error
	// Delete removes the object with obj's key; nothing happens when there is none.
	Delete(obj any) error
	// List returns all objects, in no order, as they were at one moment.
	List() []any
	// ListKeys returns all keys, in no order, as they were at one moment.
	ListKeys() []string
	// LastStoreSyncResourceVersion is the resource version the last write brought along.
	LastStoreSyncResourceVersion() string
	// Bookmark records a resource version that came without an object.
	Bookmark(rv string)
	// Get returns what is stored under obj's key.
	Get(obj any) (item any, exists bool, err error)
	// GetByKey returns what is stored under key.
	GetByKey(key string) (item any, exists bool, err error)
	// Replace stores list and nothing else. The store owns list from now on.
	Replace(list []any, resourceVersion string) error
	// Resync does nothing in a plain store.
	Resync() error
}

// KeyLister lists keys.
type KeyLister interface {
	ListKeys() []string
}

// KeyGetter finds what is stored under a key.
type KeyGetter interface {
	GetByKey(key string) (value any, exists bool, err error)
}

// KeyListerGetter is what a queue needs to know of the store behind it. Every Store is one.
type KeyListerGetter interface {
	KeyLister
	KeyGetter
}

// StoreOption configures NewStore and NewIndexer.
type StoreOption = func(*cache)

// WithTransformer applies transformer to every object before it is stored.
func WithTransformer(transformer TransformFunc) StoreOption {
	return func(c *cache) { c.transformer = transformer }
}

// NewStore returns an empty Store, safe for use by many goroutines.
func NewStore(keyFunc KeyFunc, opts ...StoreOption) Store {
	return NewIndexer(keyFunc, Indexers{}, opts...)
}

// NewIndexer returns an empty Indexer, safe for use by many goroutines.
func NewIndexer(keyFunc KeyFunc, indexers Indexers, opts ...StoreOption) Indexer {
	c := &cache{threadSafeMap: newThreadSafeMap(indexers, Indices{}), keyFunc: keyFunc}
	for _, opt := range opts {
		opt(c)
	}
	return c
}

// cache adds to a threadSafeMap what it lacks to be an Indexer: knowing an object's key. All locking is in the map;
// what cache does itself needs none, because its fields never change.
type cache struct {
	*threadSafeMap
	keyFunc     KeyFunc
	transformer TransformFunc // nil: objects are stored as they come
}

func (c *cache) Add(obj any) error {
	return c.put(obj)
}

func (c *cache) Update(obj any) error {
	return c.put(obj)
}

func (c *cache) put(obj any) error {
	key, obj, err := c.prepare(obj)
	if err != nil {
		return err
	}
	c.threadSafeMap.Add(key, obj)
	return nil
}

// prepare finds obj's key and transforms obj. The key comes first: it is that of the object as the server sent it, which
// is also what the queue used.
func (c *cache) prepare(obj any) (string, any, error) {
	key, err := c.keyFunc(obj)
	if err != nil {
		return "", nil, KeyError{Obj: obj, Err: err}
	}
	if c.transformer == nil {
		return key, obj, nil
	}
	transformed, err := c.transformer(obj)
	if err != nil {
		return "", nil, fmt.Errorf("transform object %q: %w", key, err)
	}
	return key, transformed, nil
}

func (c *cache) Delete(obj any) error {
	key, err := c.keyFunc(obj)
	if err != nil {
		return KeyError{Obj: obj, Err: err}
	}
	c.DeleteWithObject(key, obj)
	return nil
}

func (c *cache) Get(obj any) (item any, exists bool, err error) {
	key, err := c.keyFunc(obj)
	if err != nil {
		return nil, false, KeyError{Obj: obj, Err: err}
	}
	return c.GetByKey(key)
}

// GetByKey never fails; the error is there because KeyGetter has other implementations.
func (c *cache) GetByKey(key string) (item any, exists bool, err error) {
	item, exists = c.threadSafeMap.Get(key)
	return item, exists, nil
}

// Replace computes all keys before it touches the store: one bad object leaves the old content as it was.
func (c *cache) Replace(list []any, resourceVersion string) error {
	items := make(map[string]any, len(list))
	for _, obj := range list {
		key, obj, err := c.prepare(obj)
		if err != nil {
			return err
		}
		items[key] = obj
	}
	c.threadSafeMap.Replace(items, resourceVersion)
	return nil
}
