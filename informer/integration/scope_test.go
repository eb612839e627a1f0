package integration

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/srcblog/srcblog/informer/informers"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// Who watches a selection is told of a pod that leaves it by a delete, and of one that enters it by an add.
func TestSelectors(t *testing.T) {
	ctx := testContext(t)
	server := startCluster(t).startServer(t, "server")
	selectors := map[string]func(*metav1.ListOptions){
		"label": func(options *metav1.ListOptions) { options.LabelSelector = "step=0" },
		"field": func(options *metav1.ListOptions) { options.FieldSelector = "status.phase=Pending" },
	}
	leave := map[string]func(c *client, namespace, name string) error{
		"label": func(c *client, namespace, name string) error { return c.setLabel(ctx, namespace, name, "step", "1") },
		"field": func(c *client, namespace, name string) error {
			current, err := c.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			current.Status.Phase = corev1.PodRunning
			_, err = c.CoreV1().Pods(namespace).UpdateStatus(ctx, current, metav1.UpdateOptions{})
			return err
		},
	}
	for name, selector := range selectors {
		t.Run(name, func(t *testing.T) {
			eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
				writer, reader := server.client(t), server.client(t)
				namespace := writer.newNamespace(ctx, t)
				writer.createPods(ctx, t, namespace, 0, 5)
				if err := leave[name](writer, namespace, podName(0)); err != nil { // is out from the start
					t.Fatal(err)
				}
				f := reader.follow(t, namespace, way, selector)
				f.awaitSynced(ctx, t)
				if err := leave[name](writer, namespace, podName(1)); err != nil {
					t.Fatal(err)
				}
				f.awaitLive(ctx, t, namespace+"/"+podName(1), false)
				writer.createPod(ctx, t, namespace, "late")

				selected := metav1.ListOptions{}
				selector(&selected)
				want := statesOf(writer.freshPods(ctx, t, namespace, selected).Items)
				if len(want) != 4 {
					t.Fatalf("the server selects %v", want)
				}
				f.converges(ctx, t, want)
			})
		})
	}
	t.Run("label and back", func(t *testing.T) {
		writer, reader := server.client(t), server.client(t)
		namespace := writer.newNamespace(ctx, t)
		writer.createPod(ctx, t, namespace, "wanders")
		f := reader.follow(t, namespace, cache.SharedIndexInformerOptions{}, selectors["label"])
		f.awaitLive(ctx, t, namespace+"/wanders", true)
		for _, step := range []string{"1", "0", "2", "0"} {
			if err := writer.setLabel(ctx, namespace, "wanders", "step", step); err != nil {
				t.Fatal(err)
			}
			f.awaitLive(ctx, t, namespace+"/wanders", step == "0")
		}
	})
}

// Informers for everything, for one namespace, and for deployments, made by factories over one client, keep apart what
// is apart.
func TestFactoriesAndNamespaces(t *testing.T) {
	ctx := testContext(t)
	server := startCluster(t).startServer(t, "server")
	writer, reader := server.client(t), server.client(t)
	namespaces := []string{writer.newNamespace(ctx, t), writer.newNamespace(ctx, t), writer.newNamespace(ctx, t)}

	everything := informers.NewSharedInformerFactory(reader, 0)
	one := informers.NewSharedInformerFactoryWithOptions(reader, 0, informers.WithNamespace(namespaces[1]))
	told := map[string]*history{"all": newHistory(), "all again": newHistory(), "one": newHistory(), "deployments": newHistory()}
	for name, informer := range map[string]cache.SharedIndexInformer{
		"all": everything.Core().V1().Pods().Informer(), "all again": everything.Core().V1().Pods().Informer(),
		"one": one.Core().V1().Pods().Informer(), "deployments": everything.Apps().V1().Deployments().Informer(),
	} {
		if _, err := informer.AddEventHandler(told[name]); err != nil {
			t.Fatal(err)
		}
	}
	stop := make(chan struct{})
	for _, factory := range []informers.SharedInformerFactory{everything, one} {
		factory.Start(stop)
	}
	storm := writer.startStorm(ctx, namespaces)
	deployments := writer.AppsV1().Deployments(namespaces[2])
	writer.each(ctx, t, 0, 20, func(ctx context.Context, i int) error {
		_, err := deployments.Create(ctx, deployment(fmt.Sprintf("web-%d", i)), metav1.CreateOptions{})
		return err
	})
	if err := deployments.Delete(ctx, "web-7", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	storm.awaitChanges(ctx, t, 600)
	storm.end(t)

	all := statesOf(writer.freshPods(ctx, t, metav1.NamespaceAll, metav1.ListOptions{}).Items)
	inOne := statesOf(writer.freshPods(ctx, t, namespaces[1], metav1.ListOptions{}).Items)
	list, err := deployments.List(ctx, metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	told["all"].awaitStates(ctx, t, all)
	told["all again"].awaitStates(ctx, t, all)
	told["one"].awaitStates(ctx, t, inOne)
	told["deployments"].awaitStates(ctx, t, statesOf[appsv1.Deployment](list.Items))

	// The lister reads one namespace of the big cache by its index.
	listed, err := everything.Core().V1().Pods().Lister().Pods(namespaces[1]).List(labels.Everything())
	if err != nil {
		t.Fatal(err)
	}
	got := states{}
	for _, item := range listed {
		got[item.Namespace+"/"+item.Name] = stateOf(item)
	}
	if !maps.Equal(got, inOne) {
		t.Errorf("the lister of one namespace differs:\n%s", difference(got, inOne))
	}

	close(stop)
	everything.Shutdown()
	one.Shutdown()
	for _, name := range slices.Sorted(maps.Keys(told)) {
		told[name].check(t)
	}
}
