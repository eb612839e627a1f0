// Command watchpods shows every hop of an event on its way from the API server to a handler.
//
//	go run ./informer/cmd/watchpods                # a built-in source plays a short story
//	go run ./informer/cmd/watchpods -queue real    # the same on RealFIFO
//	go run ./informer/cmd/watchpods -server http://127.0.0.1:8001 -namespace default
//
// The last form watches the pods of a real cluster, through "kubectl proxy" for example, until it is interrupted.
//
// Nothing in the informer knows that it is being watched. trace.go stands at its seams: it is the ListerWatcher that the
// Reflector asks, the Queue that it writes to, an index function of the indexer, and the handler.
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
	queue := flags.String("queue", "delta", "`kind` of the queue: delta or real")
	if err := flags.Parse(args); err != nil {
		return err
	}
	newQueue, known := map[string]cache.QueueFactory{"delta": cache.NewDeltaFIFOQueue, "real": cache.NewRealFIFOQueue}[*queue]
	if !known {
		return fmt.Errorf("no queue %q (delta or real)", *queue)
	}
	trace := &tracer{out: out}
	if *server == "" {
		return tell(ctx, trace, newQueue)
	}
	client, err := kubernetes.NewForConfig(&rest.Config{Host: *server})
	if err != nil {
		return fmt.Errorf("client for %s: %w", *server, err)
	}
	pods := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", *namespace, fields.Everything())
	return follow(ctx, trace, pods, newQueue, func() {})
}

// follow runs an informer with the tracer at all of its seams, until ctx ends. After each call of the handler it calls told.
func follow(ctx context.Context, trace *tracer, pods cache.ListerWatcher, newQueue cache.QueueFactory, told func()) error {
	informer := cache.NewSharedIndexInformerWithOptions(trace.source(pods), &v1.Pod{}, cache.SharedIndexInformerOptions{
		NewQueue: trace.queue(newQueue),
		Indexers: cache.Indexers{"traced": trace.index()},
	})
	if _, err := informer.AddEventHandler(trace.handler(told)); err != nil {
		return err
	}
	informer.RunWithContext(ctx)
	return nil
}
