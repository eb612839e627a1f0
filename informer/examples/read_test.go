package examples

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	listers "github.com/srcblog/srcblog/informer/listers/core/v1"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

// A lister reads the cache as if it were the server, except that what it returns is shared: copy it before a change.
func Example_lister() {
	informer := cache.NewSharedIndexInformer(newServer("2", pod("web", "1"), pod("db", "2")), &v1.Pod{}, 0,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	defer start(informer)()
	cache.WaitFor(context.Background(), "pods", informer.HasSyncedChecker())

	pods := listers.NewPodLister(informer.GetIndexer()).Pods("shop")
	all, err := pods.List(labels.Everything())
	fmt.Println(len(all), err)
	web, err := pods.Get("web")
	fmt.Println(web.Name, err)
	_, err = pods.Get("mail")
	fmt.Println(apierrors.IsNotFound(err), err)
	// Output:
	// 2 <nil>
	// web <nil>
	// true pod "mail" not found
}

// An index answers a question that the key does not, without a look at every object.
func Example_index() {
	onNode := func(name, node string) *v1.Pod {
		pod := pod(name, "1")
		pod.Spec.NodeName = node
		return pod
	}
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		"node": func(obj any) ([]string, error) { return []string{obj.(*v1.Pod).Spec.NodeName}, nil },
	})
	indexer.Add(onNode("web", "n1"))
	indexer.Add(onNode("db", "n2"))
	keys, err := indexer.IndexKeys("node", "n1")
	fmt.Println(keys, err)

	indexer.Update(onNode("web", "n3")) // the index follows
	keys, err = indexer.IndexKeys("node", "n1")
	fmt.Println(keys, err)
	// Output:
	// [shop/web] <nil>
	// [] <nil>
}

// A transform drops what nobody reads before the cache keeps it. In large clusters managedFields are a good part of all
// that an informer holds.
func Example_transform() {
	web := pod("web", "1")
	web.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "kubectl"}}
	informer := cache.NewSharedIndexInformer(newServer("1", web), &v1.Pod{}, 0, cache.Indexers{})
	err := informer.SetTransform(func(obj any) (any, error) {
		obj.(*v1.Pod).ManagedFields = nil
		return obj, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer start(informer)()
	cache.WaitFor(context.Background(), "pods", informer.HasSyncedChecker())

	obj, exists, err := informer.GetStore().GetByKey("shop/web")
	fmt.Println(len(obj.(*v1.Pod).ManagedFields), exists, err)
	// Output: 0 true <nil>
}
