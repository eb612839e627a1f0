package workqueue

import (
	"container/heap"
	"time"
)

// schedule knows when each of its items is due, and which is the first. It has no lock.
type schedule[T comparable] struct {
	byItem map[T]*delayed[T]
	byTime timeHeap[T] // the same ones
}

type delayed[T comparable] struct {
	item  T
	due   time.Time
	index int // in the heap
}

func newSchedule[T comparable]() schedule[T] {
	return schedule[T]{byItem: map[T]*delayed[T]{}}
}

// plan notes that item is due at that time, unless it is due earlier anyway. first is true if nothing is due before it
// now, and something else, or nothing, was first until now.
func (s *schedule[T]) plan(item T, due time.Time) (first bool) {
	d, known := s.byItem[item]
	switch {
	case !known:
		d = &delayed[T]{item: item, due: due}
		s.byItem[item] = d
		heap.Push(&s.byTime, d)
	case due.Before(d.due):
		d.due = due
		//snip:note 时间提前了，它在堆里的位置也要跟着变；只挪这一个，不必重排整个堆。
		heap.Fix(&s.byTime, d.index)
	default:
		return false
	}
	return d.index == 0
}

// first returns what is due first; ok is false if nothing is planned.
func (s *schedule[T]) first() (d *delayed[T], ok bool) {
	if len(s.byTime) == 0 {
		return nil, false
	}
	return s.byTime[0], true
}

// removeFirst forgets what is due first.
func (s *schedule[T]) removeFirst() {
	d := heap.Pop(&s.byTime).(*delayed[T])
	delete(s.byItem, d.item)
}

//snip:region heap

// timeHeap is for package heap, which keeps the earliest at index 0. Items of the same time are in no order.
type timeHeap[T comparable] []*delayed[T]

func (h timeHeap[T]) Len() int           { return len(h) }
func (h timeHeap[T]) Less(i, j int) bool { return h[i].due.Before(h[j].due) }

func (h timeHeap[T]) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *timeHeap[T]) Push(d any) {
	added := d.(*delayed[T])
	added.index = len(*h)
	*h = append(*h, added)
}

func (h *timeHeap[T]) Pop() any {
	last := len(*h) - 1
	removed := (*h)[last]
	(*h)[last] = nil // or the array would keep it alive
	*h = (*h)[:last]
	return removed
}

//snip:end heap
