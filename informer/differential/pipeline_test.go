package differential

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	clientcache "k8s.io/client-go/tools/cache"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// TestPipeline compares Reflector and queue, ours with client-go's, where the consumer pops only when the script says
// so: all that can meet in a queue meets there. Nothing is left to chance, so everything must be equal, times included.
func TestPipeline(t *testing.T) {
	forEachSeed(t, 1000, "pops", func(seed uint64) (script, func(*testing.T, script) string) {
		random := rand.New(rand.NewPCG(seed, 1))
		options := drawPipeline(random)
		s := options.generator(random).script(6 + random.IntN(10))
		return s, func(t *testing.T, s script) string { return runPipelines(t, options, s) }
	})
}

// pipelineOptions are what differs from seed to seed beside the script.
type pipelineOptions struct {
	queue     string // "delta", "delta-known", "real", "real-batch", "atomic"
	streaming bool
	replaced  bool // a DeltaFIFO tells Replaced from Sync
	transform bool
	pageSize  int
	limit     int64
	resync    time.Duration
	patience  time.Duration // with internal errors
}

func drawPipeline(random *rand.Rand) pipelineOptions {
	return pipelineOptions{
		queue:     []string{"delta", "delta-known", "delta-known", "real", "real-batch", "atomic"}[random.IntN(6)],
		streaming: random.IntN(2) == 0,
		replaced:  random.IntN(3) > 0,
		transform: random.IntN(3) == 0,
		pageSize:  []int{0, 1, 2, 3}[random.IntN(4)],
		limit:     []int64{0, 0, 2}[random.IntN(3)],
		resync:    []time.Duration{0, 0, 10 * time.Second, time.Minute}[random.IntN(4)],
		patience:  []time.Duration{0, 0, 30 * time.Second}[random.IntN(3)],
	}
}

func (o pipelineOptions) generator(random *rand.Rand) *generator {
	return &generator{
		random: random,
		weights: map[opKind]int{
			opSet: 40, opRemove: 14, opPop: 50, opBookmark: 4, opForeign: 2, opClose: 5, opBreak: 5, opForget: 5,
			opFailList: 3, opFailWatch: 4, opCut: 3, opDown: 1, opUp: 3,
		},
		wait: func() time.Duration {
			return []time.Duration{0, time.Second / 2, 3 * time.Second, 20 * time.Second, 3 * time.Minute}[random.IntN(5)]
		},
	}
}

// pipeline is one side: a server, a Reflector, a queue and its consumer.
type pipeline struct {
	server  *server
	store   known
	reflect func(context.Context)
	version func() string
	pop     func() error
	synced  func() bool
	close   func()

	tokens chan struct{}

	lock   sync.Mutex // guards the logs
	pops   []string   // since they were compared last
	passed []string   // what went from the Reflector into the queue beside changes, as long
}

// runPipelines runs a script on both sides and returns the first difference, or what is wrong with both.
func runPipelines(t *testing.T, options pipelineOptions, s script) (difference string) {
	if len(s) == 0 {
		return ""
	}
	synctest.Test(t, func(*testing.T) {
		ours, theirs := newOurPipeline(options), newTheirPipeline(options)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		for i := 0; i < len(s) && difference == ""; i++ {
			changes, pops := s[i].split()
			for _, p := range []*pipeline{ours, theirs} {
				p.server.apply(changes)
				if i == 0 { // the first step is what they find
					go func() { p.reflect(ctx); ended <- struct{}{} }()
					go func() { p.consume(); ended <- struct{}{} }()
				}
			}
			time.Sleep(1000 * moment) // until the queues have it all
			for _, p := range []*pipeline{ours, theirs} {
				p.allow(len(pops))
			}
			time.Sleep(s[i].wait + moment)
			synctest.Wait()
			if difference = comparePipelines(ours, theirs); difference != "" {
				difference = fmt.Sprintf("step %d: %s", i, difference)
			}
		}
		if difference == "" {
			difference = settlePipelines(options, ours, theirs)
		}
		cancel()
		for _, p := range []*pipeline{ours, theirs} {
			p.close()
			p.allow(1000)
		}
		for range 4 {
			<-ended
		}
		if difference == "" {
			difference = comparePipelines(ours, theirs)
		}
	})
	return difference
}

// settlePipelines lets all waits end and everything be popped. Then each consumer must have the server's state, except
// behind a DeltaFIFO that does not know the consumer's store: that one drops deletions.
func settlePipelines(options pipelineOptions, ours, theirs *pipeline) string {
	for _, p := range []*pipeline{ours, theirs} {
		p.server.apply([]op{{kind: opUp}})
		p.allow(1000)
	}
	time.Sleep(20 * time.Minute)
	synctest.Wait()
	if difference := comparePipelines(ours, theirs); difference != "" {
		return "at the end: " + difference
	}
	if want, got := ours.server.state(), ours.store.versions(); options.queue != "delta" && !maps.Equal(want, got) {
		return fmt.Sprintf("both consumers have %v, the server %v", got, want)
	}
	if !ours.synced() {
		return "both have not synced"
	}
	return ""
}

func comparePipelines(ours, theirs *pipeline) string {
	for _, c := range []struct {
		what         string
		ours, theirs []string
	}{
		{"requests", ours.server.takeRequests(), theirs.server.takeRequests()},
		{"pops", ours.take(&ours.pops), theirs.take(&theirs.pops)},
		{"words of the Reflector to the queue beside changes", ours.take(&ours.passed), theirs.take(&theirs.passed)},
		{"version and sync signal", []string{fmt.Sprint(ours.version(), ours.synced())},
			[]string{fmt.Sprint(theirs.version(), theirs.synced())}},
	} {
		if difference := unequal(c.what, c.ours, c.theirs); difference != "" {
			return difference
		}
	}
	return ""
}

func (p *pipeline) write(log *[]string, format string, args ...any) {
	p.lock.Lock()
	defer p.lock.Unlock()
	*log = append(*log, fmt.Sprintf(format, args...))
}

func (p *pipeline) take(log *[]string) []string {
	p.lock.Lock()
	defer p.lock.Unlock()
	taken := *log
	*log = nil
	return taken
}

func (p *pipeline) allow(n int) {
	for range n {
		p.tokens <- struct{}{}
	}
}

func (p *pipeline) consume() {
	for range p.tokens {
		if err := p.pop(); err != nil {
			p.write(&p.pops, "%v", err)
			return
		}
	}
}

// process is what the consumer does with what it popped.
func (p *pipeline) process(deltas []delta, initial bool) {
	var words []string
	for _, d := range deltas {
		words = append(words, d.String())
		p.store.apply(d)
	}
	p.write(&p.pops, "%s, initial=%t", strings.Join(words, ", "), initial)
}

func newPipeline(o pipelineOptions) *pipeline {
	return &pipeline{server: newServer(o.streaming, o.pageSize), store: known{}, tokens: make(chan struct{}, 1_000_000)}
}

// evenBackoff is the Reflector's own without its chance.
func evenBackoff() *wait.Backoff {
	return &wait.Backoff{Duration: time.Second, Cap: 30 * time.Second, Factor: 2, Steps: math.MaxInt32}
}

// mark is a transformer that shows how often it saw an object.
func mark(obj any) (any, error) {
	pod := obj.(*v1.Pod).DeepCopy()
	metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "marks", pod.Annotations["marks"]+"x")
	return pod, nil
}

func newOurPipeline(o pipelineOptions) *pipeline {
	p := newPipeline(o)
	var transform cache.TransformFunc
	if o.transform {
		transform = mark
	}
	single := func(obj any, initial bool) error { p.process(ourDeltas(obj.(cache.Deltas)), initial); return nil }
	batch := func(deltas []cache.Delta, initial bool) error { p.process(ourDeltas(deltas), initial); return nil }
	var queue cache.Queue
	switch {
	case o.queue == "atomic":
		queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{
			Transformer: transform, AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true,
		})
	case strings.HasPrefix(o.queue, "real"):
		queue = cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: p.store, Transformer: transform})
	default:
		options := cache.DeltaFIFOOptions{EmitDeltaTypeReplaced: o.replaced, Transformer: transform}
		if o.queue == "delta-known" {
			options.KnownObjects = p.store
		}
		queue = cache.NewDeltaFIFOWithOptions(options)
	}
	p.pop = func() error { _, err := queue.Pop(single); return err }
	if o.queue == "real-batch" || o.queue == "atomic" {
		p.pop = func() error { return queue.(cache.QueueWithBatch).PopBatch(batch, single) }
	}
	p.synced, p.close = queue.HasSynced, queue.Close
	reflector := cache.NewReflectorWithOptions(p.server, &v1.Pod{}, ourPaced{paced{queue, p}}, cache.ReflectorOptions{
		Name: "r", ResyncPeriod: o.resync, Backoff: evenBackoff(), InitialSync: cache.InitialSyncWatchList,
	})
	reflector.WatchListPageSize, reflector.MaxInternalErrorRetryDuration = o.limit, o.patience
	p.reflect, p.version = reflector.RunWithContext, reflector.LastSyncResourceVersion
	return p
}

func newTheirPipeline(o pipelineOptions) *pipeline {
	p := newPipeline(o)
	var transform clientcache.TransformFunc
	if o.transform {
		transform = mark
	}
	single := func(obj any, initial bool) error {
		p.process(theirDeltas(obj.(clientcache.Deltas)), initial)
		return nil
	}
	batch := func(deltas []clientcache.Delta, initial bool) error {
		p.process(theirDeltas(deltas), initial)
		return nil
	}
	var queue clientcache.Queue
	switch {
	case o.queue == "atomic":
		queue = clientcache.NewRealFIFOWithOptions(clientcache.RealFIFOOptions{
			Transformer: transform, AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true,
		})
	case strings.HasPrefix(o.queue, "real"):
		queue = clientcache.NewRealFIFOWithOptions(clientcache.RealFIFOOptions{KnownObjects: p.store, Transformer: transform})
	default:
		options := clientcache.DeltaFIFOOptions{EmitDeltaTypeReplaced: o.replaced, Transformer: transform}
		if o.queue == "delta-known" {
			options.KnownObjects = p.store
		}
		queue = clientcache.NewDeltaFIFOWithOptions(options)
	}
	p.pop = func() error { _, err := queue.Pop(single); return err }
	if o.queue == "real-batch" || o.queue == "atomic" {
		p.pop = func() error { return queue.(clientcache.QueueWithBatch).PopBatch(batch, single) }
	}
	p.synced, p.close = queue.HasSynced, queue.Close
	reflector := clientcache.NewReflectorWithOptions(p.server, &v1.Pod{}, theirPaced{paced{queue, p}},
		clientcache.ReflectorOptions{Name: "r", ResyncPeriod: o.resync, Backoff: evenBackoff()})
	reflector.WatchListPageSize, reflector.MaxInternalErrorRetryDuration = o.limit, o.patience
	p.reflect, p.version = reflector.RunWithContext, reflector.LastSyncResourceVersion
	return p
}

// paced stands between Reflector and queue and lets a moment pass after each write. In a bubble time passes only when
// all goroutines wait, so a consumer that waits in Pop takes what was written before more can come: how changes are
// gathered is the script's choice, never the scheduler's.
type paced struct {
	queue    clientcache.ReflectorStore // ours has the same methods
	pipeline *pipeline
}

const moment = time.Nanosecond

func (p paced) Add(obj any) error    { defer time.Sleep(moment); return p.queue.Add(obj) }
func (p paced) Update(obj any) error { defer time.Sleep(moment); return p.queue.Update(obj) }
func (p paced) Delete(obj any) error { defer time.Sleep(moment); return p.queue.Delete(obj) }
func (p paced) Resync() error        { defer time.Sleep(moment); return p.queue.Resync() }

func (p paced) Replace(list []any, version string) error {
	defer time.Sleep(moment)
	// A streamed list comes in the order of a map.
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(keyOf(a), keyOf(b)) })
	p.pipeline.write(&p.pipeline.passed, "%d objects at %s", len(list), version)
	return p.queue.Replace(list, version)
}

func (p paced) Bookmark(version string) error {
	defer time.Sleep(moment)
	p.pipeline.write(&p.pipeline.passed, "bookmark %s", version)
	if interested, ok := p.queue.(interface{ Bookmark(string) error }); ok {
		return interested.Bookmark(version)
	}
	return nil
}

func (p paced) UpdateResourceVersion(version string) {
	p.pipeline.write(&p.pipeline.passed, "version %s", version)
}

// The two sides have transformers of types of their own.
type (
	ourPaced   struct{ paced }
	theirPaced struct{ paced }
)

func (p ourPaced) Transformer() cache.TransformFunc {
	return p.queue.(interface{ Transformer() cache.TransformFunc }).Transformer()
}

func (p theirPaced) Transformer() clientcache.TransformFunc {
	return p.queue.(interface {
		Transformer() clientcache.TransformFunc
	}).Transformer()
}
