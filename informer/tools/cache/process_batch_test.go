package cache

import (
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
)

// plainStore hides that a store has transactions.
type plainStore struct{ Store }

func TestProcessDeltasInBatch(t *testing.T) {
	for name, wrap := range map[string]func(Store) Store{
		"with transactions": func(s Store) Store { return s },
		"without":           func(s Store) Store { return plainStore{s} },
	} {
		t.Run(name, func(t *testing.T) {
			store := NewStore(DeletionHandlingMetaNamespaceKeyFunc)
			for _, key := range []string{"b", "c"} {
				if err := store.Add(newPod(key, "1")); err != nil {
					t.Fatal(err)
				}
			}
			told := &recorder{}
			err := processDeltasInBatch(told, wrap(store), []Delta{
				{Added, newPod("a", "2")}, {Updated, newPod("b", "3")}, {Deleted, newPod("c", "4")},
			}, true, MetaNamespaceKeyFunc)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{"initial a@2", "update b@1->3", "delete c@4"}
			if got := told.take(); !slices.Equal(got, want) {
				t.Errorf("told %q, want %q", got, want)
			}
			if keys := slices.Sorted(slices.Values(store.ListKeys())); !slices.Equal(keys, []string{"a", "b"}) {
				t.Error("stored", keys)
			}
		})
	}
}

func TestProcessDeltasInBatchLeavesOutWhatTheStoreRefuses(t *testing.T) {
	refuseBad := func(obj any) (any, error) {
		if obj.(*v1.Pod).Name == "bad" {
			return nil, ErrFIFOClosed
		}
		return obj, nil
	}
	told, store := &recorder{}, NewStore(MetaNamespaceKeyFunc, WithTransformer(refuseBad))
	err := processDeltasInBatch(told, store, []Delta{{Added, newPod("bad", "1")}, {Added, newPod("good", "2")}}, false, MetaNamespaceKeyFunc)
	if err == nil {
		t.Error("no error")
	}
	expect(t, "handler", told.take(), "add good@2")
	if err := processDeltasInBatch(told, store, []Delta{{Added, "no key"}}, false, MetaNamespaceKeyFunc); err == nil {
		t.Error("no error for an object without a key")
	}
}
