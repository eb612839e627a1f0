package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
	"github.com/srcblog/srcblog/informer/rest"
)

func answerJSON(status int, obj any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(obj)
	}
}

func jsonPod(name string) *corev1.Pod {
	return &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: metav1.ObjectMeta{Name: name}}
}

func jsonStatus(err *apierrors.StatusError) metav1.Status {
	status := err.Status()
	status.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}
	return status
}

func TestDoDecodes(t *testing.T) {
	client := newClient(t, answerJSON(http.StatusCreated, jsonPod("a")))
	var status int
	var contentType string
	var created bool
	result := client.Get().Resource("pods").Do(t.Context()).StatusCode(&status).ContentType(&contentType).WasCreated(&created)
	if status != 201 || contentType != "application/json" || !created || result.Error() != nil {
		t.Errorf("status %d, type %q, created %t, %v", status, contentType, created, result.Error())
	}
	pod := &corev1.Pod{}
	if err := result.Into(pod); err != nil || pod.Name != "a" {
		t.Errorf("Into: %v, %v", pod, err)
	}
	obj, err := result.Get()
	if err != nil || obj.(*corev1.Pod).Name != "a" {
		t.Errorf("Get: %v, %v", obj, err)
	}
	raw, err := result.Raw()
	if err != nil || !strings.Contains(string(raw), `"name":"a"`) {
		t.Errorf("Raw: %s, %v", raw, err)
	}
}

func TestDoProtobuf(t *testing.T) {
	info, _ := runtime.SerializerInfoForMediaType(scheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeProtobuf)
	echo := func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		obj, _, err := info.Serializer.Decode(sent, nil, nil)
		if err != nil {
			t.Errorf("the server can't decode what was sent: %v", err)
			return
		}
		w.Header().Set("Content-Type", runtime.ContentTypeProtobuf)
		_ = info.Serializer.Encode(obj, w)
	}
	client := newClient(t, echo, func(c *rest.Config) { c.ContentType = runtime.ContentTypeProtobuf })
	pod := &corev1.Pod{}
	if err := client.Post().Namespace("ns").Resource("pods").Body(jsonPod("a")).Do(t.Context()).Into(pod); err != nil || pod.Name != "a" {
		t.Errorf("Into: %v, %v", pod, err)
	}
}

func TestDoErrors(t *testing.T) {
	gone := apierrors.NewResourceExpired("too old")
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		is     func(error) bool
		text   string
	}{
		{"status", answerJSON(410, jsonStatus(gone)), apierrors.IsResourceExpired, "too old"},
		{"status of failure with 200", answerJSON(200, jsonStatus(gone)), apierrors.IsResourceExpired, "too old"},
		{"no status", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); _, _ = w.Write([]byte("nginx")) },
			apierrors.IsNotFound, "the server could not find the requested resource (get pods a)"},
		{"busy", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, apierrors.IsTooManyRequests, ""},
		{"unknown type", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<html>"))
		}, func(err error) bool { return err != nil }, ""},
		{"empty body", func(w http.ResponseWriter, _ *http.Request) {}, func(err error) bool { return err != nil },
			"0-length response with status code: 200 and content type: "},
	} {
		client := newClient(t, c.answer)
		err := client.Get().Namespace("ns").Resource("pods").Name("a").Do(t.Context()).Into(&corev1.Pod{})
		if !c.is(err) || (c.text != "" && err.Error() != c.text) {
			t.Errorf("%s: %v, want %q", c.name, err, c.text)
		}
	}
}

// TestRetryAfter shows which answers are asked for again, and how often.
func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		name       string
		status     int
		retryAfter string
		failures   int
		max        int
		want       int
		ok         bool
	}{
		{"busy", 429, "0", 2, 10, 3, true},
		{"unavailable", 503, "0", 2, 10, 3, true},
		{"too often", 429, "0", 5, 2, 3, false},
		{"never", 429, "0", 5, 0, 1, false},
		{"without header", 429, "", 2, 10, 1, false},
		{"not found", 404, "0", 2, 10, 1, false},
	} {
		var asked atomic.Int32
		client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if string(body) != "x" {
				t.Errorf("%s: body %q in request %d", c.name, body, asked.Load()+1)
			}
			if asked.Add(1) <= int32(c.failures) {
				if c.retryAfter != "" {
					w.Header().Set("Retry-After", c.retryAfter)
				}
				w.WriteHeader(c.status)
			}
		})
		_, err := client.Put().AbsPath("x").Body([]byte("x")).MaxRetries(c.max).DoRaw(t.Context())
		if int(asked.Load()) != c.want || (err == nil) != c.ok {
			t.Errorf("%s: %d requests and %v, want %d", c.name, asked.Load(), err, c.want)
		}
	}
}

// TestLostConnection shows that only a GET is sent again when the connection breaks under it.
func TestLostConnection(t *testing.T) {
	for _, c := range []struct {
		verb string
		want int32
	}{{http.MethodGet, 2}, {http.MethodPost, 1}} {
		var asked atomic.Int32
		client := newClient(t, func(_ http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 1 {
				panic(http.ErrAbortHandler)
			}
		})
		_, err := client.Verb(c.verb).AbsPath("x").Body([]byte("x")).DoRaw(t.Context())
		if asked.Load() != c.want || (err == nil) != (c.want == 2) {
			t.Errorf("%s: %d requests and %v, want %d requests", c.verb, asked.Load(), err, c.want)
		}
	}
}

func TestContextAndTimeoutEndRequests(t *testing.T) {
	arrived := make(chan struct{}, 10)
	hang := func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-r.Context().Done()
	}
	client := newClient(t, hang)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if _, err := client.Get().AbsPath("x").DoRaw(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("DoRaw: %v, want canceled", err)
	}
	if _, err := client.Get().AbsPath("x").Timeout(10 * time.Millisecond).DoRaw(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("DoRaw: %v, want deadline exceeded", err)
	}
	// A wait for Retry-After is ended too.
	busy := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
	})
	if _, err := busy.Get().AbsPath("x").Timeout(10 * time.Millisecond).DoRaw(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("DoRaw: %v, want deadline exceeded", err)
	}
}

func TestRateLimiterIsAsked(t *testing.T) {
	client := newClient(t, func(http.ResponseWriter, *http.Request) {}, func(c *rest.Config) { c.QPS, c.Burst = 0.001, 1 })
	if client.GetRateLimiter() == nil {
		t.Fatal("no rate limiter")
	}
	_, first := client.Get().AbsPath("x").DoRaw(t.Context())
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, second := client.Get().AbsPath("x").DoRaw(ctx)
	_, free := client.Get().AbsPath("x").Throttle(nil).DoRaw(ctx)
	if first != nil || second == nil || free != nil {
		t.Errorf("first %v, second %v (want an error), without limiter %v", first, second, free)
	}
}

type warnings []string

func (w *warnings) HandleWarningHeader(code int, agent, text string) {
	*w = append(*w, fmt.Sprintf("%d %s %s", code, agent, text))
}

func TestWarnings(t *testing.T) {
	var got warnings
	client := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Warning", `299 - "old version"`)
		w.Header().Add("Warning", `not a warning`)
	}, func(c *rest.Config) { c.WarningHandler = &got })
	result := client.Get().AbsPath("x").Do(t.Context())
	if len(got) != 1 || got[0] != "299 - old version" || len(result.Warnings()) != 1 {
		t.Errorf("handled %q, returned %v", got, result.Warnings())
	}
	client.Get().AbsPath("x").WarningHandlerWithContext(rest.NoWarnings{}).Do(t.Context())
	if len(got) != 1 {
		t.Error("the request's own handler was not used")
	}
}

// TestTLS checks the server by its certificate.
func TestTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	for insecure, ok := range map[bool]bool{true: true, false: false} {
		config := &rest.Config{Host: server.URL, TLSClientConfig: rest.TLSClientConfig{Insecure: insecure}}
		client, err := rest.HTTPClientFor(config)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Get(server.URL)
		if (err == nil) != ok {
			t.Errorf("insecure %t: %v", insecure, err)
		}
		if err == nil {
			_ = resp.Body.Close()
		}
		client.CloseIdleConnections()
	}
}
