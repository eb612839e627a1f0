package cache

import (
	"strconv"
	"testing"
)

// TestDeltaFIFOOneAtATime shows that a queue which is emptied again and again needs memory for the deltas and keys only.
func TestDeltaFIFOOneAtATime(t *testing.T) {
	f, pod := NewDeltaFIFOWithOptions(DeltaFIFOOptions{}), newPod("n/a", "1")
	nothing := func(any, bool) error { return nil }
	allocations := testing.AllocsPerRun(1000, func() {
		if err := f.Add(pod); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Pop(nothing); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 3 { // the key, the deltas, and the interface in which they are handed over
		t.Errorf("%v allocations", allocations)
	}
}

// TestDeltaFIFOGivesMemoryBack shows that a crowd leaves nothing behind, however it came in.
func TestDeltaFIFOGivesMemoryBack(t *testing.T) {
	for name, fill := range map[string]func(f *DeltaFIFO, pods []any) error{
		"a list": func(f *DeltaFIFO, pods []any) error { return f.Replace(pods, "") },
		"events": func(f *DeltaFIFO, pods []any) (err error) {
			for _, pod := range pods {
				if err == nil {
					err = f.Add(pod)
				}
			}
			return err
		},
	} {
		f, pods := NewDeltaFIFOWithOptions(DeltaFIFOOptions{}), []any{}
		for i := range 2 * keptRoom {
			pods = append(pods, newPod("n/"+strconv.Itoa(i), "1"))
		}
		if err := fill(f, pods); err != nil {
			t.Fatal(err)
		}
		crowded := f.items
		for range pods {
			if _, err := f.Pop(func(any, bool) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		crowded["a mark in the old map"] = nil
		if len(f.items) != 0 || cap(f.queue) != 0 {
			t.Errorf("%s: the map was kept: %t, and %d places of the queue", name, len(f.items) > 0, cap(f.queue))
		}
	}
}
