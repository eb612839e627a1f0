package cache

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A list that is not the first brings mostly what is known: a watch that broke missed little. Held until it is processed,
// it would double the memory of the cache for that time (kubernetes/client-go#1377). So each object is looked up as soon
// as it comes in. If the store has it in the same state, its copy takes the place of the new one, which can be freed.
//
// The same state means the same UID and resource version: by the API's contract an object cannot change without getting
// another version. One thing a relist does in client-go, by chance, it does not do here: put right a cached object that
// a handler has changed against all rules.

// incoming prepares the objects of lists for the store, and then gives it the list.
type incoming struct {
	known     KeyGetter     // what the store has; nil: not known
	transform TransformFunc // nil: none
	replace   func(list []any, resourceVersion string) error
}

// preparedStore is a queue that takes lists whose objects went through its transformer already. Objects from the store
// have, and must not go through it again, since readers may be looking at them.
type preparedStore interface {
	TransformingStore
	replaceTransformed(list []any, resourceVersion string) error
}

func newIncoming(store ReflectorStore, known KeyGetter) incoming {
	if prepared, ok := store.(preparedStore); ok && known != nil {
		return incoming{known: known, transform: prepared.Transformer(), replace: prepared.replaceTransformed}
	}
	in := incoming{replace: store.Replace}
	if transforming, ok := store.(TransformingStore); ok {
		// The objects of a streamed list; the store will transform them a second time when it gets them. But until
		// then somebody has to hold them, and the point of most transformers is to not hold whole objects in memory.
		in.transform = transforming.Transformer()
	}
	return in
}

// prepare returns the store's copy of obj, or obj transformed.
func (in incoming) prepare(key string, obj any) (any, error) {
	if known := in.unchanged(key, obj); known != nil {
		return known, nil
	}
	if in.transform == nil {
		return obj, nil
	}
	return in.transform(obj)
}

// unchanged returns the store's copy of obj, if it has one in the same state, or nil.
func (in incoming) unchanged(key string, obj any) any {
	if in.known == nil {
		return nil
	}
	known, exists, err := in.known.GetByKey(key)
	if err != nil || !exists || !sameState(known, obj) {
		return nil
	}
	return known
}

// sameState reports whether two copies of an object, with the same key, were taken at the same moment of its life.
func sameState(a, b any) bool {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	first, err := meta.Accessor(a)
	if err != nil {
		return false
	}
	second, err := meta.Accessor(b)
	if err != nil {
		return false
	}
	version := first.GetResourceVersion()
	return version != "" && version == second.GetResourceVersion() && first.GetUID() == second.GetUID()
}

// preparePage makes a list of prepared objects of a page of a list, so that no more than one page is ever there as it
// came. Nothing is done where the store is to prepare them itself, and with what is not a list: who looks for its items
// will complain.
func (in incoming) preparePage(page runtime.Object) (runtime.Object, error) {
	if in.known == nil || !meta.IsListType(page) {
		return page, nil
	}
	info, err := meta.ListAccessor(page)
	if err != nil {
		return page, nil
	}
	prepared := &internalversion.List{Items: make([]runtime.Object, 0, meta.LenList(page))}
	prepared.ResourceVersion, prepared.Continue = info.GetResourceVersion(), info.GetContinue()
	err = meta.EachListItem(page, func(obj runtime.Object) error {
		item, err := in.prepareItem(obj)
		prepared.Items = append(prepared.Items, item)
		return err
	})
	return prepared, err
}

// prepareItem prepares an object that shares its memory with the page. Only one that will be kept gets its own.
func (in incoming) prepareItem(obj runtime.Object) (runtime.Object, error) {
	key, err := MetaNamespaceKeyFunc(obj)
	if err != nil {
		return obj, nil // without a key it can't be known; the store will refuse it
	}
	if known := in.unchanged(key, obj); known != nil {
		return asItem(known), nil
	}
	prepared := any(shallowCopy(obj))
	if in.transform != nil {
		prepared, err = in.transform(prepared)
	}
	return asItem(prepared), err
}

// preparedItem carries through code that works on lists of API objects what a transformer has made of one, if that is
// something else.
type preparedItem struct{ obj any }

func asItem(prepared any) runtime.Object {
	if obj, ok := prepared.(runtime.Object); ok {
		return obj
	}
	return preparedItem{prepared}
}

func (preparedItem) GetObjectKind() schema.ObjectKind { return schema.EmptyObjectKind }
func (p preparedItem) DeepCopyObject() runtime.Object { return p }

// shallowCopy copies what obj points to, but nothing that is reached from there.
func shallowCopy(obj runtime.Object) runtime.Object {
	pointer := reflect.ValueOf(obj)
	if pointer.Kind() != reflect.Pointer {
		return obj
	}
	copied := reflect.New(pointer.Type().Elem())
	copied.Elem().Set(pointer.Elem())
	return copied.Interface().(runtime.Object)
}

// objectsOf returns the objects of a list. Each has memory of its own: the items of a list as it came are an array, which
// would be kept whole as long as one of them is in the store.
func objectsOf(list runtime.Object) ([]any, error) {
	items, err := meta.ExtractListWithAlloc(list)
	if err != nil {
		return nil, err
	}
	objects := make([]any, len(items))
	for i, item := range items {
		objects[i] = item
		if prepared, ok := item.(preparedItem); ok {
			objects[i] = prepared.obj
		}
	}
	return objects, nil
}
