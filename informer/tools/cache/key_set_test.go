package cache

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestKeySet makes random changes to a set and to a map, back and forth across the size at which the set becomes one.
func TestKeySet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	for _, size := range []int{1, fewKeys / 2, fewKeys, fewKeys + 1, 3 * fewKeys} {
		set, want := &keySet{}, map[string]struct{}{}
		largest := 0
		for step := range 2000 {
			key := strconv.Itoa(random.IntN(size))
			if random.IntN(size) < size/3 || step%400 > 350 {
				set.remove(key)
				delete(want, key)
			} else {
				set.insert(key)
				want[key] = struct{}{}
			}
			largest = max(largest, len(want))
			if got := slices.Sorted(set.all()); set.len() != len(want) || !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
				t.Fatalf("size %d, step %d: %d keys, %v", size, step, set.len(), got)
			}
			for range set.all() {
				break // leaves the rest alone
			}
		}
		if isMap := set.many != nil; isMap != (largest > fewKeys) {
			t.Errorf("up to %d keys are in a map: %t", largest, isMap)
		}
	}
}

func TestKeySetLetsGo(t *testing.T) {
	set := &keySet{}
	set.insert("a")
	set.insert("b")
	set.remove("a")
	if kept := set.few[:2][1]; kept != "" {
		t.Errorf("%q is gone, but still in memory", kept)
	}
}

// TestLargeIndexValues reads values that many objects share.
func TestLargeIndexValues(t *testing.T) {
	store := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	const pods = 5 * fewKeys
	for i := range pods {
		if err := store.Add(newPod("n/"+strconv.Itoa(i), "1")); err != nil {
			t.Fatal(err)
		}
	}
	objects, err := store.ByIndex(NamespaceIndex, "n")
	keys, keysErr := store.IndexKeys(NamespaceIndex, "n")
	like, likeErr := store.Index(NamespaceIndex, newPod("n/other", "1"))
	if len(objects) != pods || len(keys) != pods || len(like) != pods || err != nil || keysErr != nil || likeErr != nil {
		t.Errorf("%d objects, %d keys, %d alike; %v %v %v", len(objects), len(keys), len(like), err, keysErr, likeErr)
	}
	for i := range pods {
		if err := store.Delete(newPod("n/"+strconv.Itoa(i), "1")); err != nil {
			t.Fatal(err)
		}
	}
	if values := store.ListIndexFuncValues(NamespaceIndex); len(values) != 0 {
		t.Error(values)
	}
}
