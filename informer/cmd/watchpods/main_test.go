package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"go.uber.org/goleak"

	"github.com/srcblog/srcblog/informer/internal/apitest"
)

var update = flag.Bool("update", false, "write testdata anew")

func TestMain(m *testing.M) {
	flag.Parse()
	utilruntime.ErrorHandlers = nil // one of them limits its rate by real time, for ever in a bubble whose clock stands still
	goleak.VerifyTestMain(m)
}

// TestStory compares what each hop told. Between hops only the order of one object's lines is fixed, as the hops run in
// goroutines of their own.
func TestStory(t *testing.T) {
	for name, args := range map[string][]string{"default": nil, "classic": {"-classic"}} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			synctest.Test(t, func(t *testing.T) {
				if err := run(t.Context(), args, &out); err != nil {
					t.Fatal(err)
				}
			})
			golden := "testdata/" + name + ".txt"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := byHop(out.String()), byHop(string(want)); !slices.Equal(got, want) {
				t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func byHop(output string) []string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	slices.SortStableFunc(lines, func(a, b string) int { return strings.Compare(a[:10], b[:10]) })
	return lines
}

// signalWriter closes seen when what was written contains want.
type signalWriter struct {
	lock sync.Mutex // guards all
	text strings.Builder
	want string
	seen chan struct{}
	done bool
}

func (w *signalWriter) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.text.Write(p)
	if !w.done && strings.Contains(w.text.String(), w.want) {
		w.done = true
		close(w.seen)
	}
	return len(p), nil
}

func TestServer(t *testing.T) {
	server := apitest.New(t, func() apitest.Object { return &v1.Pod{} }, func() runtime.Object { return &v1.PodList{} })
	server.Set(&v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}})
	out := &signalWriter{want: "OnAdd(shop/web@101), in the initial list", seen: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- run(ctx, []string{"-server", server.URL}, out) }()
	select {
	case <-out.seen:
	case <-time.After(30 * time.Second):
		t.Error("the handler was not told")
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestBadArguments(t *testing.T) {
	for want, args := range map[string][]string{
		"invalid boolean value": {"-classic=x"},
		"client for":            {"-server", "http://[", "-classic"},
	} {
		if err := run(t.Context(), args, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, nil, &bytes.Buffer{}); err != errStoryCut {
		t.Errorf("interrupted: %v", err)
	}
}
