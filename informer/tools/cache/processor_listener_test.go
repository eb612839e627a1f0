package cache

import (
	"testing"
	"testing/synctest"

	"k8s.io/klog/v2"
)

// TestListenerGivesMemoryBackAfterABurst: what a slow handler made the buffer grow to is gone when it has caught up.
func TestListenerGivesMemoryBackAfterABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const burst = 100_000
		release, calls := make(chan struct{}), 0
		handler := ResourceEventHandlerFuncs{AddFunc: func(any) { <-release; calls++ }}
		listener := newProcessorListener(handler, klog.Background(), "test", resyncSchedule{})
		go listener.run()
		for range burst {
			listener.add(addNotification{newObj: 1})
		}
		synctest.Wait()
		if slots := len(listener.pendingNotifications.slots); slots < burst-1 {
			t.Errorf("room for %d; the test needs a burst", slots)
		}
		close(release)
		synctest.Wait()
		if slots := len(listener.pendingNotifications.slots); calls != burst || slots > minRingCapacity {
			t.Errorf("after %d calls there is room for %d more", calls, slots)
		}
		listener.stop()
		<-listener.done
	})
}
