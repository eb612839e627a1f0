package informers_test

import (
	"context"
	"net/url"
	"testing"

	"github.com/srcblog/srcblog/informer/informers"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// TestFactoryWays shows how the informers of a factory start: by default with a streamed list, and the classic way if it
// is told so.
func TestFactoryWays(t *testing.T) {
	name, err := cache.NewInformerName("test")
	if err != nil {
		t.Fatal(err)
	}
	queues := map[string]int{}
	queue := func(kind string, make cache.QueueFactory) cache.QueueFactory {
		return func(options cache.QueueOptions) cache.Queue {
			queues[kind+" for "+options.ObjectDescription+" of "+options.Identifier.Name()]++
			return make(options)
		}
	}
	streamed := func(q url.Values) bool { return q.Get("sendInitialEvents") == "true" }
	for _, tt := range []struct {
		name     string
		options  []informers.SharedInformerOption
		streamed bool
		queue    string
	}{
		{"default", nil, true, ""},
		{"classic", []informers.SharedInformerOption{
			informers.WithInitialSync(cache.InitialSyncList), informers.WithQueue(queue("DeltaFIFO", cache.NewDeltaFIFOQueue)),
		}, false, "DeltaFIFO for *v1.Pod of "},
		{"named", []informers.SharedInformerOption{
			informers.WithInformerName(name), informers.WithQueue(queue("RealFIFO", cache.NewRealFIFOQueue)),
		}, true, "RealFIFO for *v1.Pod of test"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := newPodServer(t)
			server.Set(pod("web", "node-a"))
			factory := informers.NewSharedInformerFactoryWithOptions(newClient(t, server.URL), 0, tt.options...)
			pods := factory.Core().V1().Pods()
			pods.Informer()
			ctx, cancel := context.WithCancel(context.Background())
			defer factory.Shutdown()
			defer cancel()
			factory.StartWithContext(ctx)
			if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
				t.Fatal(err)
			}
			if got, err := pods.Lister().Pods("default").Get("web"); err != nil || got.Spec.NodeName != "node-a" {
				t.Error(got, err)
			}
			if first := server.Requests()[0]; streamed(first) != tt.streamed {
				t.Errorf("the first request is %v; streamed: want %t", first, tt.streamed)
			}
			if tt.queue != "" && queues[tt.queue] != 1 {
				t.Errorf("queues %v, want one %s", queues, tt.queue)
			}
		})
	}
	if again, err := cache.NewInformerName("test"); err != nil {
		t.Error("the end of the factory has not released its name:", err)
	} else {
		again.Release()
	}
}
