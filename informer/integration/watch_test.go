package integration

import (
	"context"
	"strconv"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// The default, a streamed list, is one watch: it begins with what exists and goes on with what changes. There is no list request.
func TestWatchListStreams(t *testing.T) {
	ctx := testContext(t)
	server := startCluster(t).startServer(t, "server")
	writer, reader := server.client(t), server.client(t)
	namespace := writer.newNamespace(ctx, t)
	writer.createPods(ctx, t, namespace, 0, 100)

	f := reader.follow(t, namespace, cache.SharedIndexInformerOptions{}, nil)
	f.awaitSynced(ctx, t)
	f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))
	if len(f.initial) != 100 {
		t.Errorf("%d pods are told as in the initial list, want 100", len(f.initial))
	}
	if err := writer.setLabel(ctx, namespace, podName(1), "step", "1"); err != nil {
		t.Fatal(err)
	}
	if err := writer.deletePod(ctx, namespace, podName(2)); err != nil {
		t.Fatal(err)
	}
	f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, namespace, metav1.ListOptions{}).Items))

	watches := reader.wire.watches()
	if lists := reader.wire.lists(); len(lists) != 0 || len(watches) != 1 {
		t.Fatalf("lists %v, watches %v; want one watch alone", lists, watches)
	}
	for name, want := range map[string]string{
		"sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan", "allowWatchBookmarks": "true",
	} {
		if got := watches[0].Get(name); got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
}

// The stream as it comes: an event for each pod, then the bookmark that says so.
func TestInitialEventsEndWithABookmark(t *testing.T) {
	ctx := testContext(t)
	c := startCluster(t).startServer(t, "server").client(t)
	namespace := c.newNamespace(ctx, t)
	c.createPods(ctx, t, namespace, 0, 3)

	sendInitialEvents := true
	stream := c.watch(ctx, t, namespace, metav1.ListOptions{
		SendInitialEvents: &sendInitialEvents, AllowWatchBookmarks: true,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	})
	for range 3 {
		if event := next(ctx, t, stream); event.Type != watch.Added {
			t.Fatalf("got %v, want an ADDED", event)
		}
	}
	end := next(ctx, t, stream)
	if end.Type != watch.Bookmark ||
		end.Object.(metav1.Object).GetAnnotations()[metav1.InitialEventsAnnotationKey] != "true" {
		t.Errorf("after the initial events came %v", end)
	}
}

// A watch that is about to end says by a bookmark how far it was, though nothing happened in its namespace. Servers
// promise none, so the test gives them several chances.
func TestBookmark(t *testing.T) {
	ctx := testContext(t)
	c := startCluster(t).startServer(t, "server").client(t)
	quiet, other := c.newNamespace(ctx, t), c.newNamespace(ctx, t)
	start := c.freshPods(ctx, t, quiet, metav1.ListOptions{}).ResourceVersion

	seconds := int64(6) // the server sends a bookmark two seconds before the end, if it can
	for try := range 10 {
		stream := c.watch(ctx, t, quiet, metav1.ListOptions{
			ResourceVersion: start, AllowWatchBookmarks: true, TimeoutSeconds: &seconds,
		})
		elsewhere := c.createPod(ctx, t, other, podName(try))
		event, open := <-stream.ResultChan()
		if !open {
			t.Logf("watch %d ended without a bookmark", try)
			continue
		}
		if event.Type != watch.Bookmark {
			t.Fatalf("got %v, want a bookmark", event)
		}
		got := event.Object.(metav1.Object).GetResourceVersion()
		if number(t, got) < number(t, elsewhere.ResourceVersion) {
			t.Errorf("the bookmark is at %s, before the change at %s", got, elsewhere.ResourceVersion)
		}
		return
	}
	t.Error("no bookmark")
}

// Watches end all the time. An informer opens the next one where a bookmark said the last one was, and lists no more.
func TestWatchesEndAndGoOnFromTheBookmark(t *testing.T) {
	eachWay(t, func(t *testing.T, way cache.SharedIndexInformerOptions) {
		ctx := testContext(t)
		server := startCluster(t).startServer(t, "server")
		writer, reader := server.client(t), server.client(t)
		quiet, other := writer.newNamespace(ctx, t), writer.newNamespace(ctx, t)
		writer.createPod(ctx, t, quiet, "first")

		seconds := int64(6)
		f := reader.follow(t, quiet, way, func(options *metav1.ListOptions) { options.TimeoutSeconds = &seconds })
		f.awaitSynced(ctx, t)
		elsewhere := writer.createPod(ctx, t, other, "elsewhere")
		reader.wire.await(ctx, t, "a watch from the bookmark on", func() bool {
			watches := reader.wire.watches()
			at := watches[len(watches)-1].Get("resourceVersion") // "" for a streamed list
			return at != "" && number(t, at) >= number(t, elsewhere.ResourceVersion)
		})
		writer.createPod(ctx, t, quiet, "second")
		f.converges(ctx, t, statesOf(writer.freshPods(ctx, t, quiet, metav1.ListOptions{}).Items))
		if n := reader.wire.collections(); n != 1 {
			t.Errorf("the collection was asked for %d times, want once", n)
		}
	})
}

// A server that was started after a resource version can't tell what happened since. It opens the watch all the same,
// and says so by an event: a client that looks at the HTTP status only would wait for ever.
func TestTooOldWatchIsRefusedInStream(t *testing.T) {
	ctx := testContext(t)
	server := startCluster(t).startServer(t, "server")
	c := server.client(t)
	namespace := c.newNamespace(ctx, t)
	old := c.createPod(ctx, t, namespace, "first").ResourceVersion
	c.createPod(ctx, t, namespace, "second")

	// While it runs it remembers.
	if event := next(ctx, t, c.watch(ctx, t, namespace, metav1.ListOptions{ResourceVersion: old})); event.Type != watch.Added {
		t.Errorf("got %v, want the second pod", event)
	}
	server.process.kill()
	server.start(t)
	event := next(ctx, t, c.watch(ctx, t, namespace, metav1.ListOptions{ResourceVersion: old}))
	if err := apierrors.FromObject(event.Object); event.Type != watch.Error || !apierrors.IsResourceExpired(err) {
		t.Errorf("got %s: %v, want an ERROR that says expired", event.Type, err)
	}
}

// watch opens a watch that the end of the test stops.
func (c *client) watch(ctx context.Context, t *testing.T, namespace string, options metav1.ListOptions) watch.Interface {
	t.Helper()
	stream, err := c.CoreV1().Pods(namespace).Watch(ctx, options)
	if err != nil {
		t.Fatalf("watch: %v", err)
	}
	t.Cleanup(stream.Stop)
	return stream
}

func next(ctx context.Context, t *testing.T, stream watch.Interface) watch.Event {
	t.Helper()
	select {
	case event, open := <-stream.ResultChan():
		if !open {
			t.Fatal("the watch ended")
		}
		return event
	case <-ctx.Done():
		t.Fatalf("waiting for an event: %v", ctx.Err())
	}
	return watch.Event{}
}

// number reads a resource version. The order of resource versions is part of the API since v1.35.
func number(t *testing.T, resourceVersion string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(resourceVersion, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
