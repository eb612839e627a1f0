package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
	"github.com/srcblog/srcblog/informer/rest"
)

// frames sends each frame as a chunk of its own, then does what end says.
func frames(contentType string, end func(*http.Request), frames ...[]byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for _, frame := range frames {
			_, _ = w.Write(frame)
			w.(http.Flusher).Flush()
		}
		end(r)
	}
}

func closeNow(*http.Request)      {}
func holdOpen(r *http.Request)    { <-r.Context().Done() }
func breakOff(*http.Request)      { panic(http.ErrAbortHandler) }
func bytesOf(parts string) []byte { return []byte(parts) }

func jsonFrame(event watch.EventType, obj any) []byte {
	raw, _ := json.Marshal(obj)
	frame, _ := json.Marshal(metav1.WatchEvent{Type: string(event), Object: runtime.RawExtension{Raw: raw}})
	return frame
}

func openWatch(t *testing.T, handler http.HandlerFunc, change ...func(*rest.Config)) watch.Interface {
	t.Helper()
	w, err := newClient(t, handler, change...).Get().Resource("pods").Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return w
}

func TestWatchDecodesFrames(t *testing.T) {
	long := jsonPod("long")
	long.Annotations = map[string]string{"x": string(make([]byte, 200_000))}
	added := jsonFrame(watch.Added, jsonPod("a"))
	w := openWatch(t, frames("application/json", closeNow,
		added[:20], added[20:], // a frame in two chunks
		append(jsonFrame(watch.Modified, jsonPod("b")), jsonFrame(watch.Deleted, jsonPod("c"))...), // two in one
		jsonFrame(watch.Bookmark, jsonPod("")),
		jsonFrame(watch.Added, long),
	))
	for _, want := range []struct {
		event watch.EventType
		name  string
	}{{watch.Added, "a"}, {watch.Modified, "b"}, {watch.Deleted, "c"}, {watch.Bookmark, ""}, {watch.Added, "long"}} {
		got, open := <-w.ResultChan()
		if !open || got.Type != want.event || got.Object.(*corev1.Pod).Name != want.name {
			t.Fatalf("event %v, want %v", got, want)
		}
	}
	if got, open := <-w.ResultChan(); open {
		t.Errorf("event %v behind the end", got)
	}
}

func TestWatchProtobuf(t *testing.T) {
	info, _ := runtime.SerializerInfoForMediaType(scheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeProtobuf)
	raw, err := runtime.Encode(info.Serializer, jsonPod("a"))
	if err != nil {
		t.Fatal(err)
	}
	send := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", runtime.ContentTypeProtobuf+";stream=watch")
		event := &metav1.WatchEvent{Type: "ADDED", Object: runtime.RawExtension{Raw: raw}}
		_ = info.StreamSerializer.Serializer.Encode(event, info.StreamSerializer.Framer.NewFrameWriter(w))
	}
	w := openWatch(t, send, func(c *rest.Config) { c.ContentType = runtime.ContentTypeProtobuf })
	if got := <-w.ResultChan(); got.Type != watch.Added || got.Object.(*corev1.Pod).Name != "a" {
		t.Errorf("event %v", got)
	}
}

// TestWatchEnds shows how the ends of a watch look to who reads it.
func TestWatchEnds(t *testing.T) {
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		wantErr bool // an Error event before the channel closes
	}{
		{"server closes", frames("application/json", closeNow), false},
		{"connection breaks", frames("application/json", breakOff, jsonFrame(watch.Added, jsonPod("a"))), false},
		{"half a frame", frames("application/json", closeNow, bytesOf(`{"type":"ADDED","obj`)), false},
		{"no frame", frames("application/json", holdOpen, bytesOf("}")), true},
		{"unknown event", frames("application/json", holdOpen, jsonFrame("RENAMED", jsonPod("a"))), true},
		{"unknown object", frames("application/json", holdOpen, bytesOf(`{"type":"ADDED","object":{"kind":"X","apiVersion":"y/v1"}}`)), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			failed := false
			for event := range openWatch(t, c.handler).ResultChan() {
				failed = failed || event.Type == watch.Error
			}
			if failed != c.wantErr {
				t.Errorf("Error event: %t, want %t", failed, c.wantErr)
			}
		})
	}
}

func TestWatchStops(t *testing.T) {
	left := make(chan struct{}, 1)
	client := newClient(t, frames("application/json", func(r *http.Request) {
		holdOpen(r)
		left <- struct{}{}
	}, jsonFrame(watch.Added, jsonPod("a"))))

	w, err := client.Get().Resource("pods").Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	<-w.ResultChan()
	w.Stop()
	<-left   // the server has noticed
	w.Stop() // again does no harm

	ctx, cancel := context.WithCancel(t.Context())
	w, err = client.Get().Resource("pods").Watch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	<-w.ResultChan()
	cancel()
	for range w.ResultChan() {
	}
	<-left
	w.Stop()
}

func TestWatchRefused(t *testing.T) {
	gone := apierrors.NewResourceExpired("too old")
	_, err := newClient(t, answerJSON(410, jsonStatus(gone))).Get().Resource("pods").Watch(t.Context())
	if !apierrors.IsResourceExpired(err) {
		t.Errorf("Watch: %v, want expired", err)
	}
	_, err = newClient(t, frames("text/html", closeNow, bytesOf("<html>"))).Get().Resource("pods").Watch(t.Context())
	if err == nil {
		t.Error("Watch of a page in HTML: no error")
	}
}

// TestWatchCutBeforeAnswer is a server that goes away before it said anything: an empty watch, not an error.
func TestWatchCutBeforeAnswer(t *testing.T) {
	client := newClient(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	w, err := client.Get().Resource("pods").MaxRetries(0).Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if event, open := <-w.ResultChan(); open {
		t.Errorf("event %v, want none", event)
	}
}
