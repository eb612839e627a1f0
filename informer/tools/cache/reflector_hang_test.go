package cache_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// TestStreamedListThatNeverEnds has a server, or a proxy, take the request for a streamed list for one for a plain watch:
// all goes on, only the bookmark that ends the list never comes. The Reflector must not wait for it for ever, be the
// stream silent or busy, and list instead.
func TestStreamedListThatNeverEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		event  func(second int) watch.Event // that comes each second; nil: none
		within time.Duration
	}{
		"silent":       {nil, 30 * time.Second},
		"old changes":  {func(second int) watch.Event { return modified(fmt.Sprintf("a@%d", second)) }, 32 * time.Second},
		"new objects":  {func(second int) watch.Event { return added(fmt.Sprintf("p%d@%d", second, second)) }, 10*time.Minute + 2*time.Second},
		"no bookmarks": {func(second int) watch.Event { return bookmark(fmt.Sprint(second)) }, 32 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listed := make(chan time.Time, 1)
				lw := &cache.ListWatch{
					ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
						listed <- time.Now()
						return &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1000"}}, nil
					},
					WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
						w := watch.NewRaceFreeFake()
						if o.SendInitialEvents != nil && tt.event != nil {
							go everySecond(ctx, w, tt.event)
						}
						return w, nil
					},
				}
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				begin := time.Now()
				s := &script{started: begin}
				go func() {
					defer close(ended)
					cache.NewReflector(lw, &v1.Pod{}, s, 0).RunWithContext(ctx)
				}()
				select {
				case at := <-listed:
					if at.Sub(begin) > tt.within {
						t.Errorf("listed after %v, want within %v", at.Sub(begin), tt.within)
					}
				case <-time.After(time.Hour):
					t.Error("still waits after an hour")
				}
				synctest.Wait()
				cancel()
				<-ended
			})
		})
	}
}

func everySecond(ctx context.Context, w *watch.RaceFreeFakeWatcher, event func(second int) watch.Event) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for second := 1; !w.IsStopped(); second++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			e := event(second)
			w.Action(e.Type, e.Object)
		}
	}
}
