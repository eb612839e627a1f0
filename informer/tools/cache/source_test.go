package cache

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// newPod makes "namespace/name" at a resource version.
func newPod(key, version string) *v1.Pod {
	namespace, name, err := SplitMetaNamespaceKey(key)
	if err != nil {
		panic(err)
	}
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: version}}
}

// podSource is an API server for pods: a state, a log of events, and watches that can be broken. It serves our informer
// and client-go's alike, and several at once.
type podSource struct {
	lock    sync.Mutex // guards all below
	version int
	pods    map[string]*v1.Pod
	log     []watch.Event
	oldest  int // watches from before this version are refused: gone
	watches []*podWatch
	listErr error // if set, lists fail
	streams bool  // lists can be streamed; set before anybody asks
}

func newPodSource(keys ...string) *podSource {
	s := &podSource{pods: map[string]*v1.Pod{}}
	for _, key := range keys {
		s.set(key)
	}
	return s
}

// set creates or changes a pod.
func (s *podSource) set(key string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.version++
	kind := watch.Modified
	if s.pods[key] == nil {
		kind = watch.Added
	}
	s.pods[key] = newPod(key, strconv.Itoa(s.version))
	s.pods[key].Labels = map[string]string{"parity": strconv.Itoa(s.version % 2)}
	s.sendLocked(watch.Event{Type: kind, Object: s.pods[key]})
}

func (s *podSource) remove(key string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	pod := s.pods[key]
	if pod == nil {
		return
	}
	s.version++
	delete(s.pods, key)
	pod = pod.DeepCopy()
	pod.ResourceVersion = strconv.Itoa(s.version)
	s.sendLocked(watch.Event{Type: watch.Deleted, Object: pod})
}

func (s *podSource) sendLocked(event watch.Event) {
	s.log = append(s.log, event)
	for _, w := range s.watches {
		w.events <- event
	}
}

// breakWatches ends all watches. With forget, what happened so far can't be watched any more, so that a list must follow.
func (s *podSource) breakWatches(forget bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, w := range s.watches {
		close(w.events)
	}
	s.watches = nil
	if forget {
		s.version++
		s.oldest = s.version
	}
}

func (s *podSource) List(metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.listErr != nil {
		return nil, s.listErr
	}
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.version)}}
	for _, key := range slices.Sorted(maps.Keys(s.pods)) {
		list.Items = append(list.Items, *s.pods[key].DeepCopy())
	}
	return list, nil
}

func (s *podSource) Watch(options metav1.ListOptions) (watch.Interface, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if options.SendInitialEvents != nil && *options.SendInitialEvents {
		return s.streamLocked(), nil
	}
	from, err := strconv.Atoi(options.ResourceVersion)
	if err != nil {
		return nil, fmt.Errorf("watch from %q: %w", options.ResourceVersion, err)
	}
	if from < s.oldest {
		return nil, apierrors.NewResourceExpired("too old")
	}
	w := &podWatch{source: s, events: make(chan watch.Event, 10000)}
	for _, event := range s.log {
		if version, _ := strconv.Atoi(event.Object.(*v1.Pod).ResourceVersion); version > from {
			w.events <- event
		}
	}
	s.watches = append(s.watches, w)
	return w, nil
}

// streamLocked opens a watch that begins with all pods, in the order of their keys, and a bookmark.
func (s *podSource) streamLocked() watch.Interface {
	w := &podWatch{source: s, events: make(chan watch.Event, 10000)}
	for _, key := range slices.Sorted(maps.Keys(s.pods)) {
		w.events <- watch.Event{Type: watch.Added, Object: s.pods[key].DeepCopy()}
	}
	w.events <- watch.Event{Type: watch.Bookmark, Object: &v1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: strconv.Itoa(s.version),
		Annotations:     map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}}}
	s.watches = append(s.watches, w)
	return w
}

// IsWatchListSemanticsUnSupported keeps client-go's reflector, and ours, to list and watch.
func (s *podSource) IsWatchListSemanticsUnSupported() bool { return !s.streams }

type podWatch struct {
	source *podSource
	events chan watch.Event
}

func (w *podWatch) ResultChan() <-chan watch.Event { return w.events }

func (w *podWatch) Stop() {
	w.source.lock.Lock()
	defer w.source.lock.Unlock()
	w.source.watches = slices.DeleteFunc(w.source.watches, func(other *podWatch) bool { return other == w })
}

// recorder is a handler that writes down what it is told, for both implementations.
type recorder struct {
	lock   sync.Mutex // guards events
	events []string
}

func (r *recorder) record(format string, args ...any) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.events = append(r.events, fmt.Sprintf(format, args...))
}

// take returns what was recorded since the last call.
func (r *recorder) take() []string {
	r.lock.Lock()
	defer r.lock.Unlock()
	events := r.events
	r.events = nil
	return events
}

func (r *recorder) OnAdd(obj any, isInInitialList bool) {
	pod := obj.(*v1.Pod)
	if isInInitialList {
		r.record("initial %s@%s", MetaObjectToName(pod), pod.ResourceVersion)
		return
	}
	r.record("add %s@%s", MetaObjectToName(pod), pod.ResourceVersion)
}

func (r *recorder) OnUpdate(oldObj, newObj any) {
	oldPod, newPod := oldObj.(*v1.Pod), newObj.(*v1.Pod)
	r.record("update %s@%s->%s", MetaObjectToName(newPod), oldPod.ResourceVersion, newPod.ResourceVersion)
}

func (r *recorder) OnDelete(obj any) {
	if pod, ok := obj.(*v1.Pod); ok {
		r.record("delete %s@%s", MetaObjectToName(pod), pod.ResourceVersion)
		return
	}
	key, lastSeen := tombstoneOf(obj)
	r.record("tombstone %s@%s", key, lastSeen.(*v1.Pod).ResourceVersion)
}
