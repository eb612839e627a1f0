package integration

import (
	"context"
	"runtime"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// Ten thousand pods: listed, streamed, and compared again after the server was away. The figures are for the reader of
// the log; how fast it is depends on the machine.
func TestTenThousandPods(t *testing.T) {
	const pods, touched = 10_000, 300
	ctx := testContext(t)
	reading, writing := startPair(t)
	writer := writing.client(t)
	namespace := writer.newNamespace(ctx, t)
	begin := time.Now()
	writer.createPods(ctx, t, namespace, 0, pods)
	t.Logf("%d pods created in %v", pods, time.Since(begin).Round(time.Millisecond))

	next := 0 // the first pod that no way has touched yet
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		reader := reading.client(t)
		before := heap()
		begin := time.Now()
		f := reader.follow(t, namespace, way, nil)
		if !cache.WaitFor(ctx, "", f.HasSyncedChecker()) {
			t.Fatal("not synced")
		}
		inStore := time.Since(begin)
		f.awaitSynced(ctx, t)
		t.Logf("%d pods in the store after %v, told to the handler after %v; heap %d bytes a pod, the handler's notes included",
			pods, inStore.Round(time.Millisecond), time.Since(begin).Round(time.Millisecond), (heap()-before)/pods)
		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))

		reading.process.kill()
		writer.each(ctx, t, next, next+touched, func(ctx context.Context, i int) error {
			switch i % 3 {
			case 0:
				return writer.deletePod(ctx, namespace, podName(i))
			case 1:
				return writer.setLabel(ctx, namespace, podName(i), "step", "1")
			default:
				_, err := writer.CoreV1().Pods(namespace).Create(ctx, pod("new-"+podName(i)), metav1.CreateOptions{})
				return err
			}
		})
		next += touched
		reading.start(t)
		begin = time.Now()
		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))
		t.Logf("caught up %v after the server was back", time.Since(begin).Round(time.Millisecond))
		if f.deletes != touched/3 || f.updates != touched/3 || f.adds != pods+touched/3 || len(f.tombstones) != touched/3 {
			t.Errorf("told %d adds, %d updates, %d deletes, %d tombstones", f.adds, f.updates, f.deletes, len(f.tombstones))
		}
	})
}

// heap is the number of bytes in use after a collection.
func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
