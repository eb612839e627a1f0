package synctrack

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestSingleFileTracker(t *testing.T) {
	tracker := NewSingleFileTracker("it")
	tracker.Start()
	tracker.Start()
	tracker.Finished()
	tracker.UpstreamHasSynced()
	if tracker.HasSynced() {
		t.Error("one is unfinished")
	}
	tracker.Finished()
	<-tracker.Done()
	if !tracker.HasSynced() || tracker.Name() != "it" {
		t.Error("not synced")
	}
	tracker.Start()
	tracker.Finished()
	tracker.UpstreamHasSynced()
	defer func() {
		if recover() == nil {
			t.Error("Finished without Start must panic")
		}
	}()
	tracker.Finished()
}

func TestSingleFileTrackerWithoutEvents(t *testing.T) {
	tracker := NewSingleFileTracker("it")
	if tracker.HasSynced() {
		t.Error("synced too early")
	}
	tracker.UpstreamHasSynced()
	if !tracker.HasSynced() {
		t.Error("not synced")
	}
}

func TestAsyncTracker(t *testing.T) {
	tracker := NewAsyncTracker[string]("it")
	tracker.Start("a")
	tracker.Start("a") // a workqueue processes it once
	tracker.Start("b")
	tracker.UpstreamHasSynced()
	tracker.Finished("not started")
	tracker.Finished("a")
	if tracker.HasSynced() {
		t.Error("b is unfinished")
	}
	tracker.Finished("b")
	<-tracker.Done()
	if !tracker.HasSynced() || tracker.Name() != "it" {
		t.Error("not synced")
	}
}

func TestLazy(t *testing.T) {
	calls := 0
	failure := errors.New("failure")
	lazy := Lazy[int]{Evaluate: func() (int, error) {
		calls++
		if calls == 1 {
			return 0, failure
		}
		return calls, nil
	}}
	if _, err := lazy.Get(); !errors.Is(err, failure) {
		t.Error(err)
	}
	for _, want := range []int{2, 2} {
		if got, err := lazy.Get(); got != want || err != nil {
			t.Error(got, err)
		}
	}
	lazy.Notify()
	if got, _ := lazy.Get(); got != 3 {
		t.Error("out of date:", got)
	}
}

func TestLazySharesAComputation(t *testing.T) {
	var calls atomic.Int32
	begun, release := make(chan struct{}), make(chan struct{})
	lazy := Lazy[int32]{Evaluate: func() (int32, error) {
		close(begun) // panics if there is a second computation
		<-release
		return calls.Add(1), nil
	}}
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			if got, err := lazy.Get(); got != 1 || err != nil {
				t.Error(got, err)
			}
		})
	}
	<-begun
	close(release)
	wg.Wait()
}
