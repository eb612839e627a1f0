package workqueue

import (
	"context"
	"sync"
	"sync/atomic"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

// DoWorkPieceFunc does one piece of some work that can be done in any order, counted from 0.
type DoWorkPieceFunc func(piece int)

// Options change how ParallelizeUntil works.
type Options func(*options)

type options struct {
	chunkSize int
}

// WithChunkSize makes each worker take c pieces at a time, not one: worth it if there are many and each is small, so that
// taking them costs as much as doing them. Less than 1 is 1.
func WithChunkSize(c int) func(*options) {
	return func(o *options) { o.chunkSize = c }
}

// ParallelizeUntil calls doWorkPiece for each number below pieces, in that many goroutines, and returns when all calls
// have returned. Once ctx is done no more pieces are begun; nil is a context that never is. A piece that panics ends the
// process, unless utilruntime.ReallyCrash is false: then it ends its worker, and what was left of its chunk is not done.
//
// It has nothing to do with queues; client-go has it here.
func ParallelizeUntil(ctx context.Context, workers, pieces int, doWorkPiece DoWorkPieceFunc, opts ...Options) {
	if ctx == nil {
		ctx = context.Background()
	}
	o := options{}
	for _, opt := range opts {
		opt(&o)
	}
	size := max(1, min(o.chunkSize, pieces))
	var taken atomic.Int64 // how many pieces workers have taken; client-go fills a channel with the numbers of all chunks
	work := func() {
		defer utilruntime.HandleCrashWithContext(ctx)
		for {
			end := int(taken.Add(int64(size)))
			start := end - size
			if start >= pieces {
				return
			}
			for piece := start; piece < min(end, pieces); piece++ {
				if ctx.Err() != nil {
					return
				}
				doWorkPiece(piece)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(workers, (pieces+size-1)/size) { // no more than there are chunks
		wg.Go(work)
	}
	wg.Wait()
}
