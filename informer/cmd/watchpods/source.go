package main

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

// source is an API server with the pods of one namespace and one watch at a time.
type source struct {
	lock    sync.Mutex // guards all below
	version int        // of the last change
	pods    map[string]*v1.Pod
	log     []watch.Event              // the changes that a watch can still begin with
	oldest  int                        // watches after an older version are refused
	watch   *watch.RaceFreeFakeWatcher // nil: none was opened; drops what comes after its end
}

func newSource() *source {
	return &source{pods: map[string]*v1.Pod{}}
}

// set creates a pod or changes it.
func (s *source) set(name string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	kind := watch.Modified
	if s.pods[name] == nil {
		kind = watch.Added
	}
	s.version++
	s.pods[name] = newPod(name, s.version)
	s.sendLocked(watch.Event{Type: kind, Object: s.pods[name]})
}

// remove deletes a pod. A deletion has a version of its own.
func (s *source) remove(name string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.version++
	delete(s.pods, name)
	s.sendLocked(watch.Event{Type: watch.Deleted, Object: newPod(name, s.version)})
}

// removeUnseen ends the watch, deletes a pod, and forgets how that came, so that no watch can tell of it any more.
func (s *source) removeUnseen(name string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.watch != nil {
		s.watch.Stop()
		s.watch = nil
	}
	s.version++
	delete(s.pods, name)
	s.log, s.oldest = nil, s.version
}

func (s *source) sendLocked(event watch.Event) {
	s.log = append(s.log, event)
	if s.watch != nil {
		s.watch.Action(event.Type, event.Object)
	}
}

// List answers with all pods in the order of their names.
func (s *source) List(metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.version)}}
	for _, name := range slices.Sorted(maps.Keys(s.pods)) {
		list.Items = append(list.Items, *s.pods[name])
	}
	return list, nil
}

// Watch first repeats what happened after the version it is asked for: between a list and its watch time goes by. Or, if
// it is asked for that, it streams a list.
func (s *source) Watch(options metav1.ListOptions) (watch.Interface, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if options.SendInitialEvents != nil && *options.SendInitialEvents {
		return s.streamLocked(), nil
	}
	after, err := strconv.Atoi(options.ResourceVersion)
	if err != nil {
		return nil, fmt.Errorf("watch after version %q: %w", options.ResourceVersion, err)
	}
	if after < s.oldest {
		return nil, apierrors.NewResourceExpired(fmt.Sprintf("too old resource version: %d (%d)", after, s.oldest))
	}
	s.watch = watch.NewRaceFreeFake()
	for _, event := range s.log {
		if event.Object.(*v1.Pod).ResourceVersion > options.ResourceVersion { // one digit each
			s.watch.Action(event.Type, event.Object)
		}
	}
	return s.watch, nil
}

// streamLocked opens a watch that begins with all pods there are, in the order of their names, and a bookmark behind them.
func (s *source) streamLocked() watch.Interface {
	s.watch = watch.NewRaceFreeFake()
	for _, name := range slices.Sorted(maps.Keys(s.pods)) {
		s.watch.Action(watch.Added, s.pods[name])
	}
	s.watch.Action(watch.Bookmark, &v1.Pod{ObjectMeta: metav1.ObjectMeta{
		ResourceVersion: strconv.Itoa(s.version),
		Annotations:     map[string]string{metav1.InitialEventsAnnotationKey: "true"},
	}})
	return s.watch
}

func newPod(name string, version int) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: name, ResourceVersion: strconv.Itoa(version),
	}}
}
