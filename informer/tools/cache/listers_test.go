package cache

import (
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

func TestListers(t *testing.T) {
	red := newPod("n/red", "1")
	red.Labels = map[string]string{"colour": "red"}
	isRed := labels.SelectorFromSet(red.Labels)
	for name, indexers := range map[string]Indexers{
		"with an index": {NamespaceIndex: MetaNamespaceIndexFunc}, "without": {},
	} {
		indexer := NewIndexer(MetaNamespaceKeyFunc, indexers)
		if err := indexer.Replace([]any{red, newPod("n/blue", "1"), newPod("m/red", "1")}, ""); err != nil {
			t.Fatal(err)
		}
		lister := NewGenericLister(indexer, v1.Resource("pods"))
		for _, tt := range []struct {
			what string
			list func(labels.Selector) ([]runtime.Object, error)
			by   labels.Selector
			want []string
		}{
			{"all", lister.List, labels.Everything(), []string{"m/red@1", "n/blue@1", "n/red@1"}},
			{"all red", lister.List, isRed, []string{"n/red@1"}},
			{"namespace", lister.ByNamespace("n").List, labels.Everything(), []string{"n/blue@1", "n/red@1"}},
			{"red in namespace", lister.ByNamespace("n").List, isRed, []string{"n/red@1"}},
			{"red in another", lister.ByNamespace("m").List, isRed, nil},
			{"every namespace", lister.ByNamespace("").List, isRed, []string{"n/red@1"}},
		} {
			objects, err := tt.list(tt.by)
			var got []string
			for _, obj := range objects {
				got = append(got, describeObject(obj))
			}
			slices.Sort(got)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("%s, %s: got %q, %v; want %q", name, tt.what, got, err, tt.want)
			}
		}
		if obj, err := lister.ByNamespace("n").Get("red"); err != nil || obj != runtime.Object(red) {
			t.Error(obj, err)
		}
		if obj, err := lister.Get("n/red"); err != nil || obj != runtime.Object(red) {
			t.Error(obj, err)
		}
		if _, err := lister.ByNamespace("m").Get("blue"); !apierrors.IsNotFound(err) {
			t.Error(err)
		}
	}
}

func TestListAllWithoutMetadata(t *testing.T) {
	store := NewStore(func(any) (string, error) { return "k", nil })
	if err := store.Add("no metadata"); err != nil {
		t.Fatal(err)
	}
	if err := ListAll(store, labels.SelectorFromSet(labels.Set{"a": "b"}), func(any) {}); err == nil {
		t.Error("an object without labels was matched against a selector")
	}
	found := 0
	if err := ListAll(store, labels.Everything(), func(any) { found++ }); err != nil || found != 1 {
		t.Error(found, err)
	}
}
