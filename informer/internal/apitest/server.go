// Package apitest is a small API server for tests: one collection, kept in memory, with real HTTP on the loopback.
//
// It lists in pages with continue tokens, watches by chunked streams of frames, sends bookmarks, streams initial events,
// and forgets the past when told to (Compact). A test changes its state (Set, Delete) and its mood (Break, Refuse). It
// keeps what it was asked, in Requests.
package apitest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// Object is an API object with metadata.
type Object interface {
	runtime.Object
	metav1.Object
}

// Server serves one collection. Make it by New.
type Server struct {
	// URL is where it listens.
	URL string
	// NewList returns an empty list of the collection's type.
	NewList func() runtime.Object
	// NewObject returns an empty object, for bookmarks.
	NewObject func() Object

	http *httptest.Server

	mu        sync.Mutex // guards the rest
	version   int        // resource version of the last change
	compacted int        // versions below are forgotten
	objects   map[string]Object
	log       []change
	watchers  map[*watcher]bool
	requests  []url.Values
	refuse    []refusal
}

type change struct {
	version int
	event   watch.Event
}

type refusal struct {
	status int
	header http.Header
}

// New starts a server that ends with the test.
func New(t testing.TB, newObject func() Object, newList func() runtime.Object) *Server {
	s := &Server{
		NewList: newList, NewObject: newObject,
		version: 100, objects: map[string]Object{}, watchers: map[*watcher]bool{},
	}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	t.Cleanup(func() {
		s.Break()
		s.http.Close()
	})
	return s
}

// Set creates or updates an object; its resource version becomes the next one. It returns that version.
func (s *Server) Set(obj Object) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := obj.GetNamespace() + "/" + obj.GetName()
	event := watch.Event{Type: watch.Added, Object: obj}
	if _, ok := s.objects[key]; ok {
		event.Type = watch.Modified
	}
	s.objects[key] = obj
	return s.changeLocked(obj, event)
}

// Delete removes an object if it exists.
func (s *Server) Delete(namespace, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := namespace + "/" + name
	if obj, ok := s.objects[key]; ok {
		delete(s.objects, key)
		obj = obj.DeepCopyObject().(Object) // the deletion has a resource version of its own
		s.changeLocked(obj, watch.Event{Type: watch.Deleted, Object: obj})
	}
}

func (s *Server) changeLocked(obj Object, event watch.Event) string {
	s.version++
	obj.SetResourceVersion(strconv.Itoa(s.version))
	s.log = append(s.log, change{s.version, event})
	for w := range s.watchers {
		w.send(event)
	}
	return obj.GetResourceVersion()
}

// Bookmark tells all open watches how far the collection has come.
func (s *Server) Bookmark() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watchers {
		w.send(s.bookmarkLocked(nil))
	}
}

func (s *Server) bookmarkLocked(annotations map[string]string) watch.Event {
	obj := s.NewObject()
	obj.SetResourceVersion(strconv.Itoa(s.version))
	obj.SetAnnotations(annotations)
	return watch.Event{Type: watch.Bookmark, Object: obj}
}

// Compact forgets all changes so far: watches and pages from before are answered by 410 Gone.
func (s *Server) Compact() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++ // nothing that was handed out before is still good
	s.compacted, s.log = s.version, nil
}

// Break cuts all open watches, as a network failure or a restart of the server would.
func (s *Server) Break() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watchers {
		delete(s.watchers, w)
		close(w.events)
	}
}

// Send puts an event into all open watches that is no change of the collection, such as an Error.
func (s *Server) Send(event watch.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watchers {
		w.send(event)
	}
}

// Refuse answers the next request with that status and header, and a body that is no Status.
func (s *Server) Refuse(status int, header http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = append(s.refuse, refusal{status, header})
}

// Watches is the number of watches that are open.
func (s *Server) Watches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.watchers)
}

// Requests returns the query of each request so far.
func (s *Server) Requests() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// sortedLocked returns the objects by key.
func (s *Server) sortedLocked() []Object {
	keys := slices.Sorted(maps.Keys(s.objects))
	objects := make([]Object, len(keys))
	for i, key := range keys {
		objects[i] = s.objects[key]
	}
	return objects
}

// pageToken is where a page begins and of which version it is.
type pageToken struct{ version, offset int }

func (p pageToken) String() string { return fmt.Sprintf("%d.%d", p.version, p.offset) }

func parseToken(s string) (p pageToken) {
	_, _ = fmt.Sscanf(s, "%d.%d", &p.version, &p.offset)
	return p
}

func atoi(s string) int {
	n, _ := strconv.Atoi(cmp.Or(s, "0"))
	return n
}
