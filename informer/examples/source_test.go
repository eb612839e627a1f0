package examples

import (
	"context"
	"sync"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// pod makes a pod in the namespace "shop".
func pod(name, version string) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, ResourceVersion: version}}
}

// server lists what it has been given and watches what the example sends.
type server struct {
	lock   sync.Mutex // guards listed and events
	listed *v1.PodList
	events *watch.RaceFreeFakeWatcher
}

func newServer(version string, pods ...*v1.Pod) *server {
	s := &server{}
	s.relist(version, pods...)
	return s
}

// relist breaks the watch and makes the next list another one. What happened in between no watch will tell.
func (s *server) relist(version string, pods ...*v1.Pod) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.events != nil {
		s.events.Error(&metav1.Status{Reason: metav1.StatusReasonExpired, Code: 410})
	}
	s.listed = &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: version}}
	for _, pod := range pods {
		s.listed.Items = append(s.listed.Items, *pod)
	}
	s.events = watch.NewRaceFreeFake()
}

// send puts an event into the watch, also if that is opened only later.
func (s *server) send(kind watch.EventType, pod *v1.Pod) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.events.Action(kind, pod)
}

// IsWatchListSemanticsUnSupported says that this server, simple as it is, can't begin a watch with the objects there are.
// A fake that can't and does not say so makes every informer wait in vain, for half a minute, before it asks for a list.
func (s *server) IsWatchListSemanticsUnSupported() bool { return true }

func (s *server) List(metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.listed.DeepCopy(), nil
}

func (s *server) Watch(metav1.ListOptions) (watch.Interface, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.events, nil
}

// start runs an informer; stop ends it and waits until all of its goroutines have gone.
func start(informer cache.SharedInformer) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		informer.RunWithContext(ctx)
		close(done)
	}()
	return func() {
		cancel()
		<-done
	}
}
