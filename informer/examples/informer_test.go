package examples

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// printer is a handler that prints what it is told and reports each call on a channel, so that an example can wait.
type printer struct {
	name string
	told chan struct{}
}

func newPrinter(name string) printer { return printer{name, make(chan struct{}, 100)} }

func (p printer) OnAdd(obj any, isInInitialList bool) {
	pod := obj.(*v1.Pod)
	fmt.Printf("%s: add %s@%s, initial: %t\n", p.name, pod.Name, pod.ResourceVersion, isInInitialList)
	p.told <- struct{}{}
}

func (p printer) OnUpdate(oldObj, newObj any) {
	before, pod := oldObj.(*v1.Pod), newObj.(*v1.Pod)
	fmt.Printf("%s: update %s@%s to @%s\n", p.name, pod.Name, before.ResourceVersion, pod.ResourceVersion)
	p.told <- struct{}{}
}

// OnDelete must be ready for a tombstone: the object in it is the last that was seen, not the last there was.
func (p printer) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		fmt.Printf("%s: delete %s, final state unknown\n", p.name, tombstone.Key)
	} else {
		pod := obj.(*v1.Pod)
		fmt.Printf("%s: delete %s@%s\n", p.name, pod.Name, pod.ResourceVersion)
	}
	p.told <- struct{}{}
}

func (p printer) wait() { <-p.told }

// An informer lists, tells its handlers of each object, and then of each change that the watch brings.
func Example_informer() {
	server := newServer("1", pod("web", "1"))
	informer := cache.NewSharedIndexInformer(server, &v1.Pod{}, 0, cache.Indexers{})
	handler := newPrinter("handler")
	registration, err := informer.AddEventHandler(handler)
	if err != nil {
		fmt.Println(err)
		return
	}
	stop := start(informer)
	// That of the registration, not the informer's own: it waits until OnAdd has returned for all that was listed.
	cache.WaitFor(context.Background(), "pods", registration.HasSyncedChecker())
	fmt.Println("the handler has synced")

	server.send(watch.Modified, pod("web", "2"))
	server.send(watch.Deleted, pod("web", "3"))
	for range 3 {
		handler.wait()
	}
	stop()
	fmt.Println("stopped:", informer.IsStopped())
	// Output:
	// handler: add web@1, initial: true
	// the handler has synced
	// handler: update web@1 to @2
	// handler: delete web@3
	// stopped: true
}

// When the watch breaks and cannot go on where it was, the informer lists again, and finds out what it missed.
func Example_tombstone() {
	server := newServer("1", pod("web", "1"))
	informer := cache.NewSharedIndexInformer(server, &v1.Pod{}, 0, cache.Indexers{})
	handler := newPrinter("handler")
	if _, err := informer.AddEventHandler(handler); err != nil {
		fmt.Println(err)
		return
	}
	defer start(informer)()
	handler.wait()

	server.relist("9") // all gone
	handler.wait()
	// Output:
	// handler: add web@1, initial: true
	// handler: delete shop/web, final state unknown
}

// A handler may come when the informer has long been running. It gets an initial list of its own, out of the cache.
func Example_lateHandler() {
	server := newServer("1", pod("web", "1"))
	informer := cache.NewSharedIndexInformer(server, &v1.Pod{}, 0, cache.Indexers{})
	early, late := newPrinter("early"), newPrinter("late")
	registration, err := informer.AddEventHandler(early)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer start(informer)()
	server.send(watch.Modified, pod("web", "2"))
	early.wait()
	early.wait()

	if _, err := informer.AddEventHandler(late); err != nil {
		fmt.Println(err)
		return
	}
	late.wait()
	if err := informer.RemoveEventHandler(registration); err != nil {
		fmt.Println(err)
	}
	server.send(watch.Modified, pod("web", "3"))
	late.wait()
	// Output:
	// early: add web@1, initial: true
	// early: update web@1 to @2
	// late: add web@2, initial: true
	// late: update web@2 to @3
}

// A filter makes what a handler sees consistent: a pod that begins to pass is added, one that ceases to is deleted.
func Example_filter() {
	server := newServer("1", pod("web", "1"))
	informer := cache.NewSharedIndexInformer(server, &v1.Pod{}, 0, cache.Indexers{})
	handler := newPrinter("ready pods")
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			return obj.(*v1.Pod).Labels["ready"] == "yes"
		},
		Handler: handler,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer start(informer)()

	ready := pod("web", "2")
	ready.Labels = map[string]string{"ready": "yes"}
	server.send(watch.Modified, ready)
	handler.wait()
	server.send(watch.Modified, pod("web", "3"))
	handler.wait()
	// Output:
	// ready pods: add web@2, initial: false
	// ready pods: delete web@2
}
