package apitest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
)

// watcherBuffer is the number of events a watch may be behind. A test that overruns it panics.
const watcherBuffer = 10_000

type watcher struct{ events chan watch.Event }

func (w *watcher) send(event watch.Event) {
	event.Object = event.Object.DeepCopyObject()
	select {
	case w.events <- event:
	default:
		panic("apitest: too many events for one watch")
	}
}

func (s *Server) serve(w http.ResponseWriter, req *http.Request) {
	query := req.URL.Query()
	s.mu.Lock()
	s.requests = append(s.requests, query)
	var refused *refusal
	if len(s.refuse) > 0 {
		refused, s.refuse = &s.refuse[0], s.refuse[1:]
	}
	s.mu.Unlock()
	switch {
	case refused != nil:
		for key, values := range refused.header {
			w.Header()[key] = values
		}
		w.WriteHeader(refused.status)
	case query.Get("watch") == "true":
		s.serveWatch(w, req, query)
	default:
		s.serveList(w, query)
	}
}

// serveList answers at the version of now, whatever version was asked for, as long as it knows that one.
func (s *Server) serveList(w http.ResponseWriter, query url.Values) {
	s.mu.Lock()
	defer s.mu.Unlock()
	page := pageToken{version: s.version}
	if token := query.Get("continue"); token != "" {
		page = parseToken(token)
	} else if rv := atoi(query.Get("resourceVersion")); rv != 0 && rv < s.compacted {
		s.fail(w, errors.NewResourceExpired("too old resource version"))
		return
	}
	if page.version < s.compacted {
		s.fail(w, errors.NewResourceExpired("the provided continue parameter is too old"))
		return
	}
	objects := s.sortedLocked()[page.offset:]
	list := s.NewList()
	info, _ := meta.ListAccessor(list)
	info.SetResourceVersion(strconv.Itoa(page.version))
	if limit := atoi(query.Get("limit")); limit > 0 && limit < len(objects) && query.Get("resourceVersion") != "0" {
		info.SetContinue(pageToken{page.version, page.offset + limit}.String())
		objects = objects[:limit]
	}
	items := make([]runtime.Object, len(objects))
	for i, obj := range objects {
		items[i] = obj
	}
	if err := meta.SetList(list, items); err != nil {
		panic(err)
	}
	s.write(w, http.StatusOK, list)
}

func (s *Server) serveWatch(w http.ResponseWriter, req *http.Request, query url.Values) {
	watching := s.openWatch(query)
	if watching == nil {
		s.fail(w, errors.NewResourceExpired("too old resource version"))
		return
	}
	defer s.forget(watching)
	w.Header().Set("Content-Type", runtime.ContentTypeJSON)
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	for {
		select {
		case <-req.Context().Done():
			return
		case event, open := <-watching.events:
			if !open {
				return
			}
			s.writeFrame(w, event)
		}
	}
}

// openWatch registers a watch that first gets the events since the version asked for. No change can come in between:
// it happens under the lock.
func (s *Server) openWatch(query url.Values) *watcher {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &watcher{events: make(chan watch.Event, watcherBuffer)}
	since := atoi(query.Get("resourceVersion"))
	switch {
	case query.Get("sendInitialEvents") == "true":
		for _, obj := range s.sortedLocked() {
			w.send(watch.Event{Type: watch.Added, Object: obj})
		}
		w.send(s.bookmarkLocked(map[string]string{metav1.InitialEventsAnnotationKey: "true"}))
	case since < s.compacted:
		return nil
	default:
		for _, c := range s.log {
			if c.version > since {
				w.send(c.event)
			}
		}
	}
	s.watchers[w] = true
	return w
}

func (s *Server) forget(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watchers, w)
}

func (s *Server) fail(w http.ResponseWriter, err *errors.StatusError) {
	s.write(w, int(err.ErrStatus.Code), &err.ErrStatus)
}

func (s *Server) write(w http.ResponseWriter, status int, obj runtime.Object) {
	w.Header().Set("Content-Type", runtime.ContentTypeJSON)
	w.WriteHeader(status)
	_, _ = w.Write(encode(obj))
}

func (s *Server) writeFrame(w http.ResponseWriter, event watch.Event) {
	frame, err := json.Marshal(metav1.WatchEvent{
		Type: string(event.Type), Object: runtime.RawExtension{Raw: encode(event.Object)},
	})
	if err != nil {
		panic(err)
	}
	_, _ = w.Write(append(frame, '\n'))
	w.(http.Flusher).Flush()
}

// encode writes JSON with apiVersion and kind, which objects in memory don't have.
func encode(obj runtime.Object) []byte {
	obj = obj.DeepCopyObject()
	kinds, _, err := scheme.Scheme.ObjectKinds(obj)
	if err != nil {
		panic(err)
	}
	obj.GetObjectKind().SetGroupVersionKind(kinds[0])
	data, err := json.Marshal(obj)
	if err != nil {
		panic(err)
	}
	return data
}
