package cache

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/utils/clock"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestMutationDetector(t *testing.T) {
	var failures []string
	fakeClock := clocktesting.NewFakeClock(time.Now())
	detector := newMutationDetector("pods", fakeClock, func(message string) { failures = append(failures, message) })
	pod, old := newPod("n/a", "1"), newPod("n/old", "1")
	detector.AddObject(old)
	detector.AddObject(DeletedFinalStateUnknown{Key: "n/b"})
	fakeClock.Step(mutationRetainPeriod + mutationCheckPeriod)
	detector.compare()

	old.Labels = map[string]string{"changed": "too late to be seen"}
	detector.AddObject(pod)
	detector.compare()
	if len(failures) != 0 {
		t.Fatal("false alarm:", failures)
	}
	pod.Labels = map[string]string{"guilty": "yes"}
	detector.compare()
	if len(failures) != 1 || !strings.Contains(failures[0], "guilty") {
		t.Errorf("got %q", failures)
	}
}

func TestMutationDetectorLooksAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failures atomic.Int32
		detector := newMutationDetector("pods", clock.RealClock{}, func(string) { failures.Add(1) })
		detector.AddObject(newPod("n/a", "1"))
		detector.objects[0].cached = newPod("n/a", "2")
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			detector.Run(stop)
			close(done)
		}()
		time.Sleep(2*mutationCheckPeriod + mutationCheckPeriod/2)
		close(stop)
		<-done
		if failures.Load() != 3 { // at once, and after each period
			t.Errorf("%d alarms", failures.Load())
		}
	})
}

func TestNewCacheMutationDetector(t *testing.T) {
	t.Setenv("KUBE_CACHE_MUTATION_DETECTOR", "true")
	if _, ok := NewCacheMutationDetector("x").(*mutationDetector); !ok {
		t.Error("not enabled")
	}
	t.Setenv("KUBE_CACHE_MUTATION_DETECTOR", "")
	detector := NewCacheMutationDetector("x")
	detector.AddObject(nil)
	detector.Run(nil)
}
