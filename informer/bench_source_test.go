package informer_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// benchPod makes pod number i: 100 pods in each of the namespaces, a label that ten pods share and one that 1,000 do.
func benchPod(i, version int) *v1.Pod {
	return &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: fmt.Sprintf("namespace-%d", i/100), Name: fmt.Sprintf("pod-%d", i), ResourceVersion: strconv.Itoa(version),
			Labels: map[string]string{"of10": strconv.Itoa(i / 10), "of1000": strconv.Itoa(i / 1000)},
		},
		Spec: v1.PodSpec{
			NodeName:   fmt.Sprintf("node-%d", version%2),
			Containers: []v1.Container{{Name: "main", Image: "example.org/image:1"}},
		},
	}
}

func byLabel(name string) func(obj any) ([]string, error) {
	return func(obj any) ([]string, error) { return []string{obj.(*v1.Pod).Labels[name]}, nil }
}

func byNode(obj any) ([]string, error) { return []string{obj.(*v1.Pod).Spec.NodeName}, nil }

// benchSource serves lists that were made before, each once, so that making them is not measured and it holds none back.
// Its only watch is the channel.
type benchSource struct {
	lock   sync.Mutex // guards the lists
	lists  []*v1.PodList
	events chan watch.Event
}

func newBenchSource(lists ...*v1.PodList) *benchSource {
	return &benchSource{lists: lists, events: make(chan watch.Event, 1000)}
}

func benchList(pods int) *v1.PodList {
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: make([]v1.Pod, pods)}
	for i := range list.Items {
		list.Items[i] = *benchPod(i, 1)
	}
	return list
}

func (s *benchSource) List(metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	list := s.lists[0]
	s.lists = s.lists[1:]
	return list, nil
}

func (s *benchSource) Watch(metav1.ListOptions) (watch.Interface, error) { return s, nil }
func (s *benchSource) ResultChan() <-chan watch.Event                    { return s.events }
func (s *benchSource) Stop()                                             {}

// IsWatchListSemanticsUnSupported keeps both reflectors to list and watch.
func (s *benchSource) IsWatchListSemanticsUnSupported() bool { return true }

// waitGroupHandler counts every call.
type waitGroupHandler struct{ *sync.WaitGroup }

func (h waitGroupHandler) OnAdd(any, bool)   { h.Done() }
func (h waitGroupHandler) OnUpdate(any, any) { h.Done() }
func (h waitGroupHandler) OnDelete(any)      { h.Done() }

// run starts an informer; stop waits for its end.
func run(informer interface{ RunWithContext(context.Context) }) (stop func()) {
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
