package workqueue

import "testing"

// After a burst the arrays shrink to what is needed, and nothing that was given out is kept alive.
func TestFIFOGivesMemoryBack(t *testing.T) {
	q := &fifo[*int]{}
	for range 100_000 {
		q.Push(new(int))
	}
	for q.Len() > 0 {
		q.Pop()
	}
	for _, item := range q.out {
		if item != nil {
			t.Fatal("an item that was given out is still held")
		}
	}
	for range 2 {
		q.Push(new(int))
		q.Pop()
	}
	if kept := cap(q.in) + cap(q.out); kept > 2*keepCapacity {
		t.Errorf("%d slots are kept for one item", kept)
	}
}
