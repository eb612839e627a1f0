package workqueue

// Queue holds the items that wait, and decides which is next. Typed calls it with its lock held, so it needs none, and
// never pushes an item that is in it.
type Queue[T comparable] interface {
	// Touch tells that an item that waits was added once more. A queue with priorities may want to move it.
	Touch(item T)
	// Push puts an item in.
	Push(item T)
	// Len is how many items are in it.
	Len() int
	// Pop takes out the item that is next. It is called only if there is one.
	Pop() (item T)
}

// DefaultQueue returns an empty queue whose items leave it in the order in which they came.
func DefaultQueue[T comparable]() Queue[T] { return &fifo[T]{} }

// fifo takes items in at the end of one slice and gives them out from the start of another. When the second is used up,
// the two change places: each array is used again and again, and a queue that is filled and emptied all day allocates
// nothing. A single slice that is appended to and cut off at the front, as client-go has it, walks through its array and
// needs a new one each time it reaches the end; with one item at a time, that is for each item.
type fifo[T comparable] struct {
	in   []T
	out  []T // its first items are given out
	gone int // how many of out are
}

// keepCapacity is the size up to which an array is kept whatever happens.
const keepCapacity = 64

func (f *fifo[T]) Touch(T) {}

func (f *fifo[T]) Push(item T) { f.in = append(f.in, item) }

func (f *fifo[T]) Len() int { return len(f.in) + len(f.out) - f.gone }

func (f *fifo[T]) Pop() (item T) {
	if f.gone == len(f.out) {
		f.turn()
	}
	var zero T
	item, f.out[f.gone] = f.out[f.gone], zero // zero, or the array would keep alive what the item points to
	f.gone++
	return item
}

// turn makes what came in go out. The array that was given out to its end is kept to fill it again, unless a burst made
// it much larger than what comes in now.
func (f *fifo[T]) turn() {
	emptied := f.out[:0]
	f.out, f.gone = f.in, 0
	if cap(emptied) > max(keepCapacity, 4*len(f.out)) {
		emptied = nil
	}
	f.in = emptied
}
