package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	clientrest "k8s.io/client-go/rest"
)

// permits counts how often it was asked. It serves client-go too, whose interface has the same methods.
type permits struct{ taken int }

func (p *permits) TryAccept() bool { p.taken++; return true }
func (p *permits) Accept()         { p.taken++ }
func (p *permits) Stop()           {}
func (p *permits) QPS() float32    { return 1 }
func (p *permits) Wait(context.Context) error {
	p.taken++
	return nil
}

// TestPermitsAsClientGo sends the same requests by both to a server that is too busy for the first few.
func TestPermitsAsClientGo(t *testing.T) {
	for _, c := range []struct {
		name    string
		refused int
		watch   bool
		want    int
	}{
		{"get", 0, false, 1},
		{"get, sent three times", 2, false, 3},
		{"watch", 0, true, 0},
		{"watch, sent three times", 2, true, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if asked.Add(1)%int32(c.refused+1) != 0 {
					w.Header().Set("Retry-After", "0")
					w.WriteHeader(http.StatusTooManyRequests)
				}
			}))
			defer server.Close()

			var ours permits
			request := newClient(t, server.Config.Handler.ServeHTTP).Get().AbsPath("x").Throttle(&ours)
			if c.watch {
				w, err := request.Watch(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				w.Stop()
			} else if _, err := request.DoRaw(t.Context()); err != nil {
				t.Fatal(err)
			}

			var theirs permits
			config := &clientrest.Config{Host: server.URL, APIPath: "/api", QPS: -1, Transport: &http.Transport{DisableKeepAlives: true}}
			config.GroupVersion, config.NegotiatedSerializer = &corev1.SchemeGroupVersion, clientscheme.Codecs.WithoutConversion()
			client, err := clientrest.RESTClientFor(config)
			if err != nil {
				t.Fatal(err)
			}
			clientRequest := client.Get().AbsPath("x").Throttle(&theirs)
			if c.watch {
				w, err := clientRequest.Watch(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				w.Stop()
			} else if _, err := clientRequest.DoRaw(t.Context()); err != nil {
				t.Fatal(err)
			}
			if ours.taken != c.want || theirs.taken != c.want {
				t.Errorf("%d permits, client-go %d, want %d", ours.taken, theirs.taken, c.want)
			}
			if n := int(asked.Load()); n != 2*(c.refused+1) {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// patience remembers whether a request that waits for its permit can run out of time.
type patience struct {
	permits
	limited bool
}

func (p *patience) Wait(ctx context.Context) error {
	_, p.limited = ctx.Deadline()
	return nil
}

// The wait for a permit does not count against the timeout of the request.
func TestTimeoutBeginsAfterThePermit(t *testing.T) {
	client := newClient(t, func(http.ResponseWriter, *http.Request) {})
	limiter := patience{limited: true}
	if _, err := client.Get().AbsPath("x").Throttle(&limiter).Timeout(time.Hour).DoRaw(t.Context()); err != nil || limiter.limited {
		t.Errorf("%v; waited for the permit with the timeout running: %t", err, limiter.limited)
	}
}
