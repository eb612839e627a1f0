package cache

import (
	"math/rand/v2"
	"testing"
)

// TestRingBuffer compares with a slice, through growing and shrinking.
func TestRingBuffer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var ring ringBuffer[*int]
	var model []*int
	for round := range 20 {
		pushes := round % 2 // push more in odd rounds
		for range 3000 {
			if random.IntN(3) < 1+pushes {
				v := new(int)
				ring.push(v)
				model = append(model, v)
			} else {
				v, ok := ring.pop()
				if ok != (len(model) > 0) || ok && v != model[0] {
					t.Fatal("wrong element")
				}
				if ok {
					model = model[1:]
				}
			}
			if ring.len() != len(model) {
				t.Fatalf("length %d, want %d", ring.len(), len(model))
			}
			if len(ring.slots) > max(minRingCapacity, 4*len(model)+4) {
				t.Fatalf("%d slots for %d elements", len(ring.slots), len(model))
			}
		}
	}
	for _, ok := ring.pop(); ok; _, ok = ring.pop() {
	}
	for _, v := range ring.slots {
		if v != nil {
			t.Error("a popped element is kept alive")
		}
	}
	if len(ring.slots) != minRingCapacity {
		t.Errorf("%d slots are left after the burst", len(ring.slots))
	}
}
