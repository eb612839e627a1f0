package cache

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestRelistKeepsOneCopyOfWhatIsUnchanged shows that what a relist brings in the state that the store has already is not
// stored again, nor transformed again, while handlers and cache are told as ever.
func TestRelistKeepsOneCopyOfWhatIsUnchanged(t *testing.T) {
	for _, streams := range []bool{true, false} {
		for _, transforms := range []bool{false, true} {
			t.Run(fmt.Sprintf("streams=%t,transforms=%t", streams, transforms), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { relist(t, streams, transforms) })
			})
		}
	}
}

func relist(t *testing.T, streams, transforms bool) {
	source := newPodSource("n/a", "n/b", "n/c")
	source.streams = streams
	informer := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	var transformed atomic.Int32
	if transforms {
		err := informer.SetTransform(func(obj any) (any, error) {
			transformed.Add(1)
			return obj, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	told := &recorder{}
	mustAdd(t, informer, told)
	defer startInformer(informer)()
	synctest.Wait()
	stored := func(key string) any {
		obj, _, _ := informer.GetStore().GetByKey(key)
		return obj
	}
	a, b := stored("n/a"), stored("n/b")
	expect(t, "initial list", told.take(), "initial n/a@1", "initial n/b@2", "initial n/c@3")

	source.breakWatches(true)
	source.set("n/b")
	source.remove("n/c")
	time.Sleep(time.Minute)
	expect(t, "relist", told.take(), "tombstone n/c@3", "update n/a@1->1", "update n/b@2->5")
	if stored("n/a") != a {
		t.Error("there are two copies of what did not change")
	}
	if stored("n/b") == b {
		t.Error("the store has the old state of what changed")
	}
	if keys := slices.Sorted(slices.Values(informer.GetStore().ListKeys())); !slices.Equal(keys, []string{"n/a", "n/b"}) {
		t.Error("the store has", keys)
	}
	if want := int32(4); transforms && transformed.Load() != want {
		t.Errorf("transformed %d times, want %d: three objects and one change", transformed.Load(), want)
	}
}

type nameOnly struct{ metav1.ObjectMeta }

// TestTransformerMayMakeSomethingElse: what comes out of a transformer need not be an API object.
func TestTransformerMayMakeSomethingElse(t *testing.T) {
	for _, streams := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			source := newPodSource("n/a", "n/b")
			source.streams = streams
			informer := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{})
			err := informer.SetTransform(func(obj any) (any, error) {
				if pod, ok := obj.(*v1.Pod); ok {
					return &nameOnly{metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}}, nil
				}
				return obj, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			defer startInformer(informer)()
			synctest.Wait()
			source.breakWatches(true)
			source.set("n/c")
			time.Sleep(time.Minute)
			keys := map[string]bool{}
			for _, key := range informer.GetStore().ListKeys() {
				keys[key] = true
			}
			if want := map[string]bool{"n/a": true, "n/b": true, "n/c": true}; !maps.Equal(keys, want) {
				t.Errorf("streams %t: the store has %v", streams, keys)
			}
		})
	}
}
