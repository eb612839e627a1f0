package cache

import "iter"

// minRingCapacity is what an idle listener keeps. It must be a power of two.
const minRingCapacity = 64

// ringBuffer is a queue without bound in a circular array. The zero value is empty. It has no lock.
//
// The array doubles when it is full and halves when three quarters are free. Between the two lies a factor of two, so a
// queue whose length swings around one value does not copy all the time, and every push and pop costs O(1) on average.
// client-go's listeners never give back what a burst made them allocate (kubernetes/kubernetes#122067).
type ringBuffer[T any] struct {
	slots []T // length zero or a power of two
	first int // index of the oldest element
	size  int
}

// push adds v at the end.
func (r *ringBuffer[T]) push(v T) {
	if r.size == len(r.slots) {
		r.resize(max(minRingCapacity, 2*len(r.slots)))
	}
	r.slots[(r.first+r.size)&(len(r.slots)-1)] = v
	r.size++
}

// pop removes the oldest element; ok is false when there is none.
func (r *ringBuffer[T]) pop() (v T, ok bool) {
	if r.size == 0 {
		return v, false
	}
	var zero T
	v, r.slots[r.first] = r.slots[r.first], zero // zero, or the array would keep the object alive
	r.first = (r.first + 1) & (len(r.slots) - 1)
	r.size--
	if len(r.slots) > minRingCapacity && r.size <= len(r.slots)/4 {
		r.resize(len(r.slots) / 2)
	}
	return v, true
}

// all goes through the elements, the oldest first, and leaves them where they are.
func (r *ringBuffer[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range r.size {
			if !yield(r.slots[(r.first+i)&(len(r.slots)-1)]) {
				return
			}
		}
	}
}

// len is how many elements wait.
func (r *ringBuffer[T]) len() int {
	return r.size
}

// resize moves the elements to an array of the given capacity, the oldest to its start.
func (r *ringBuffer[T]) resize(capacity int) {
	slots := make([]T, capacity)
	n := copy(slots, r.slots[r.first:min(r.first+r.size, len(r.slots))])
	copy(slots[n:], r.slots[:r.size-n])
	r.slots, r.first = slots, 0
}
