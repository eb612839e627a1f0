package cache

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/utils/clock"
)

func TestMutationDetector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failures []string
		detector := newMutationDetector("pods", clock.RealClock{}, func(message string) { failures = append(failures, message) })
		pod, old := newPod("n/a", "1"), newPod("n/old", "1")
		detector.AddObject(old)
		detector.AddObject(DeletedFinalStateUnknown{Key: "n/b"})
		stop := make(chan struct{})
		done := make(chan struct{})
		go func() { detector.Run(stop); close(done) }()

		time.Sleep(mutationRetainPeriod + 2*mutationCheckPeriod)
		old.Labels = map[string]string{"changed": "too late to be seen"}
		detector.AddObject(pod)
		time.Sleep(mutationCheckPeriod)
		if len(failures) != 0 {
			t.Fatal("false alarm:", failures)
		}
		pod.Labels = map[string]string{"guilty": "yes"}
		time.Sleep(mutationCheckPeriod)
		synctest.Wait()
		if len(failures) == 0 || !strings.Contains(failures[0], "guilty") {
			t.Errorf("got %q", failures)
		}
		close(stop)
		<-done
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
