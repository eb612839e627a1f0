package cache

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWaitFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := make(chan struct{}), make(chan struct{})
		checkers := []DoneChecker{doneSignal{"first", first}, doneSignal{"second", second}}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		close(first)
		if WaitFor(ctx, "both", checkers...) {
			t.Error("did not wait for the second")
		}
		close(second)
		if !WaitFor(ctx, "both", checkers...) {
			t.Error("what is done is done, though the time is up")
		}
		if !WaitFor(ctx, "") {
			t.Error("nothing to wait for")
		}
	})
}

func TestWaitForReactsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		time.AfterFunc(time.Millisecond, func() { close(done) })
		start := time.Now()
		if !WaitFor(t.Context(), "", doneSignal{"it", done}) || time.Since(start) != time.Millisecond {
			t.Errorf("took %v", time.Since(start))
		}
	})
}

func TestWaitForCacheSync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		synced := func() bool { return time.Since(start) >= 150*time.Millisecond }
		never := func() bool { return false }
		if !WaitForNamedCacheSync("c", ctx.Done(), synced) || time.Since(start) != 2*syncedPollPeriod {
			t.Errorf("took %v", time.Since(start))
		}
		if !WaitForNamedCacheSyncWithContext(ctx, synced) || !WaitForCacheSync(ctx.Done()) {
			t.Error("synced already")
		}
		if WaitForNamedCacheSyncWithContext(ctx, synced, never) {
			t.Error("one of two is not enough")
		}
		if WaitForNamedCacheSync("c", ctx.Done(), never) {
			t.Error("time was up")
		}
	})
}
