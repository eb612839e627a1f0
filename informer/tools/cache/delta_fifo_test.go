package cache

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	v1 "k8s.io/api/core/v1"
)

// describe writes deltas the way the tables below want them: "Added a@1, Deleted ?a@1", ? for a tombstone.
func describe(deltas Deltas) string {
	var words []string
	for _, d := range deltas {
		words = append(words, string(d.Type)+" "+describeObject(d.Object))
	}
	return strings.Join(words, ", ")
}

func describeObject(obj any) string {
	if pod, ok := obj.(*v1.Pod); ok {
		return MetaObjectToName(pod).String() + "@" + pod.ResourceVersion
	}
	if key, lastSeen := tombstoneOf(obj); key != "" {
		if lastSeen == nil {
			return "?" + key
		}
		return "?" + describeObject(lastSeen)
	}
	return fmt.Sprint(obj)
}

func popAll(t *testing.T, f *DeltaFIFO) []string {
	t.Helper()
	var popped []string
	for len(f.queue) > 0 {
		obj, err := f.Pop(func(any, bool) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		popped = append(popped, describe(obj.(Deltas)))
	}
	return popped
}

// known is the consumer's store, with keys in a fixed order.
type known map[string]any

func (k known) ListKeys() []string { return slices.Sorted(maps.Keys(k)) }

func (k known) GetByKey(key string) (any, bool, error) {
	obj, ok := k[key]
	if err, failed := obj.(error); failed {
		return nil, false, err
	}
	return obj, ok, nil
}

func TestDeltaFIFO(t *testing.T) {
	a1, a2, b1 := newPod("a", "1"), newPod("a", "2"), newPod("b", "1")
	tombstone := DeletedFinalStateUnknown{Key: "a", Obj: a1}
	tests := []struct {
		name   string
		known  known
		do     func(f *DeltaFIFO) error
		popped []string
	}{
		{"changes of one key come together, keys in the order of their first change", nil, func(f *DeltaFIFO) error {
			return errors.Join(f.Add(a1), f.Add(b1), f.Update(a2))
		}, []string{"Added a@1, Updated a@2", "Added b@1"}},
		{"deletion of an unknown object is not news", known{}, func(f *DeltaFIFO) error { return f.Delete(a1) }, nil},
		{"nor is it without known objects", nil, func(f *DeltaFIFO) error { return f.Delete(a1) }, nil},
		{"deletion of a known object", known{"a": a1}, func(f *DeltaFIFO) error { return f.Delete(a2) },
			[]string{"Deleted a@2"}},
		{"deletion of a waiting object", known{}, func(f *DeltaFIFO) error {
			return errors.Join(f.Add(a1), f.Delete(a2))
		}, []string{"Added a@1, Deleted a@2"}},
		{"deletion when the lookup fails", known{"a": errors.New("broken")}, func(f *DeltaFIFO) error {
			return f.Delete(a1)
		}, []string{"Deleted a@1"}},
		{"of two deletions the first", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Delete(a1), f.Delete(a2))
		}, []string{"Deleted a@1"}},
		{"of two deletions the one with the final state", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Delete(a2), f.Delete(tombstone))
		}, []string{"Deleted a@2"}},
		{"a final state replaces a tombstone", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Delete(tombstone), f.Delete(a2))
		}, []string{"Deleted a@2"}},
		{"deleted and created again", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Delete(a1), f.Add(a2), f.Delete(a2))
		}, []string{"Deleted a@1, Added a@2, Deleted a@2"}},
		{"a list tells of missed deletions", known{"a": a1, "b": b1}, func(f *DeltaFIFO) error {
			return f.Replace([]any{b1}, "")
		}, []string{"Replaced b@1", "Deleted ?a@1"}},
		{"also of an object that still waits, with its newest state", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Update(a2), f.Replace(nil, ""))
		}, []string{"Updated a@2, Deleted ?a@2"}},
		{"tombstones do not nest", known{"a": a1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Replace(nil, ""), f.Replace([]any{b1}, ""))
		}, []string{"Deleted ?a@1", "Replaced b@1"}},
		{"a deletion without known state is told all the same", known{"a": errors.New("broken")},
			func(f *DeltaFIFO) error { return f.Replace(nil, "") }, []string{"Deleted ?a"}},
		{"without known objects a list can't tell", nil, func(f *DeltaFIFO) error { return f.Replace(nil, "") }, nil},
		{"resync leaves out what waits", known{"a": a1, "b": b1}, func(f *DeltaFIFO) error {
			return errors.Join(f.Update(a2), f.Resync())
		}, []string{"Updated a@2", "Sync b@1"}},
		{"resync of an object that can't be had", known{"a": errors.New("broken")}, func(f *DeltaFIFO) error {
			return f.Resync()
		}, nil},
		{"resync without known objects", nil, func(f *DeltaFIFO) error { return f.Resync() }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opts := DeltaFIFOOptions{EmitDeltaTypeReplaced: true}
			if tt.known != nil {
				opts.KnownObjects = tt.known
			}
			f := NewDeltaFIFOWithOptions(opts)
			if err := tt.do(f); err != nil {
				t.Fatal(err)
			}
			if popped := popAll(t, f); !slices.Equal(popped, tt.popped) {
				t.Errorf("popped %q, want %q", popped, tt.popped)
			}
		})
	}
}

func TestDeltaFIFOKeyErrors(t *testing.T) {
	f := NewDeltaFIFO(nil, nil)
	for name, do := range map[string]func() error{
		"Add":     func() error { return f.Add("x") },
		"Update":  func() error { return f.Update("x") },
		"Delete":  func() error { return f.Delete("x") },
		"Replace": func() error { return f.Replace([]any{"x"}, "") },
	} {
		var keyErr KeyError
		if err := do(); !errors.As(err, &keyErr) || keyErr.Obj != "x" {
			t.Errorf("%s: got %v, want a KeyError for x", name, err)
		}
	}
	if _, err := f.KeyOf(Deltas{}); !errors.Is(err, ErrZeroLengthDeltasObject) {
		t.Errorf("KeyOf of no deltas: %v", err)
	}
	if key, err := f.KeyOf(Deltas{{Added, newPod("n/a", "1")}}); key != "n/a" || err != nil {
		t.Errorf("KeyOf deltas = %q, %v", key, err)
	}
}

func TestDeltaFIFOTransforms(t *testing.T) {
	seen := map[string]int{}
	failure := errors.New("no")
	f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{
		KnownObjects: known{"k": newPod("k", "1"), "gone": newPod("gone", "1")},
		Transformer: func(obj any) (any, error) {
			pod := obj.(*v1.Pod)
			seen[pod.Name]++
			if pod.Name == "bad" {
				return nil, failure
			}
			return newPod(pod.Name, pod.ResourceVersion+"t"), nil
		},
	})
	if err := errors.Join(f.Resync(), f.Add(newPod("a", "1")), f.Replace([]any{newPod("a", "2"), newPod("k", "2")}, "")); err != nil {
		t.Fatal(err)
	}
	if err := f.Add(newPod("bad", "1")); !errors.Is(err, failure) {
		t.Errorf("error of the transformer is lost: %v", err)
	}
	want := []string{"Sync gone@1, Deleted ?gone@1", "Sync k@1, Sync k@2t", "Added a@1t, Sync a@2t"}
	if popped := popAll(t, f); !slices.Equal(popped, want) {
		t.Errorf("popped %q, want %q", popped, want)
	}
	if seen["gone"] != 0 || seen["k"] != 1 || f.Transformer() == nil {
		t.Errorf("what comes from the store or is a tombstone must not be transformed: %v", seen)
	}
}

func TestDeltaFIFOSynced(t *testing.T) {
	pop := func(f *DeltaFIFO) (initial bool) {
		_, _ = f.Pop(func(_ any, isInInitialList bool) error {
			initial = isInInitialList
			return errors.New("an error does not matter")
		})
		return initial
	}
	t.Run("by an empty list", func(t *testing.T) {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{})
		if f.HasSynced() {
			t.Error("synced before anything happened")
		}
		if err := f.Replace(nil, ""); err != nil || !f.HasSynced() {
			t.Error("not synced by an empty list", err)
		}
	})
	t.Run("by a change before the list", func(t *testing.T) {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{})
		if err := f.Add(newPod("a", "1")); err != nil || !f.HasSynced() {
			t.Error("not synced", err)
		}
		if pop(f) {
			t.Error("there is no initial list")
		}
	})
	t.Run("by processing the first list", func(t *testing.T) {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{KnownObjects: known{"c": newPod("c", "1")}})
		err := errors.Join(f.Replace([]any{newPod("a", "1"), newPod("b", "1")}, ""), f.Add(newPod("later", "1")))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 { // a and b, and the missed deletion of c
			if f.HasSynced() || !pop(f) {
				t.Error("synced too early")
			}
		}
		if !f.HasSynced() || pop(f) {
			t.Error("not synced after the last")
		}
		if checker := f.HasSyncedChecker(); !IsDone(checker) || checker.Name() != "DeltaFIFO" {
			t.Error("checker disagrees")
		}
	})
	t.Run("only after the last was processed", func(t *testing.T) {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{Name: "mine"})
		if err := f.Replace([]any{newPod("a", "1")}, ""); err != nil {
			t.Fatal(err)
		}
		_, _ = f.Pop(func(any, bool) error {
			if f.HasSynced() { // no deadlock either
				t.Error("synced while the last is in process")
			}
			return nil
		})
		if !f.HasSynced() || f.Name() != "mine" {
			t.Error("not synced")
		}
	})
}

func TestDeltaFIFOPopWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := NewDeltaFIFOWithOptions(DeltaFIFOOptions{})
		results := make(chan string, 3)
		go func() {
			for {
				obj, err := f.Pop(func(any, bool) error { return errors.New("from process") })
				if errors.Is(err, ErrFIFOClosed) {
					close(results)
					return
				}
				results <- describe(obj.(Deltas)) + ": " + err.Error()
			}
		}()
		synctest.Wait()
		if err := f.Add(newPod("a", "1")); err != nil {
			t.Fatal(err)
		}
		if got := <-results; got != "Added a@1: from process" {
			t.Error(got)
		}
		synctest.Wait()
		if f.IsClosed() {
			t.Error("closed too early")
		}
		f.Close()
		if _, open := <-results; open || !f.IsClosed() {
			t.Error("Pop returned something after Close")
		}
		// What is written to a closed queue can still be popped.
		if err := f.Add(newPod("b", "1")); err != nil {
			t.Fatal(err)
		}
		if got := popAll(t, f); !slices.Equal(got, []string{"Added b@1"}) {
			t.Error(got)
		}
	})
}

func TestDeltas(t *testing.T) {
	if (Deltas{}).Newest() != nil || (Deltas{}).Oldest() != nil {
		t.Error("no deltas have no ends")
	}
	d := Deltas{{Added, 1}, {Updated, 2}}
	if d.Oldest().Object != 1 || d.Newest().Object != 2 {
		t.Error("wrong ends")
	}
}
