package integration

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/rest"
)

// newClient returns a client for the server at a URL that has one of the certificates in ca, and a function that cuts
// its connections. To close the idle ones would not do: a stream that was just cancelled keeps its connection busy for
// a moment more.
func newClient(host string, ca []byte, wrap func(http.RoundTripper) http.RoundTripper) (kubernetes.Interface, func(), error) {
	connections := &connections{}
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host:            host,
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{CAData: ca},
		QPS:             -1,
		WrapTransport:   wrap,
		Dial:            connections.dial,
	})
	return client, connections.cut, err
}

// connections are those that a client has opened.
type connections struct {
	mu  sync.Mutex // guards the rest
	all []net.Conn
}

func (c *connections) dial(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, connection)
	return connection, nil
}

func (c *connections) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, connection := range c.all {
		_ = connection.Close()
	}
}

// client is a client of one server, together with the record of what it asked.
type client struct {
	kubernetes.Interface
	wire       *wire
	disconnect func() // cuts its connections
}

// client returns a new client with connections of its own, which are cut at the end of the test.
func (s *server) client(t *testing.T) *client {
	t.Helper()
	ca, err := os.ReadFile(s.caFile())
	if err != nil {
		t.Fatal(err)
	}
	c := &client{wire: &wire{changed: make(chan struct{})}}
	c.Interface, c.disconnect, err = newClient(s.url(), ca, func(next http.RoundTripper) http.RoundTripper {
		c.wire.next = next
		return c.wire
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.disconnect)
	return c
}

// wire records the reads of collections, lists and watches, on their way to the server.
type wire struct {
	next http.RoundTripper

	mu      sync.Mutex // guards the rest
	asked   []url.Values
	changed chan struct{} // closed and replaced with each request
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodGet && strings.HasSuffix(req.URL.Path, "/pods") {
		w.mu.Lock()
		w.asked = append(w.asked, req.URL.Query())
		close(w.changed)
		w.changed = make(chan struct{})
		w.mu.Unlock()
	}
	return w.next.RoundTrip(req)
}

// lists and watches return the parameters of such requests so far. A streamed list is a watch.
func (w *wire) lists() []url.Values {
	return w.requests(func(q url.Values) bool { return q.Get("watch") == "" })
}
func (w *wire) watches() []url.Values {
	return w.requests(func(q url.Values) bool { return q.Get("watch") != "" })
}

// collections is how often the whole collection was asked for, as a list or as a stream.
func (w *wire) collections() int {
	return len(w.lists()) + len(w.requests(func(q url.Values) bool { return q.Get("sendInitialEvents") == "true" }))
}

func (w *wire) requests(want func(url.Values) bool) []url.Values {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(func(yield func(url.Values) bool) {
		for _, query := range w.asked {
			if want(query) && !yield(query) {
				return
			}
		}
	})
}

// await waits until holds is true of the requests.
func (w *wire) await(ctx context.Context, t *testing.T, what string, holds func() bool) {
	t.Helper()
	for {
		w.mu.Lock()
		changed := w.changed
		w.mu.Unlock()
		if holds() {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("%s: %v; requests so far: %v", what, ctx.Err(), w.requests(func(url.Values) bool { return true }))
		}
	}
}

// newNamespace makes a namespace for the running test and returns its name.
func (c *client) newNamespace(ctx context.Context, t *testing.T) string {
	t.Helper()
	created := &corev1.Namespace{}
	err := c.CoreV1().RESTClient().Post().Resource("namespaces").
		Body(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "test-"}}).Do(ctx).Into(created)
	if err != nil {
		t.Fatalf("create namespace: %v", err)
	}
	return created.Name
}

// pod returns a pod that no node will ever run; nothing but the test changes it.
func pod(name string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "web", "step": "0"}},
		Spec: corev1.PodSpec{
			Containers:                   []corev1.Container{{Name: "main", Image: "none"}},
			AutomountServiceAccountToken: new(bool),
		},
	}
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "none"}}},
			},
		},
	}
}

// podName gives names whose order is that of the numbers.
func podName(i int) string { return fmt.Sprintf("pod-%05d", i) }

func (c *client) createPod(ctx context.Context, t *testing.T, namespace, name string) *corev1.Pod {
	t.Helper()
	created, err := c.CoreV1().Pods(namespace).Create(ctx, pod(name), metav1.CreateOptions{})
	if err != nil {
		t.Fatalf("create pod: %v", err)
	}
	return created
}

// createPods makes the pods numbered from first to below end, many at a time.
func (c *client) createPods(ctx context.Context, t *testing.T, namespace string, first, end int) {
	t.Helper()
	c.each(ctx, t, first, end, func(ctx context.Context, i int) error {
		_, err := c.CoreV1().Pods(namespace).Create(ctx, pod(podName(i)), metav1.CreateOptions{})
		return err
	})
}

// each calls do for the numbers from first to below end, many at a time.
func (c *client) each(ctx context.Context, t *testing.T, first, end int, do func(ctx context.Context, i int) error) {
	t.Helper()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(32)
	for i := first; i < end; i++ {
		group.Go(func() error { return do(ctx, i) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}

// setLabel reads the pod and writes it with another label.
func (c *client) setLabel(ctx context.Context, namespace, name, label, value string) error {
	current, err := c.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	current.Labels[label] = value
	_, err = c.CoreV1().Pods(namespace).Update(ctx, current, metav1.UpdateOptions{})
	return err
}

func (c *client) deletePod(ctx context.Context, namespace, name string) error {
	return c.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: new(int64)})
}

// freshPods asks the store itself, past all caches: a list at the resource version "" is a quorum read.
func (c *client) freshPods(ctx context.Context, t *testing.T, namespace string, options metav1.ListOptions) *corev1.PodList {
	t.Helper()
	list, err := c.CoreV1().Pods(namespace).List(ctx, options)
	if err != nil {
		t.Fatalf("list pods: %v", err)
	}
	return list
}

// states is what a collection is at one moment: for each key the UID and resource version of its object.
type states map[string]string

func stateOf(obj metav1.Object) string { return string(obj.GetUID()) + "@" + obj.GetResourceVersion() }

func statesOf[T any, P interface {
	*T
	metav1.Object
}](items []T) states {
	s := states{}
	for i := range items {
		obj := P(&items[i])
		s[obj.GetNamespace()+"/"+obj.GetName()] = stateOf(obj)
	}
	return s
}

// add has the form that walks over lists ask for.
func (s states) add(obj runtime.Object) error {
	item, err := meta.Accessor(obj)
	if err == nil {
		s[item.GetNamespace()+"/"+item.GetName()] = stateOf(item)
	}
	return err
}

// difference names the first few keys in which two states differ.
func difference(got, want states) string {
	var lines []string
	for key, state := range want {
		if got[key] != state {
			lines = append(lines, fmt.Sprintf("%s: got %s, want %s", key, cmp.Or(got[key], "nothing"), state))
		}
	}
	for key, state := range got {
		if want[key] == "" {
			lines = append(lines, fmt.Sprintf("%s: got %s, want nothing", key, state))
		}
	}
	slices.Sort(lines)
	const shown = 10
	if len(lines) > shown {
		lines = append(lines[:shown], fmt.Sprintf("and %d more", len(lines)-shown))
	}
	return strings.Join(lines, "\n")
}
