package cache

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"

	v1 "k8s.io/api/core/v1"
)

// drainBatches pops batches until the queue is empty and writes each as "[Added a@1, Added b@1]", with a star behind it
// when it belongs to the initial list.
func drainBatches(t *testing.T, f *RealFIFO) (batches []string) {
	t.Helper()
	note := func(deltas []Delta, isInInitialList bool) error {
		star := ""
		if isInInitialList {
			star = "*"
		}
		batches = append(batches, "["+describe(deltas)+"]"+star)
		return nil
	}
	f.Close()
	for {
		err := f.PopBatch(
			func(deltas []Delta, isInInitialList bool) error {
				if len(deltas) < 2 {
					t.Errorf("a batch of %d", len(deltas))
				}
				return note(deltas, isInInitialList)
			},
			func(obj any, isInInitialList bool) error { return note(obj.(Deltas), isInInitialList) })
		if errors.Is(err, ErrFIFOClosed) {
			return batches
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRealFIFO(t *testing.T) {
	a1, a2, b1, c1 := newPod("a", "1"), newPod("a", "2"), newPod("b", "1"), newPod("c", "1")
	tombstone := DeletedFinalStateUnknown{Key: "a", Obj: a1}
	broken := errors.New("broken")
	tests := []struct {
		name    string
		known   known
		do      func(f *RealFIFO) error
		batches []string
	}{
		{"a second change of an object starts a new batch", nil, func(f *RealFIFO) error {
			return errors.Join(f.Add(a1), f.Add(b1), f.Update(a2), f.Delete(b1))
		}, []string{"[Added a@1, Added b@1]", "[Updated a@2, Deleted b@1]"}},
		{"one alone is no batch", nil, func(f *RealFIFO) error {
			return errors.Join(f.Add(a1), f.Update(a2), f.Delete(a2))
		}, []string{"[Added a@1]", "[Updated a@2]", "[Deleted a@2]"}},
		{"deletions are queued as they come", known{}, func(f *RealFIFO) error {
			return errors.Join(f.Delete(a1), f.Delete(tombstone))
		}, []string{"[Deleted a@1]", "[Deleted ?a@1]"}},
		{"the initial list is a batch of its own", known{}, func(f *RealFIFO) error {
			return errors.Join(f.Replace([]any{a1, b1}, ""), f.Add(c1))
		}, []string{"[Replaced a@1, Replaced b@1]*", "[Added c@1]"}},
		{"an object listed twice counts twice", known{}, func(f *RealFIFO) error {
			return errors.Join(f.Replace([]any{a1, a2}, ""), f.Add(c1))
		}, []string{"[Replaced a@1]*", "[Replaced a@2]*", "[Added c@1]"}},
		{"a list tells of missed deletions, and first", known{"a": a1, "b": b1}, func(f *RealFIFO) error {
			return f.Replace([]any{b1}, "")
		}, []string{"[Deleted ?a@1, Replaced b@1]*"}},
		{"also of an object that still waits, with its newest state", known{"a": a1}, func(f *RealFIFO) error {
			return errors.Join(f.Add(a1), f.Update(a2), f.Replace(nil, ""))
		}, []string{"[Added a@1]", "[Updated a@2]", "[Deleted ?a@2]"}},
		{"but not of one whose deletion waits", known{"a": a1}, func(f *RealFIFO) error {
			return errors.Join(f.Delete(a2), f.Replace(nil, ""))
		}, []string{"[Deleted a@2]"}},
		{"tombstones do not nest", known{}, func(f *RealFIFO) error {
			return errors.Join(f.Update(tombstone), f.Replace(nil, ""))
		}, []string{"[Updated ?a@1]", "[Deleted ?a@1]"}},
		{"a deletion without known state is told all the same", known{"a": broken}, func(f *RealFIFO) error {
			return errors.Join(f.Add(b1), f.Replace([]any{b1}, ""))
		}, []string{"[Added b@1, Deleted ?a]", "[Replaced b@1]"}},
		{"without known objects a list can't tell", nil, func(f *RealFIFO) error { return f.Replace(nil, "") }, nil},
		{"resync leaves out what waits", known{"a": a1, "b": b1}, func(f *RealFIFO) error {
			return errors.Join(f.Update(a2), f.Resync())
		}, []string{"[Updated a@2, Sync b@1]"}},
		{"resync is not the first write", known{"b": b1}, func(f *RealFIFO) error {
			return errors.Join(f.Resync(), f.Replace([]any{a1}, ""))
		}, []string{"[Sync b@1]*", "[Deleted ?b@1, Replaced a@1]*"}},
		{"resync of an object that can't be had", known{"a": broken}, func(f *RealFIFO) error { return f.Resync() }, nil},
		{"resync without known objects", nil, func(f *RealFIFO) error { return f.Resync() }, nil},
		{"a bookmark is nothing", nil, func(f *RealFIFO) error { return f.Bookmark("7") }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opts := RealFIFOOptions{}
			if tt.known != nil {
				opts.KnownObjects = tt.known
			}
			f := NewRealFIFOWithOptions(opts)
			if err := tt.do(f); err != nil {
				t.Fatal(err)
			}
			if batches := drainBatches(t, f); !slices.Equal(batches, tt.batches) {
				t.Errorf("popped %q, want %q", batches, tt.batches)
			}
		})
	}
}

func TestRealFIFOBatchSize(t *testing.T) {
	f := NewRealFIFO(nil, known{}, nil)
	var list []any
	for i := range 2500 {
		list = append(list, newPod("p"+strconv.Itoa(i), "1"))
	}
	if err := f.Replace(list, "1"); err != nil {
		t.Fatal(err)
	}
	for _, obj := range list[:1001] {
		if err := f.Update(obj); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{1000, 1000, 500, 1000} {
		err := f.PopBatch(func(deltas []Delta, _ bool) error {
			if len(deltas) != want {
				t.Errorf("a batch of %d, want %d", len(deltas), want)
			}
			if f.HasSynced() != (deltas[0].Type == Updated) {
				t.Error("synced before the initial list was processed, or not after it")
			}
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRealFIFOErrors(t *testing.T) {
	refuse := errors.New("refused")
	f := NewRealFIFOWithOptions(RealFIFOOptions{KnownObjects: known{"k": newPod("k", "0")}, Transformer: func(obj any) (any, error) {
		if pod := obj.(*v1.Pod); pod.Name != "bad" {
			return newPod(pod.Name, pod.ResourceVersion+"t"), nil
		}
		return nil, refuse
	}})
	var keyError KeyError
	good, bad := newPod("a", "1"), newPod("bad", "1")
	for name, err := range map[string]error{
		"replace": f.Replace([]any{good, "x"}, ""), "add": f.Add("x"), "update": f.Update("x"), "delete": f.Delete("x"),
	} {
		if !errors.As(err, &keyError) {
			t.Errorf("%s of an object without a key: %v", name, err)
		}
	}
	if err := f.Replace([]any{good, bad}, ""); !errors.Is(err, refuse) {
		t.Error(err)
	}
	if err := errors.Join(f.Delete(good), f.Delete(DeletedFinalStateUnknown{Key: "t", Obj: good})); err != nil {
		t.Error(err)
	}
	if batches := drainBatches(t, f); !slices.Equal(batches, []string{"[Deleted a@1t, Deleted ?a@1]"}) {
		t.Errorf("popped %q; a list that fails must leave nothing behind", batches)
	}
	if f.Transformer() == nil || !f.IsClosed() {
		t.Error("no transformer, or not closed")
	}
}

func TestRealFIFOPopWaitsAndDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := NewRealFIFO(nil, known{}, nil)
		ouch := errors.New("ouch")
		var popped []string
		go func() {
			for {
				obj, err := f.Pop(func(obj any, _ bool) error { return ouch })
				popped = append(popped, fmt.Sprint(describe(toDeltas(obj)), " ", err))
				if errors.Is(err, ErrFIFOClosed) {
					return
				}
			}
		}()
		synctest.Wait()
		if len(popped) > 0 || f.HasSynced() {
			t.Error("popped from an empty queue")
		}
		f.Add(newPod("a", "1"))
		synctest.Wait()
		f.Close()
		synctest.Wait()
		if want := []string{"Added a@1 ouch", " " + ErrFIFOClosed.Error()}; !slices.Equal(popped, want) {
			t.Errorf("popped %q, want %q", popped, want)
		}
		if f.Name() != "RealFIFO" || !IsDone(f.HasSyncedChecker()) {
			t.Error("name or sync signal is wrong")
		}
	})
}

func toDeltas(obj any) Deltas {
	deltas, _ := obj.(Deltas)
	return deltas
}
