package cache_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// script is a server whose answers are written down beforehand, and at the same time the store that a Reflector fills.
// Everything that is asked and everything that is stored goes into one log, with the time since the start. A request
// for which there is no answer waits for the end of the test.
type script struct {
	answers     []answer
	noWatchList bool // what the client says of itself
	storeErr    error
	resyncErr   error

	started time.Time
	mu      sync.Mutex // guards log and answers
	log     []string
}

// answer is one answer, to a list or to a watch.
type answer struct {
	err error

	list  []string // objects, as name@version
	rv    string
	token string
	panic any

	wait   time.Duration // before a watch is opened
	events []watch.Event
	open   time.Duration // how long the watch stays open behind the events; below 0: until it is stopped
}

func (s *script) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := time.Since(s.started).Round(time.Second / 10)
	s.log = append(s.log, fmt.Sprintf("%6s  ", at)+fmt.Sprintf(format, args...))
}

func (s *script) next(ctx context.Context) (answer, error) {
	s.mu.Lock()
	if len(s.answers) == 0 {
		s.mu.Unlock()
		<-ctx.Done()
		return answer{}, ctx.Err()
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	s.mu.Unlock()
	if a.panic != nil {
		panic(a.panic)
	}
	return a, a.err
}

func (s *script) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	s.note("list  rv=%q limit=%d continue=%q", o.ResourceVersion, o.Limit, o.Continue)
	a, err := s.next(ctx)
	if err != nil {
		return nil, err
	}
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: a.rv, Continue: a.token}}
	for _, obj := range a.list {
		list.Items = append(list.Items, *podAt(obj))
	}
	return list, nil
}

func (s *script) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	timeout := "none"
	if o.TimeoutSeconds != nil {
		timeout = "other"
		if *o.TimeoutSeconds >= 300 && *o.TimeoutSeconds < 600 {
			timeout = "5m-10m"
		}
	}
	initial := ""
	if o.SendInitialEvents != nil {
		initial = fmt.Sprintf(" initialEvents=%t match=%s", *o.SendInitialEvents, o.ResourceVersionMatch)
	}
	s.note("watch rv=%q timeout=%s bookmarks=%t%s", o.ResourceVersion, timeout, o.AllowWatchBookmarks, initial)
	a, err := s.next(ctx)
	if err != nil {
		return nil, err
	}
	time.Sleep(a.wait)
	return newStream(a), nil
}

func (s *script) List(o metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), o)
}

func (s *script) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), o)
}

func (s *script) IsWatchListSemanticsUnSupported() bool { return s.noWatchList }

// stream is the watch of an answer.
type stream struct {
	events chan watch.Event
	closed sync.Once
}

func newStream(a answer) *stream {
	w := &stream{events: make(chan watch.Event, len(a.events))}
	for _, event := range a.events {
		w.events <- event
	}
	if a.open >= 0 {
		time.AfterFunc(a.open, w.Stop)
	}
	return w
}

func (w *stream) Stop()                          { w.closed.Do(func() { close(w.events) }) }
func (w *stream) ResultChan() <-chan watch.Event { return w.events }

func (s *script) Add(obj any) error    { s.note("add %s", nameAt(obj)); return s.storeErr }
func (s *script) Update(obj any) error { s.note("update %s", nameAt(obj)); return s.storeErr }
func (s *script) Delete(obj any) error { s.note("delete %s", nameAt(obj)); return s.storeErr }

func (s *script) Replace(list []any, rv string) error {
	names := make([]string, len(list))
	for i, obj := range list {
		names[i] = nameAt(obj)
	}
	s.note("replace [%s] rv=%q", strings.Join(names, " "), rv)
	return nil
}

func (s *script) Resync() error {
	s.note("resync")
	return s.resyncErr
}

func (s *script) Bookmark(rv string) error {
	s.note("bookmark %s", rv)
	return nil
}

func (s *script) UpdateResourceVersion(rv string) { s.note("version %s", rv) }

// podAt makes a pod of name@version.
func podAt(s string) *v1.Pod {
	name, version, _ := strings.Cut(s, "@")
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, ResourceVersion: version}}
}

func nameAt(obj any) string {
	pod, ok := obj.(*v1.Pod)
	if !ok {
		return fmt.Sprintf("%T", obj)
	}
	return cmp.Or(pod.Name, "?") + "@" + pod.ResourceVersion
}

func added(s string) watch.Event    { return watch.Event{Type: watch.Added, Object: podAt(s)} }
func modified(s string) watch.Event { return watch.Event{Type: watch.Modified, Object: podAt(s)} }
func deleted(s string) watch.Event  { return watch.Event{Type: watch.Deleted, Object: podAt(s)} }
func bookmark(rv string) watch.Event {
	return watch.Event{Type: watch.Bookmark, Object: podAt("@" + rv)}
}

func initialEventsEnd(rv string) watch.Event {
	event := bookmark(rv)
	event.Object.(*v1.Pod).Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	return event
}

func failure(status metav1.Status) watch.Event {
	return watch.Event{Type: watch.Error, Object: &status}
}
