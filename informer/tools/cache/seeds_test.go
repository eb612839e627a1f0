package cache

import (
	"flag"
	"iter"
)

var (
	seedCount = flag.Uint64("seeds", 0, "how many seeds each comparison with client-go tries; 0: a few hundred")
	firstSeed = flag.Uint64("first-seed", 0, "the first of them")
)

// seeds are what a comparison with client-go goes through, usually so many.
func seeds(usual uint64) iter.Seq[uint64] {
	count := *seedCount
	if count == 0 {
		count = usual
	}
	return func(yield func(uint64) bool) {
		for seed := *firstSeed; seed < *firstSeed+count; seed++ {
			if !yield(seed) {
				return
			}
		}
	}
}
