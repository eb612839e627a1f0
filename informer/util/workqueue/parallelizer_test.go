package workqueue_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientqueue "k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/ktesting"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// Each piece takes a second, and a worker can be told from another only by the time: so the pieces of each second say
// which were done at once.
func TestParallelizeUntil(t *testing.T) {
	for _, c := range []struct {
		workers, pieces, chunk int
		want                   string
	}{
		{2, 5, 0, "[[0 1] [2 3] [4]]"},
		{2, 5, 1, "[[0 1] [2 3] [4]]"},
		{2, 5, -3, "[[0 1] [2 3] [4]]"},
		{2, 5, 2, "[[0 2] [1 3] [4]]"},
		{2, 5, 3, "[[0 3] [1 4] [2]]"},
		{3, 5, 3, "[[0 3] [1 4] [2]]"},
		{2, 3, 100, "[[0] [1] [2]]"},
		{2, 3, math.MaxInt, "[[0] [1] [2]]"},
		{9, 3, 1, "[[0 1 2]]"},
		{1, 3, 1, "[[0] [1] [2]]"},
		{0, 3, 1, "[]"},
		{3, 0, 1, "[]"},
	} {
		t.Run(fmt.Sprint(c.workers, c.pieces, c.chunk), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := together(func(do func(int)) {
					workqueue.ParallelizeUntil(t.Context(), c.workers, c.pieces, do, workqueue.WithChunkSize(c.chunk))
				}); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
				if c.chunk == math.MaxInt {
					return // client-go panics
				}
				if got := together(func(do func(int)) {
					clientqueue.ParallelizeUntil(t.Context(), c.workers, c.pieces, do, clientqueue.WithChunkSize(c.chunk))
				}); got != c.want {
					t.Errorf("client-go %s, want %s", got, c.want)
				}
			})
		})
	}
}

func together(parallelize func(do func(piece int))) string {
	start, seconds := time.Now(), [][]int{}
	var lock sync.Mutex // guards seconds
	parallelize(func(piece int) {
		lock.Lock()
		second := int(time.Since(start) / time.Second)
		if second == len(seconds) {
			seconds = append(seconds, nil)
		}
		seconds[second] = append(seconds[second], piece)
		lock.Unlock()
		time.Sleep(time.Second)
	})
	for _, pieces := range seconds {
		slices.Sort(pieces)
	}
	return fmt.Sprint(seconds)
}

func TestParallelizeUntilDone(t *testing.T) {
	for _, chunk := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		var begun atomic.Int64
		workqueue.ParallelizeUntil(ctx, 3, 100, func(int) {
			if begun.Add(1) == 10 {
				cancel()
			}
		}, workqueue.WithChunkSize(chunk))
		if n := begun.Load(); n < 10 || n > 12 { // two more may have begun at that moment
			t.Errorf("chunks of %d: %d pieces", chunk, n)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	workqueue.ParallelizeUntil(ctx, 3, 100, func(int) { t.Error("began after the context was done") })
}

func TestParallelizeUntilWithoutContext(t *testing.T) {
	var begun atomic.Int64
	var none context.Context
	workqueue.ParallelizeUntil(none, 3, 100, func(int) { begun.Add(1) })
	if n := begun.Load(); n != 100 {
		t.Errorf("%d pieces", n)
	}
}

// A panic that is survived costs one worker and the rest of its chunk; the others go on.
func TestParallelizeUntilPanics(t *testing.T) {
	defer func(crash bool) { utilruntime.ReallyCrash = crash }(utilruntime.ReallyCrash)
	utilruntime.ReallyCrash = false
	logger := ktesting.NewLogger(t, ktesting.NewConfig(ktesting.BufferLogs(true)))
	var begun atomic.Int64
	workqueue.ParallelizeUntil(klog.NewContext(t.Context(), logger), 2, 10, func(piece int) {
		begun.Add(1)
		if piece == 2 {
			panic("piece 2")
		}
	}, workqueue.WithChunkSize(5))
	if n := begun.Load(); n != 8 {
		t.Errorf("%d pieces were begun, want all but 3 and 4", n)
	}
	if log := logger.GetSink().(ktesting.Underlier).GetBuffer().String(); !strings.Contains(log, "piece 2") {
		t.Errorf("the context's logger was told %q", log)
	}
}
