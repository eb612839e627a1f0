// Command watchpods shows the hops of an event on its way from the API server to a handler.
//
//	go run ./informer/cmd/watchpods             # a built-in source plays a short story
//	go run ./informer/cmd/watchpods -classic    # the same as it was before v0.33: DeltaFIFO, list then watch
//	go run ./informer/cmd/watchpods -server http://127.0.0.1:8001 -namespace default
//
// What the first two print is recorded in testdata, and a test keeps the records true.
//
// The last form watches the pods of a real cluster, through "kubectl proxy" for example, until it is interrupted.
//
// Nothing in the informer knows that it is being watched. trace.go stands at its seams: it is the ListerWatcher that the
// Reflector asks, the Queue that it writes to, an index function of the indexer, and the handler.
//
// But a Queue that is wrapped is no more than a Queue: the optional methods of the RealFIFO inside are not found. So here
// the controller pops deltas one by one and never a batch, bookmarks stop at the Reflector, and a relist does not take
// the objects that the cache has already. None of that changes what a handler is told.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/klog/v2"

	"github.com/srcblog/srcblog/informer/kubernetes"
	"github.com/srcblog/srcblog/informer/rest"
	"github.com/srcblog/srcblog/informer/tools/cache"
)

func main() {
	klog.LogToStderr(false) // the Reflector's warnings of cut watches would stand between the hops
	klog.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "watchpods:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("watchpods", flag.ContinueOnError)
	server := flags.String("server", "", "`URL` of an API server; without it a story is played")
	namespace := flags.String("namespace", v1.NamespaceAll, "`name` of the only namespace to watch on the server")
	classic := flags.Bool("classic", false, "with DeltaFIFO in place of RealFIFO, and a list in place of a streamed one")
	if err := flags.Parse(args); err != nil {
		return err
	}
	newQueue, initialSync := cache.NewRealFIFOQueue, cache.InitialSyncWatchList
	if *classic {
		newQueue, initialSync = cache.NewDeltaFIFOQueue, cache.InitialSyncList
	}
	trace := &tracer{out: out}
	options := cache.SharedIndexInformerOptions{
		NewQueue: trace.queue(newQueue), InitialSync: initialSync,
		Indexers: cache.Indexers{"traced": trace.index()},
	}
	if *server == "" {
		return tell(ctx, trace, options)
	}
	client, err := kubernetes.NewForConfig(&rest.Config{Host: *server})
	if err != nil {
		return fmt.Errorf("client for %s: %w", *server, err)
	}
	pods := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", *namespace, fields.Everything())
	return follow(ctx, trace, pods, options, func() {})
}

// follow runs an informer with the tracer at all of its seams, until ctx ends. After each call of the handler it calls told.
func follow(ctx context.Context, trace *tracer, pods cache.ListerWatcher, options cache.SharedIndexInformerOptions,
	told func()) error {
	informer := cache.NewSharedIndexInformerWithOptions(trace.source(pods), &v1.Pod{}, options)
	if _, err := informer.AddEventHandler(trace.handler(told)); err != nil {
		return err
	}
	informer.RunWithContext(ctx)
	return nil
}
