package integration

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/tools/pager"
)

// A list in pages shows one moment, that of its first page, whatever changes meanwhile.
func TestPagesAreOfOneMoment(t *testing.T) {
	ctx := testContext(t)
	c := startCluster(t).startServer(t, "server").client(t)
	namespace := c.newNamespace(ctx, t)
	c.createPods(ctx, t, namespace, 0, 250)
	want := statesOf(c.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items)

	first := c.freshPods(ctx, t, namespace, metav1.ListOptions{Limit: 100})
	if len(first.Items) != 100 || first.RemainingItemCount == nil || *first.RemainingItemCount != 150 {
		t.Errorf("first page: %d pods, %v remaining", len(first.Items), first.RemainingItemCount)
	}
	if err := c.deletePod(ctx, namespace, podName(200)); err != nil {
		t.Fatal(err)
	}
	c.createPod(ctx, t, namespace, "pod-between")
	items := first.Items
	for page := first; page.Continue != ""; {
		page = c.freshPods(ctx, t, namespace, metav1.ListOptions{Limit: 100, Continue: page.Continue})
		if page.ResourceVersion != first.ResourceVersion {
			t.Errorf("a page at %s after the first at %s", page.ResourceVersion, first.ResourceVersion)
		}
		items = append(items, page.Items...)
	}
	if diff := difference(statesOf(items), want); diff != "" {
		t.Errorf("the pages together differ from the list at the same moment:\n%s", diff)
	}
}

// The pager glues the pages together, and really asks for pages.
func TestPager(t *testing.T) {
	ctx := testContext(t)
	c := startCluster(t).startServer(t, "server").client(t)
	namespace := c.newNamespace(ctx, t)
	c.createPods(ctx, t, namespace, 0, 25)
	want := statesOf(c.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items)
	before := len(c.wire.lists())

	pages := c.podPager(namespace, 10)
	list, paginated, err := pages.List(ctx, metav1.ListOptions{})
	if err != nil || !paginated {
		t.Fatalf("paginated: %v, err: %v", paginated, err)
	}
	got := states{}
	if err := meta.EachListItem(list, got.add); err != nil {
		t.Fatal(err)
	}
	if diff := difference(got, want); diff != "" {
		t.Errorf("the pager's list differs:\n%s", diff)
	}
	asked := c.wire.lists()[before:]
	if len(asked) != 3 {
		t.Errorf("%d requests for 25 pods in pages of 10: %v", len(asked), asked)
	}
	for i, query := range asked {
		if query.Get("limit") != "10" || (query.Get("continue") == "") != (i == 0) {
			t.Errorf("request %d: %v", i, query)
		}
	}

	each := states{}
	err = pages.EachListItem(ctx, metav1.ListOptions{}, each.add)
	if diff := difference(each, want); err != nil || diff != "" {
		t.Errorf("EachListItem: %v\n%s", err, diff)
	}
}

func (c *client) podPager(namespace string, size int64) *pager.ListPager {
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return c.CoreV1().Pods(namespace).List(ctx, options)
	})
	pages.PageSize = size
	return pages
}

// startForgetful starts a server that has no snapshots of former moments besides etcd's, as all had before v1.34. With
// snapshots in the watch cache it would answer old pages long after etcd has forgotten them.
func (c *cluster) startForgetful(t *testing.T) *server {
	t.Helper()
	return c.startServer(t, "forgetful", "--feature-gates=ListFromCacheSnapshot=false")
}

// Between two pages etcd forgets the first one's moment. The server refuses the second with 410 and hands out another
// token, to go on at the newest moment, for those who can do with a list of two moments.
func TestExpiredContinue(t *testing.T) {
	ctx := testContext(t)
	cluster := startCluster(t)
	c := cluster.startForgetful(t).client(t)
	namespace := c.newNamespace(ctx, t)
	c.createPods(ctx, t, namespace, 0, 5)

	first := c.freshPods(ctx, t, namespace, metav1.ListOptions{Limit: 2})
	late := c.createPod(ctx, t, namespace, "pod-late")
	cluster.compact(ctx, t, late.ResourceVersion)
	_, err := c.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{Limit: 2, Continue: first.Continue})
	if !apierrors.IsResourceExpired(err) {
		t.Fatalf("page of a forgotten moment: %v, want it expired", err)
	}
	goOn := err.(apierrors.APIStatus).Status().Continue
	if goOn == "" {
		t.Fatalf("no token to go on: %#v", err)
	}
	rest := c.freshPods(ctx, t, namespace, metav1.ListOptions{Continue: goOn})
	names := map[string]bool{}
	for _, item := range append(first.Items, rest.Items...) {
		names[item.Name] = true
	}
	if len(names) != 6 || !names["pod-late"] || len(rest.Items) != 4 {
		t.Errorf("the old first page and the new rest are %v", names)
	}
	if rest.ResourceVersion == first.ResourceVersion {
		t.Error("the rest claims to be of the first page's moment")
	}
}

// The pager does not take a list of two moments: it asks for all at once.
func TestPagerFallsBackToTheFullList(t *testing.T) {
	ctx := testContext(t)
	cluster := startCluster(t)
	c := cluster.startForgetful(t).client(t)
	namespace := c.newNamespace(ctx, t)
	c.createPods(ctx, t, namespace, 0, 5)

	pages := c.podPager(namespace, 2)
	fetch, fetched := pages.PageFn, 0
	pages.PageFn = func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		if fetched++; fetched == 2 {
			late := c.createPod(ctx, t, namespace, "pod-late")
			cluster.compact(ctx, t, late.ResourceVersion)
		}
		return fetch(ctx, options)
	}
	list, paginated, err := pages.List(ctx, metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	full, ok := list.(*corev1.PodList)
	if !ok || len(full.Items) != 6 || full.Continue != "" || !paginated {
		t.Errorf("paginated %v, got a %T: %v", paginated, list, list)
	}
}
