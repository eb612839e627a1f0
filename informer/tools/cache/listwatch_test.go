package cache_test

import (
	"context"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/internal/apitest"
	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/rest"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

type contextKey struct{}

// TestListWatchChoosesFunction shows which of the functions answers which call.
func TestListWatchChoosesFunction(t *testing.T) {
	var called string
	plain := cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			called = "ListFunc"
			return nil, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			called = "WatchFunc"
			return nil, nil
		},
	}
	withContext := cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, _ metav1.ListOptions) (runtime.Object, error) {
			called = "ListWithContextFunc " + value(ctx)
			return nil, nil
		},
		WatchFuncWithContext: func(ctx context.Context, _ metav1.ListOptions) (watch.Interface, error) {
			called = "WatchFuncWithContext " + value(ctx)
			return nil, nil
		},
	}
	both := plain
	both.ListWithContextFunc, both.WatchFuncWithContext = withContext.ListWithContextFunc, withContext.WatchFuncWithContext
	ctx := context.WithValue(context.Background(), contextKey{}, "ours")
	for _, c := range []struct {
		name                     string
		lw                       cache.ListWatch
		list, watch, listC, wtcC string
	}{
		{"plain", plain, "ListFunc", "WatchFunc", "ListFunc", "WatchFunc"},
		{"with context", withContext, "ListWithContextFunc none", "WatchFuncWithContext none", "ListWithContextFunc ours", "WatchFuncWithContext ours"},
		{"both", both, "ListFunc", "WatchFunc", "ListWithContextFunc ours", "WatchFuncWithContext ours"},
	} {
		check := func(call, want string) {
			t.Helper()
			if called != want {
				t.Errorf("%s: %s called %s, want %s", c.name, call, called, want)
			}
		}
		_, _ = c.lw.List(metav1.ListOptions{})
		check("List", c.list)
		_, _ = c.lw.Watch(metav1.ListOptions{})
		check("Watch", c.watch)
		_, _ = c.lw.ListWithContext(ctx, metav1.ListOptions{})
		check("ListWithContext", c.listC)
		_, _ = c.lw.WatchWithContext(ctx, metav1.ListOptions{})
		check("WatchWithContext", c.wtcC)
	}
}

func value(ctx context.Context) string {
	if v, ok := ctx.Value(contextKey{}).(string); ok {
		return v
	}
	return "none"
}

// plainOnly has no method with context.
type plainOnly struct{ asked *[]string }

func (p plainOnly) List(metav1.ListOptions) (runtime.Object, error) {
	*p.asked = append(*p.asked, "list")
	return nil, nil
}

func (p plainOnly) Watch(metav1.ListOptions) (watch.Interface, error) {
	*p.asked = append(*p.asked, "watch")
	return nil, nil
}

func TestToListerWatcherWithContext(t *testing.T) {
	lw := &cache.ListWatch{}
	if cache.ToListerWatcherWithContext(lw) != cache.ListerWatcherWithContext(lw) {
		t.Error("a ListWatch was wrapped though it has the form already")
	}
	var asked []string
	adapted := cache.ToListerWatcherWithContext(plainOnly{&asked})
	_, _ = adapted.ListWithContext(t.Context(), metav1.ListOptions{})
	_, _ = adapted.WatchWithContext(t.Context(), metav1.ListOptions{})
	if len(asked) != 2 || asked[0] != "list" || asked[1] != "watch" {
		t.Errorf("asked %v", asked)
	}
	if cache.ToListerWithContext(lw) != cache.ListerWithContext(lw) || cache.ToWatcherWithContext(lw) != cache.WatcherWithContext(lw) {
		t.Error("a ListWatch was wrapped though it has the form already")
	}
}

// TestListWatchFromClient lists and watches by real HTTP.
func TestListWatchFromClient(t *testing.T) {
	server := apitest.New(t, func() apitest.Object { return &v1.Pod{} }, func() runtime.Object { return &v1.PodList{} })
	server.Set(podAt("a@"))
	client, err := kubernetes.NewForConfig(&rest.Config{Host: server.URL, QPS: -1})
	if err != nil {
		t.Fatal(err)
	}
	getter := client.CoreV1().RESTClient()
	lw := cache.NewListWatchFromClient(getter, "pods", "default", fields.OneTermEqualSelector("spec.nodeName", "n1"))
	list, err := lw.List(metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pods := list.(*v1.PodList)
	if len(pods.Items) != 1 || pods.Items[0].Name != "a" {
		t.Errorf("List: %v", pods.Items)
	}
	w, err := lw.WatchWithContext(t.Context(), metav1.ListOptions{ResourceVersion: pods.ResourceVersion})
	if err != nil {
		t.Fatal(err)
	}
	server.Set(podAt("b@"))
	event := <-w.ResultChan()
	if event.Type != watch.Added || event.Object.(*v1.Pod).Name != "b" {
		t.Errorf("Watch: %v", event)
	}
	w.Stop()
	for _, query := range server.Requests() {
		if query.Get("fieldSelector") != "spec.nodeName=n1" {
			t.Errorf("request without the selector: %v", query)
		}
	}
	server.Break()
}
