package examples

import (
	"context"
	"errors"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/watch"

	listers "github.com/srcblog/srcblog/informer/listers/core/v1"
	"github.com/srcblog/srcblog/informer/tools/cache"
	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// controller does something about each pod that changes. Its handler is quick and can't fail; its worker may be slow and
// may fail. Between the two is a queue of keys.
type controller struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	pods    listers.PodLister
	outages map[string]int // how often reconciling a key will fail
	worked  chan struct{}  // told of each key that is done
}

// enqueue is all that the handler does, whatever happened. The key says which pod to look at; what there is to see, the
// worker finds in the cache, where it may be newer by then.
func (c *controller) enqueue(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj) // knows tombstones too
	if err != nil {
		fmt.Println(err)
		return
	}
	c.queue.Add(key)
}

// work takes one key after the other until the queue is shut down.
func (c *controller) work() {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		c.handle(key)
		c.queue.Done(key) // whatever came of it; until then no other worker gets this key
		c.worked <- struct{}{}
	}
}

// handle reconciles a key and decides what a failure means.
func (c *controller) handle(key string) {
	const maxRetries = 3
	err := c.reconcile(key)
	switch {
	case err == nil:
		c.queue.Forget(key)
	case c.queue.NumRequeues(key) < maxRetries:
		c.queue.AddRateLimited(key)
		fmt.Printf("%s: %v, failure %d\n", key, err, c.queue.NumRequeues(key))
	default:
		c.queue.Forget(key)
		fmt.Printf("%s: %v, given up until it changes\n", key, err)
	}
}

// reconcile compares the pod with how things should be; here it only prints it. That the pod is gone is one of the states
// it must be ready for.
func (c *controller) reconcile(key string) error {
	if c.outages[key] > 0 {
		c.outages[key]--
		return errors.New("out of order")
	}
	name, err := cache.ParseObjectName(key)
	if err != nil {
		return err
	}
	pod, err := c.pods.Pods(name.Namespace).Get(name.Name)
	if apierrors.IsNotFound(err) {
		fmt.Printf("%s: gone\n", key)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Printf("%s: @%s\n", key, pod.ResourceVersion)
	return nil
}

func Example_controller() {
	server := newServer("2", pod("web", "1"), pod("db", "2"))
	informer := cache.NewSharedIndexInformer(server, &v1.Pod{}, 0, cache.Indexers{})
	c := &controller{
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Millisecond, time.Second)),
		pods:    listers.NewPodLister(informer.GetIndexer()),
		outages: map[string]int{"shop/web": 2},
		worked:  make(chan struct{}, 100),
	}
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, newObj any) { c.enqueue(newObj) },
		DeleteFunc: c.enqueue,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	stop := start(informer)
	// A worker that began earlier would find an empty cache and take every pod to be gone.
	cache.WaitFor(context.Background(), "pods", registration.HasSyncedChecker())
	ended := make(chan struct{})
	go func() {
		c.work()
		close(ended)
	}()
	for range 4 {
		<-c.worked
	}
	server.send(watch.Deleted, pod("db", "3"))
	<-c.worked

	stop()             // no more keys come in
	c.queue.ShutDown() // the worker takes what is left, and ends
	<-ended
	// Output:
	// shop/web: out of order, failure 1
	// shop/db: @2
	// shop/web: out of order, failure 2
	// shop/web: @1
	// shop/db: gone
}
