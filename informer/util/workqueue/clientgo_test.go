package workqueue_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
	clientqueue "k8s.io/client-go/util/workqueue"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// TestAgainstClientGo runs the same random scripts on our rate limiting queue and on client-go's, each in a bubble of its
// own. What each step did, Len, ShuttingDown, what Get returned and at which moment, when a drain returned, and all
// metrics must be the same.
//
// Left out, since ours differs on purpose: Done of an item that nobody has, two drains at once, and ShutDown to release a
// drain that came after a ShutDown. Left open: the order of items that are due at the same nanosecond; scripts let
// random time pass before each step, so that there are none.
func TestAgainstClientGo(t *testing.T) {
	const seeds = 2000
	var total coverage
	for seed := range uint64(seeds) {
		var ours, theirs *run
		synctest.Test(t, func(*testing.T) { ours = runRandomScript(seed, newOurs) })
		synctest.Test(t, func(*testing.T) { theirs = runRandomScript(seed, newTheirs) })
		for i, step := range theirs.trace {
			// As long as they do the same, their scripts are the same, and so are as long.
			if ours.trace[i] != step {
				t.Fatalf("seed %d, after\n%s\nours\n%s\nclient-go\n%s",
					seed, strings.Join(ours.trace[max(0, i-12):i], "\n"), ours.trace[i], step)
			}
		}
		total.add(ours.saw)
	}
	// A test that compares nothing finds no difference.
	if total.gets < 9*seeds || total.blockedGets < seeds || total.dirty < seeds || total.late < 3*seeds || total.drains < seeds/5 {
		t.Errorf("the scripts do too little: %+v", total)
	}
	t.Logf("%d scripts: %+v", seeds, total)
}

// coverage counts what happened.
type coverage struct{ gets, blockedGets, dirty, late, drains int }

func (c *coverage) add(d coverage) {
	c.gets += d.gets
	c.blockedGets += d.blockedGets
	c.dirty += d.dirty
	c.late += d.late
	c.drains += d.drains
}

// setup is what a script finds in place, chosen by its seed.
type setup struct {
	limiter int
	stack   *stack // a Queue other than the default, if not nil
	meters  *meters
}

// maker makes a queue; both implementations have the same methods, so one interface holds either.
type maker func(setup) workqueue.TypedRateLimitingInterface[string]

func newOurs(s setup) workqueue.TypedRateLimitingInterface[string] {
	exponential := workqueue.NewTypedItemExponentialFailureRateLimiter[string](3*time.Millisecond, time.Second)
	limiter := []workqueue.TypedRateLimiter[string]{
		exponential,
		workqueue.NewTypedItemFastSlowRateLimiter[string](time.Millisecond, 90*time.Millisecond, 2),
		workqueue.NewTypedMaxOfRateLimiter(exponential, &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(50, 2)}),
		workqueue.NewTypedWithMaxWaitRateLimiter(workqueue.DefaultTypedControllerRateLimiter[string](), 35*time.Millisecond),
	}[s.limiter]
	config := workqueue.TypedRateLimitingQueueConfig[string]{Name: "q", MetricsProvider: s.meters}
	if s.stack != nil {
		inner := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{
			Name: "inner", MetricsProvider: s.meters, Queue: s.stack,
		})
		config.DelayingQueue = workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{
			Name: "outer", MetricsProvider: s.meters, Queue: inner,
		})
	}
	return workqueue.NewTypedRateLimitingQueueWithConfig(limiter, config)
}

func newTheirs(s setup) workqueue.TypedRateLimitingInterface[string] {
	exponential := clientqueue.NewTypedItemExponentialFailureRateLimiter[string](3*time.Millisecond, time.Second)
	limiter := []clientqueue.TypedRateLimiter[string]{
		exponential,
		clientqueue.NewTypedItemFastSlowRateLimiter[string](time.Millisecond, 90*time.Millisecond, 2),
		clientqueue.NewTypedMaxOfRateLimiter(exponential, &clientqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(50, 2)}),
		clientqueue.NewTypedWithMaxWaitRateLimiter(clientqueue.DefaultTypedControllerRateLimiter[string](), 35*time.Millisecond),
	}[s.limiter]
	provider := clientMeters{s.meters}
	config := clientqueue.TypedRateLimitingQueueConfig[string]{Name: "q", MetricsProvider: provider}
	if s.stack != nil {
		inner := clientqueue.NewTypedWithConfig(clientqueue.TypedQueueConfig[string]{
			Name: "inner", MetricsProvider: provider, Queue: s.stack,
		})
		config.DelayingQueue = clientqueue.NewTypedDelayingQueueWithConfig(clientqueue.TypedDelayingQueueConfig[string]{
			Name: "outer", MetricsProvider: provider, Queue: inner,
		})
	}
	return clientqueue.NewTypedRateLimitingQueueWithConfig(limiter, config)
}

// run is a script being run. Its random choices depend on the seed and on what the queue did; as long as two queues do
// the same, their scripts are the same.
type run struct {
	setup
	random *rand.Rand
	queue  workqueue.TypedRateLimitingInterface[string]
	start  time.Time
	trace  []string

	lock    sync.Mutex // guards all below: blocked Gets and drains return when they want
	told    []string   // what they returned since the last step
	atWork  []string   // items that were got and are not done
	blocked int        // Gets that have not returned

	saw coverage
}

func runRandomScript(seed uint64, newQueue maker) *run {
	random := rand.New(rand.NewPCG(seed, 7))
	r := &run{setup: setup{limiter: random.IntN(4), meters: newMeters()}, random: random, start: time.Now()}
	if random.IntN(4) == 0 {
		r.stack = &stack{}
	}
	r.queue = newQueue(r.setup)
	for range 20 + random.IntN(40) {
		r.step(r.choose())
	}
	// How it ends.
	switch random.IntN(3) {
	case 0:
		r.step("shutdown")
	case 1:
		r.step("drain")
	case 2:
		r.step("drain")
		if random.IntN(2) == 0 {
			r.step("get")
		}
		r.step("shutdown")
	}
	for range random.IntN(12) {
		r.step(r.choose())
	}
	for range 50 { // enough for all items there are
		if len(r.atWork) == 0 && r.queue.Len() == 0 {
			break
		}
		if len(r.atWork) > 0 {
			r.step("done")
		} else {
			r.step("get")
		}
	}
	r.step("get")
	r.queue.ShutDown() // client-go's goroutine outlives a drain by up to ten seconds
	return r
}

func (r *run) choose() string {
	calls := []string{
		"add", "add", "add", "get", "get", "get", "done", "done", "done",
		"after", "after", "limited", "limited", "forget", "sleep", "sleep",
	}
	return calls[r.random.IntN(len(calls))]
}

// step makes a call and writes down all that came of it.
func (r *run) step(call string) {
	time.Sleep(time.Duration(1 + r.random.IntN(1e6)))
	synctest.Wait()
	item := string(rune('a' + r.random.IntN(6)))
	detail := r.call(call, item)
	synctest.Wait()

	r.lock.Lock()
	defer r.lock.Unlock()
	slices.Sort(r.told)
	state := fmt.Sprintf("len %d, shutting down %t, requeues %d; %s",
		r.queue.Len(), r.queue.ShuttingDown(), r.queue.NumRequeues(item), r.meters.read())
	if r.stack != nil {
		state += "; " + r.stack.inside()
	}
	r.trace = append(r.trace, fmt.Sprintf("%v %s %s -> %v; %s", time.Since(r.start), call, detail, r.told, state))
	r.told = nil
}

func (r *run) call(call, item string) (detail string) {
	switch call {
	case "add":
		if slices.Contains(r.atWork, item) {
			r.saw.dirty++
		}
		r.queue.Add(item)
	case "get":
		r.get()
		return ""
	case "done":
		if len(r.atWork) == 0 {
			return "of nothing"
		}
		i := r.random.IntN(len(r.atWork))
		item = r.atWork[i]
		r.atWork = slices.Delete(r.atWork, i, i+1)
		r.queue.Done(item)
	case "after":
		delay := time.Duration(r.random.IntN(60)-5) * time.Millisecond
		r.queue.AddAfter(item, delay)
		return fmt.Sprint(item, delay)
	case "limited":
		r.queue.AddRateLimited(item)
	case "forget":
		r.queue.Forget(item)
	case "sleep":
		before := r.queue.Len()
		time.Sleep(time.Duration(r.random.IntN(80)) * time.Millisecond)
		synctest.Wait()
		r.saw.late += max(0, r.queue.Len()-before)
	case "shutdown":
		r.queue.ShutDown()
	case "drain":
		r.drain()
	}
	return item
}

// get lets a goroutine call Get, which may block; no more than three at a time do.
func (r *run) get() {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.blocked == 3 {
		return
	}
	r.blocked++
	go func() {
		began := time.Now()
		item, shutdown := r.queue.Get()
		r.lock.Lock()
		defer r.lock.Unlock()
		r.blocked--
		r.told = append(r.told, fmt.Sprintf("%v got %q %t", time.Since(r.start), item, shutdown))
		if shutdown {
			return
		}
		r.atWork = append(r.atWork, item)
		slices.Sort(r.atWork) // several may return at once, in any order
		r.saw.gets++
		if time.Since(began) > 0 {
			r.saw.blockedGets++
			r.saw.late++
		}
	}()
}

func (r *run) drain() {
	began := time.Now()
	go func() {
		r.queue.ShutDownWithDrain()
		r.lock.Lock()
		defer r.lock.Unlock()
		r.told = append(r.told, fmt.Sprintf("%v drained", time.Since(r.start)))
		if time.Since(began) > 0 {
			r.saw.drains++
		}
	}()
}
