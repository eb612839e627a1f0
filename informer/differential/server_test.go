package differential

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// server is an API server for pods with all that makes the life of a Reflector hard: it forgets history, breaks
// watches, serves lists in pages, and fails when it is told to. Each side of a comparison has its own.
type server struct {
	started   time.Time
	streaming bool // it can send initial events, and its client knows how to ask

	lock      sync.Mutex // guards all below
	version   int
	pods      map[string]*v1.Pod
	log       []watch.Event // what a watch can still begin behind: the events after forgotten
	forgotten int
	watches   []*stream
	pageSize  int                 // of lists with a limit; 0: the limit is ignored
	pages     map[string][]v1.Pod // what is left of a list, by continue token
	tokens    int
	down      string              // if set, every request fails so
	faults    map[string][]string // by "list", "watch": how the next requests fail
	cuts      []int               // the next watches end after so many events
	requests  []string
}

func newServer(streaming bool, pageSize int) *server {
	return &server{
		started: time.Now(), streaming: streaming, pageSize: pageSize, version: 1,
		pods: map[string]*v1.Pod{}, pages: map[string][]v1.Pod{}, faults: map[string][]string{},
	}
}

// apply does operations of a script as one: nobody sees a state in between.
func (s *server) apply(ops []op) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, o := range ops {
		s.applyLocked(o)
	}
}

func (s *server) applyLocked(o op) {
	switch o.kind {
	case opSet:
		s.setLocked(o.key, o.n)
	case opRemove:
		s.removeLocked(o.key)
	case opBookmark:
		s.version++
		s.sendLocked(watch.Event{Type: watch.Bookmark, Object: bookmark(s.version)}, true)
	case opForeign:
		// An object of another type; the version does not move, nor may anything else.
		s.sendLocked(watch.Event{Type: watch.Modified, Object: &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: o.key}}}, true)
	case opClose:
		s.closeLocked()
	case opBreak:
		status := newError(o.failure).(apierrors.APIStatus).Status()
		s.sendLocked(watch.Event{Type: watch.Error, Object: &status}, true)
		s.closeLocked()
	case opForget:
		s.version++
		s.forgotten, s.log = s.version, nil
		s.pages = map[string][]v1.Pod{}
	case opFailList, opFailWatch:
		kind := strings.TrimPrefix(string(o.kind), "fail-")
		s.faults[kind] = append(s.faults[kind], slices.Repeat([]string{o.failure}, o.n)...)
	case opCut:
		s.cuts = append(s.cuts, o.n)
	case opDown:
		s.down = o.failure
		s.closeLocked()
	case opUp:
		s.down = ""
	}
}

func (s *server) setLocked(key string, n int) {
	s.version++
	kind := watch.Modified
	if s.pods[key] == nil {
		kind = watch.Added
	}
	s.pods[key] = newPod(key, s.version, n)
	s.sendLocked(watch.Event{Type: kind, Object: s.pods[key]}, false)
}

func (s *server) removeLocked(key string) {
	pod := s.pods[key]
	if pod == nil {
		return
	}
	s.version++
	delete(s.pods, key)
	pod = pod.DeepCopy()
	pod.ResourceVersion = strconv.Itoa(s.version)
	s.sendLocked(watch.Event{Type: watch.Deleted, Object: pod}, false)
}

// sendLocked tells the open watches; what is not passing is told to later ones too.
func (s *server) sendLocked(event watch.Event, passing bool) {
	if !passing {
		s.log = append(s.log, event)
	}
	for _, w := range s.watches {
		w.events <- event
	}
}

func (s *server) closeLocked() {
	for _, w := range s.watches {
		close(w.events)
	}
	s.watches = nil
}

// state is what a client that has caught up believes: versions by key.
func (s *server) state() map[string]string {
	s.lock.Lock()
	defer s.lock.Unlock()
	state := map[string]string{}
	for key, pod := range s.pods {
		state[key] = pod.ResourceVersion
	}
	return state
}

// takeRequests returns the requests since the last call.
func (s *server) takeRequests() []string {
	s.lock.Lock()
	defer s.lock.Unlock()
	taken := s.requests
	s.requests = nil
	return taken
}

// admitLocked writes a request down and makes it fail if it is to.
func (s *server) admitLocked(kind, request string) error {
	failure := s.down
	if planned := s.faults[kind]; failure == "" && len(planned) > 0 {
		failure, s.faults[kind] = planned[0], planned[1:]
	}
	at := time.Since(s.started).Round(time.Millisecond)
	if failure != "" {
		s.requests = append(s.requests, fmt.Sprintf("%s %s %s fails: %s", at, kind, request, failure))
		return newError(failure)
	}
	s.requests = append(s.requests, fmt.Sprintf("%s %s %s", at, kind, request))
	return nil
}

func (s *server) ListWithContext(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	request := fmt.Sprintf("rv=%q match=%q limit=%d continue=%q", o.ResourceVersion, o.ResourceVersionMatch, o.Limit, o.Continue)
	if err := s.admitLocked("list", request); err != nil {
		return nil, err
	}
	var rest []v1.Pod
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.version)}}
	if o.Continue != "" {
		found, ok := s.pages[o.Continue]
		if !ok {
			return nil, newError("expired")
		}
		rest = found
		list.ResourceVersion, _, _ = strings.Cut(o.Continue, "-")
	} else {
		for _, key := range slices.Sorted(maps.Keys(s.pods)) {
			rest = append(rest, *s.pods[key].DeepCopy())
		}
	}
	if o.Limit > 0 && s.pageSize > 0 && len(rest) > s.pageSize {
		s.tokens++
		list.Continue = fmt.Sprintf("%s-%d", list.ResourceVersion, s.tokens)
		s.pages[list.Continue] = rest[s.pageSize:]
		rest = rest[:s.pageSize]
	}
	list.Items = rest
	return list, nil
}

func (s *server) WatchWithContext(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	initial := o.SendInitialEvents != nil && *o.SendInitialEvents
	timeout := o.TimeoutSeconds != nil && *o.TimeoutSeconds >= 300 && *o.TimeoutSeconds <= 600
	request := fmt.Sprintf("rv=%q match=%q initial=%t bookmarks=%t timeout in 5m to 10m=%t",
		o.ResourceVersion, o.ResourceVersionMatch, initial, o.AllowWatchBookmarks, timeout)
	if err := s.admitLocked("watch", request); err != nil {
		return nil, err
	}
	events, err := s.backlogLocked(initial, o.ResourceVersion)
	if err != nil {
		return nil, err
	}
	w := &stream{server: s, events: make(chan watch.Event, 1000)}
	cut := -1
	if len(s.cuts) > 0 {
		cut, s.cuts = s.cuts[0], s.cuts[1:]
	}
	for i, event := range events {
		if i == cut {
			break
		}
		w.events <- event
	}
	if cut >= 0 {
		close(w.events)
		return w, nil
	}
	s.watches = append(s.watches, w)
	return w, nil
}

// backlogLocked is what a watch sends before it waits for news. Where the history is gone, servers answer in one of two
// ways, and so does this one in turn: they refuse, or they open the watch and say so in it.
func (s *server) backlogLocked(initial bool, resourceVersion string) ([]watch.Event, error) {
	var events []watch.Event
	if initial {
		for _, key := range slices.Sorted(maps.Keys(s.pods)) {
			events = append(events, watch.Event{Type: watch.Added, Object: s.pods[key]})
		}
		end := bookmark(s.version)
		end.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
		return append(events, watch.Event{Type: watch.Bookmark, Object: end}), nil
	}
	from, err := strconv.Atoi(resourceVersion)
	if err != nil {
		return nil, fmt.Errorf("watch from %q: %w", resourceVersion, err)
	}
	if from < s.forgotten {
		if s.forgotten%2 == 0 {
			return nil, newError("expired")
		}
		status := newError("expired").(apierrors.APIStatus).Status()
		return []watch.Event{{Type: watch.Error, Object: &status}}, nil
	}
	for _, event := range s.log {
		if version, _ := strconv.Atoi(event.Object.(*v1.Pod).ResourceVersion); version > from {
			events = append(events, event)
		}
	}
	return events, nil
}

func (s *server) List(o metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), o)
}

func (s *server) Watch(o metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), o)
}

// IsWatchListSemanticsUnSupported is asked by both Reflectors.
func (s *server) IsWatchListSemanticsUnSupported() bool { return !s.streaming }

// stream is an open watch.
type stream struct {
	server *server
	events chan watch.Event
}

func (w *stream) ResultChan() <-chan watch.Event { return w.events }

func (w *stream) Stop() {
	w.server.lock.Lock()
	defer w.server.lock.Unlock()
	w.server.watches = slices.DeleteFunc(w.server.watches, func(other *stream) bool { return other == w })
}

// newPod makes "namespace/name", or "name", at a version. n decides what it is indexed by.
func newPod(key string, version, n int) *v1.Pod {
	namespace, name, ok := strings.Cut(key, "/")
	if !ok {
		namespace, name = "", key
	}
	return &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: name, ResourceVersion: strconv.Itoa(version),
			Labels: map[string]string{"first": strconv.Itoa(n % 3), "second": strconv.Itoa(n % 5)},
		},
		Spec: v1.PodSpec{NodeName: fmt.Sprintf("node-%d", n%2)},
	}
}

func bookmark(version int) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: strconv.Itoa(version)}}
}

// newError makes the error of a name.
func newError(name string) error {
	switch name {
	case "internal":
		return apierrors.NewInternalError(errors.New("the server is in a bad mood"))
	case "busy":
		return apierrors.NewTooManyRequests("the server is busy", 1)
	case "refused":
		return fmt.Errorf("dial: %w", syscall.ECONNREFUSED)
	case "expired":
		return apierrors.NewResourceExpired("the version is too old")
	case "gone":
		return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: http.StatusGone,
			Reason: metav1.StatusReasonGone, Message: "the version is gone"}}
	case "future":
		err := apierrors.NewTimeoutError("Too large resource version", 1)
		err.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge}}
		return err
	case "forbidden":
		return apierrors.NewInvalid(v1.SchemeGroupVersion.WithKind("ListOptions").GroupKind(), "", nil)
	}
	panic("no error named " + name)
}
