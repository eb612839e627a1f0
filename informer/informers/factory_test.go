package informers_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"go.uber.org/goleak"

	"github.com/srcblog/srcblog/informer/informers"
	"github.com/srcblog/srcblog/informer/internal/apitest"
	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/rest"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newPodServer(t *testing.T) *apitest.Server {
	return apitest.New(t,
		func() apitest.Object { return &corev1.Pod{} },
		func() runtime.Object { return &corev1.PodList{} })
}

func newDeploymentServer(t *testing.T) *apitest.Server {
	return apitest.New(t,
		func() apitest.Object { return &appsv1.Deployment{} },
		func() runtime.Object { return &appsv1.DeploymentList{} })
}

func newClient(t *testing.T, url string) kubernetes.Interface {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	client, err := kubernetes.NewForConfig(&rest.Config{Host: url, QPS: -1, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func pod(name, node string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, Labels: map[string]string{"app": "web"}},
		Spec:       corev1.PodSpec{NodeName: node},
	}
}

// journal is a handler that writes down what it is told, and can be waited for.
type journal struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced at each entry
	entries map[string]int
	last    map[string]string
}

func newJournal() *journal {
	return &journal{changed: make(chan struct{}), entries: map[string]int{}, last: map[string]string{}}
}

func (j *journal) note(what string, obj any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		what, obj = "tombstone", tombstone.Obj
	}
	p := obj.(*corev1.Pod)
	j.entries[what+" "+p.Name]++
	j.last[p.Name] = what + " " + p.Spec.NodeName
	close(j.changed)
	j.changed = make(chan struct{})
}

func (j *journal) OnAdd(obj any, _ bool)  { j.note("add", obj) }
func (j *journal) OnUpdate(_, newObj any) { j.note("update", newObj) }
func (j *journal) OnDelete(obj any)       { j.note("delete", obj) }

// wait returns once the last thing told about a pod is want.
func (j *journal) wait(t *testing.T, name, want string) {
	t.Helper()
	timeout := time.After(30 * time.Second)
	for {
		j.mu.Lock()
		got, changed := j.last[name], j.changed
		j.mu.Unlock()
		if got == want {
			return
		}
		select {
		case <-changed:
		case <-timeout:
			t.Fatalf("pod %s: last was told %q, want %q", name, got, want)
		}
	}
}

func (j *journal) count(entry string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.entries[entry]
}

// TestFactoryFollowsServer takes one informer through the life of a server: a list in pages, changes, a broken watch, a
// delete that nobody saw because the history was compacted, an in-stream 410, and the end.
func TestFactoryFollowsServer(t *testing.T) {
	server := newPodServer(t)
	const total = 1203
	for i := range total {
		server.Set(pod(fmt.Sprintf("pod-%04d", i), "node-a"))
	}
	factory := informers.NewSharedInformerFactory(newClient(t, server.URL), 0)
	told := newJournal()
	registration, err := factory.Core().V1().Pods().Informer().AddEventHandler(told)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer factory.Shutdown()
	defer cancel()
	factory.StartWithContext(ctx)
	if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
		t.Fatal(err)
	}
	cache.WaitFor(ctx, "", registration.HasSyncedChecker())
	all, err := factory.Core().V1().Pods().Lister().Pods("default").List(labels.Everything())
	if err != nil || len(all) != total {
		t.Fatalf("List: %d pods, %v; want %d", len(all), err, total)
	}

	server.Set(pod("new", "node-a"))
	told.wait(t, "new", "add node-a")
	server.Set(pod("pod-0000", "node-b"))
	told.wait(t, "pod-0000", "update node-b")
	server.Delete("default", "pod-0001")
	told.wait(t, "pod-0001", "delete node-a")

	// The watch breaks, and goes on where it was: no new list, nothing lost, nothing twice.
	lists := countLists(server)
	server.Break()
	server.Set(pod("pod-0002", "node-c"))
	told.wait(t, "pod-0002", "update node-c")
	if got := countLists(server); got != lists {
		t.Errorf("%d lists after a broken watch, want none", got-lists)
	}

	for _, entry := range []string{"add new", "update pod-0000", "delete pod-0001", "update pod-0002"} {
		if n := told.count(entry); n != 1 {
			t.Errorf("%q was told %d times, want once", entry, n)
		}
	}

	// The server forgets while nobody watches: the next watch is refused, and the list tells of a delete unseen.
	server.Break()
	server.Delete("default", "pod-0003")
	server.Compact()
	told.wait(t, "pod-0003", "tombstone node-a")

	// The same news as an event of an open watch.
	server.Set(pod("pod-0004", "node-d"))
	told.wait(t, "pod-0004", "update node-d")
	expired := apierrors.NewResourceExpired("too old resource version").Status()
	server.Send(watch.Event{Type: watch.Error, Object: &expired})
	server.Set(pod("pod-0005", "node-e"))
	told.wait(t, "pod-0005", "update node-e")

	// Two new lists brought every pod again, as an update; none was added or deleted twice.
	for _, entry := range []string{"add new", "add pod-0000", "delete pod-0001", "tombstone pod-0003"} {
		if n := told.count(entry); n != 1 {
			t.Errorf("%q was told %d times, want once", entry, n)
		}
	}
	if _, err := factory.Core().V1().Pods().Lister().Pods("default").Get("pod-0003"); !apierrors.IsNotFound(err) {
		t.Errorf("Get of a deleted pod: %v, want not found", err)
	}
}

func countLists(server *apitest.Server) (n int) {
	for _, query := range server.Requests() {
		if query.Get("watch") != "true" {
			n++
		}
	}
	return n
}

func TestFactoryDeployments(t *testing.T) {
	server := newDeploymentServer(t)
	server.Set(&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web"}})
	factory := informers.NewSharedInformerFactoryWithOptions(newClient(t, server.URL), 0,
		informers.WithNamespace("default"),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = "app=web" }),
		informers.WithTransform(func(obj any) (any, error) {
			if d, ok := obj.(*appsv1.Deployment); ok {
				d.Annotations = map[string]string{"seen": "yes"}
			}
			return obj, nil
		}))
	deployments := factory.Apps().V1().Deployments()
	generic, err := factory.ForResource(appsv1.SchemeGroupVersion.WithResource("deployments"))
	if err != nil || generic.Informer() != deployments.Informer() {
		t.Fatalf("ForResource: another informer, or %v", err)
	}
	if _, err := factory.ForResource(schema.GroupVersionResource{Resource: "widgets"}); err == nil {
		t.Error("ForResource of an unknown resource: no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			t.Errorf("%v not synced", kind)
		}
	}
	got, err := deployments.Lister().Deployments("default").Get("web")
	if err != nil || got.Annotations["seen"] != "yes" {
		t.Errorf("Get: %v, %v; want the transformed deployment", got, err)
	}
	obj, err := generic.Lister().ByNamespace("default").Get("web")
	if err != nil || obj != runtime.Object(got) {
		t.Errorf("generic Get: %v, %v; want the same object", obj, err)
	}
	for _, query := range server.Requests() {
		if query.Get("labelSelector") != "app=web" {
			t.Errorf("request without the selector: %v", query)
		}
	}
	cancel()
	factory.Shutdown()
	factory.Start(ctx.Done()) // does nothing any more
}

func TestWaitForCacheSyncNamesWhoIsLate(t *testing.T) {
	server := newPodServer(t)
	server.Refuse(http.StatusInternalServerError, nil)
	factory := informers.NewSharedInformerFactory(newClient(t, server.URL), 0)
	factory.Core().V1().Pods().Informer()
	ctx, cancel := context.WithCancel(context.Background())
	factory.StartWithContext(ctx)
	cancel()
	err := factory.WaitForCacheSyncWithContext(ctx).AsError()
	factory.Shutdown()
	if err != nil && err.Error() != "failed to sync all caches: *v1.Pod: context canceled" {
		t.Errorf("unexpected error: %v", err)
	}
}
