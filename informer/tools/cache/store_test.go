package cache

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	v1 "k8s.io/api/core/v1"
	clientcache "k8s.io/client-go/tools/cache"
)

// byLabels is an index in which an object can have any number of values.
func byLabels(obj any) ([]string, error) {
	return slices.Collect(maps.Values(obj.(*v1.Pod).Labels)), nil
}

// bothStores is what can be asked of our Indexer and of client-go's.
type bothStores interface {
	Add(obj any) error
	Update(obj any) error
	Delete(obj any) error
	Replace(list []any, version string) error
	Bookmark(version string)
	List() []any
	ListKeys() []string
	LastStoreSyncResourceVersion() string
	Get(obj any) (any, bool, error)
	GetByKey(key string) (any, bool, error)
	Index(name string, obj any) ([]any, error)
	IndexKeys(name, value string) ([]string, error)
	ByIndex(name, value string) ([]any, error)
	ListIndexFuncValues(name string) []string
}

// TestIndexerAgainstClientGo makes the same random writes to our Indexer and to client-go's, and asks both everything.
func TestIndexerAgainstClientGo(t *testing.T) {
	for seed := range seeds(60) {
		random := rand.New(rand.NewPCG(seed, 2))
		ours := NewIndexer(DeletionHandlingMetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
		theirs := clientcache.NewIndexer(clientcache.DeletionHandlingMetaNamespaceKeyFunc,
			clientcache.Indexers{NamespaceIndex: clientcache.MetaNamespaceIndexFunc})
		for step := range 40 {
			pod := randomPod(random, step)
			list := []any{randomPod(random, step), randomPod(random, step)}
			if step == 20 {
				ourErr, err := ours.AddIndexers(Indexers{"labels": byLabels}),
					theirs.AddIndexers(clientcache.Indexers{"labels": byLabels})
				if ourErr != nil || err != nil {
					t.Fatal(ourErr, err)
				}
			}
			action := random.IntN(9)
			for _, store := range []bothStores{ours, theirs} {
				switch action {
				case 0, 1:
					_ = store.Add(pod)
				case 2, 3, 4:
					_ = store.Update(pod)
				case 5, 6:
					_ = store.Delete(pod)
				case 7:
					_ = store.Replace(list, strconv.Itoa(step))
				case 8:
					store.Bookmark(strconv.Itoa(step))
				}
			}
			if action == 8 {
				_ = ours.Delete(DeletedFinalStateUnknown{Key: "n1/p1", Obj: pod})
				_ = theirs.Delete(clientcache.DeletedFinalStateUnknown{Key: "n1/p1", Obj: pod})
			}
			if got, want := everything(ours, pod), everything(theirs, pod); got != want {
				t.Fatalf("seed %d, step %d, action %d:\nours\n%s\nclient-go\n%s", seed, step, action, got, want)
			}
			if got, want := ours.LastStoreSyncResourceVersion(), theirs.LastStoreSyncResourceVersion(); got != want {
				t.Fatalf("seed %d, step %d, action %d: version %q, client-go %q", seed, step, action, got, want)
			}
		}
	}
}

func randomPod(random *rand.Rand, version int) *v1.Pod {
	key := fmt.Sprintf("n%d/p%d", random.IntN(3), random.IntN(3))
	pod := newPod(key, strconv.Itoa(version))
	pod.Labels = map[string]string{}
	for i := range random.IntN(4) {
		pod.Labels[strconv.Itoa(i)] = strconv.Itoa(random.IntN(3))
	}
	return pod
}

// everything asks a store all there is to ask of its objects and sorts the answers.
func everything(store bothStores, pod *v1.Pod) string {
	var lines []string
	say := func(what string, objects []any, rest ...any) {
		var names []string
		for _, obj := range objects {
			names = append(names, describeObject(obj))
		}
		slices.Sort(names)
		lines = append(lines, fmt.Sprint(what, ": ", names, rest))
	}
	say("list", store.List())
	say("keys", nil, slices.Sorted(slices.Values(store.ListKeys())))
	item, exists, err := store.Get(pod)
	say("get", []any{item}, exists, err)
	item, exists, err = store.GetByKey("n1/p1")
	say("get by key", []any{item}, exists, err)
	for _, name := range []string{NamespaceIndex, "labels", "none"} {
		like, err := store.Index(name, pod)
		say(name+" like", like, err)
		say(name+" values", nil, slices.Sorted(slices.Values(store.ListIndexFuncValues(name))))
		for _, value := range []string{"n0", "n1", "0", "1", "2"} {
			objects, err := store.ByIndex(name, value)
			say(name+" "+value, objects, err)
			keys, err := store.IndexKeys(name, value)
			say(name+" keys "+value, nil, slices.Sorted(slices.Values(keys)), err)
		}
	}
	return strings.Join(lines, "\n")
}

func TestStoreErrors(t *testing.T) {
	store := NewStore(MetaNamespaceKeyFunc)
	if err := store.Add(newPod("a", "1")); err != nil {
		t.Fatal(err)
	}
	_, _, getErr := store.Get("x")
	for name, err := range map[string]error{
		"Add": store.Add("x"), "Update": store.Update("x"), "Delete": store.Delete("x"), "Get": getErr,
		"Replace": store.Replace([]any{newPod("b", "1"), "x"}, "9"),
	} {
		var keyErr KeyError
		if !errors.As(err, &keyErr) {
			t.Errorf("%s: got %v, want a KeyError", name, err)
		}
	}
	if keys := store.ListKeys(); !slices.Equal(keys, []string{"a"}) || store.LastStoreSyncResourceVersion() != "1" {
		t.Errorf("a Replace that fails changed the store: %v", keys)
	}
	if err := store.Resync(); err != nil {
		t.Error(err)
	}
}

func TestStoreTransforms(t *testing.T) {
	failure := errors.New("no")
	store := NewStore(MetaNamespaceKeyFunc, WithTransformer(func(obj any) (any, error) {
		pod := obj.(*v1.Pod)
		if pod.Name == "bad" {
			return nil, failure
		}
		return newPod(pod.Name, "t"), nil
	}))
	for name, do := range map[string]func(any) error{
		"add": store.Add, "update": store.Update,
		"replace": func(obj any) error { return store.Replace([]any{obj}, "") },
		"transaction": func(obj any) error {
			err := store.(TransactionStore).Transaction(Transaction{Object: obj, Type: TransactionTypeAdd})
			if err != nil {
				return err.Errors[0]
			}
			return nil
		},
	} {
		if err := do(newPod(name, "1")); err != nil {
			t.Error(err)
		}
		if obj, _, _ := store.GetByKey(name); describeObject(obj) != name+"@t" {
			t.Errorf("%s stored %v", name, describeObject(obj))
		}
		if err := do(newPod("bad", "1")); !errors.Is(err, failure) {
			t.Errorf("%s: error of the transformer is lost: %v", name, err)
		}
	}
}

func TestTransaction(t *testing.T) {
	store := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	if err := store.Add(newPod("n/gone", "1")); err != nil {
		t.Fatal(err)
	}
	err := store.(TransactionStore).Transaction(
		Transaction{Object: newPod("n/a", "1"), Type: TransactionTypeAdd},
		Transaction{Object: "x", Type: TransactionTypeAdd},
		Transaction{Object: newPod("n/a", "2"), Type: TransactionTypeUpdate},
		Transaction{Object: "y", Type: TransactionTypeDelete},
		Transaction{Object: newPod("n/gone", "3"), Type: TransactionTypeDelete},
	)
	if err == nil || !slices.Equal(err.SuccessfulIndices, []int{0, 2, 4}) || len(err.Errors) != 2 {
		t.Fatalf("got %v", err)
	}
	if !strings.HasPrefix(err.Error(), "failed to execute (2/5) transactions failed due to: ") {
		t.Error(err)
	}
	if list, _ := store.ByIndex(NamespaceIndex, "n"); len(list) != 1 || describeObject(list[0]) != "n/a@2" {
		t.Errorf("store holds %v", list)
	}
}

func TestIndexers(t *testing.T) {
	store := NewThreadSafeStore(Indexers{NamespaceIndex: MetaNamespaceIndexFunc}, nil)
	store.Add("k", newPod("n/a", "1"))
	if err := store.AddIndexers(Indexers{NamespaceIndex: byLabels}); err == nil {
		t.Error("an index was replaced")
	}
	store.GetIndexers()["mine"] = byLabels
	if len(store.GetIndexers()) != 1 {
		t.Error("GetIndexers gives away the store's own map")
	}
	store.Delete("k")
	if values := store.ListIndexFuncValues(NamespaceIndex); len(values) != 0 {
		t.Errorf("values without objects are left: %v", values)
	}
	defer func() {
		if recover() == nil {
			t.Error("an index function may fail in silence")
		}
	}()
	failing := func(any) ([]string, error) { return nil, errors.New("no") }
	NewThreadSafeStore(Indexers{"failing": failing}, Indices{}).Add("k", newPod("a", "1"))
}

// TestStoreConcurrently lets the race detector look, and checks that an index never names an object that is not there.
func TestStoreConcurrently(t *testing.T) {
	store := NewIndexer(MetaNamespaceKeyFunc, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			pod := newPod("n/"+strconv.Itoa(worker), "1")
			for range 200 {
				_ = store.Add(pod)
				_ = store.Delete(pod)
			}
		})
		wg.Go(func() {
			for range 200 {
				objects, err := store.ByIndex(NamespaceIndex, "n")
				if err != nil || slices.Contains(objects, nil) {
					t.Error("the index is ahead of the store", err)
				}
			}
		})
	}
	wg.Wait()
}
