package workqueue_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	clientqueue "k8s.io/client-go/util/workqueue"

	"github.com/srcblog/srcblog/informer/util/workqueue"
)

// TestTyped runs short scripts. "add a", "get" and "done a" are calls; after each step, what waits is written down as the
// number that Len returns, and what get returned.
func TestTyped(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"in order", "add a, add b, get, get", "1 2 a:1 b:0"},
		{"once, though added twice", "add a, add a, get, done a", "1 1 a:0 0"},
		{"again, if added while a worker has it", "add a, get, add a, add a, done a, get", "1 a:0 0 0 1 a:0"},
		{"again at the end of the queue", "add a, get, add a, add b, done a, get, get", "1 a:0 0 1 2 b:1 a:0"},
		{"not again, if added before a worker had it", "add a, add a, get, done a", "1 1 a:0 0"},
		{"as new after done", "add a, get, done a, add a, get", "1 a:0 0 1 a:0"},
		{"done when nobody has it", "done a, add a, done a, get", "0 1 1 a:0"},
		{"done twice", "add a, get, done a, add a, done a, get", "1 a:0 0 1 1 a:0"},
		{"no adds after shutdown", "add a, shutdown, add b, get, get", "1 1 1 a:0 end:0"},
		{"no dirt after shutdown", "add a, get, shutdown, add a, done a, get", "1 a:0 0 0 0 end:0"},
		{"dirt from before shutdown", "add a, get, add a, shutdown, get, done a, get", "1 a:0 0 0 end:0 1 a:0"},
		{"shutdown twice", "shutdown, shutdown, get", "0 0 end:0"},
		{"drain with nobody at work", "add a, drain, add b, get, get", "1 1 1 a:0 end:0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := runScript(workqueue.NewTyped[string](), c.script); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.script, got, c.want)
			}
			doneOfNobody := strings.HasPrefix(c.name, "done ")
			if got := runScript(clientqueue.NewTyped[string](), c.script); (got == c.want) == doneOfNobody {
				t.Errorf("%s\nclient-go %s\nours      %s", c.script, got, c.want)
			}
		})
	}
}

func runScript(q workqueue.TypedInterface[string], script string) string {
	var trace []string
	for step := range strings.SplitSeq(script, ", ") {
		call, item, _ := strings.Cut(step, " ")
		got := ""
		switch call {
		case "add":
			q.Add(item)
		case "done":
			q.Done(item)
		case "shutdown":
			q.ShutDown()
		case "drain":
			q.ShutDownWithDrain()
		case "get":
			item, shutdown := q.Get()
			if shutdown {
				item = "end"
			}
			got = item + ":"
		}
		trace = append(trace, fmt.Sprint(got, q.Len()))
	}
	return strings.Join(trace, " ")
}

func TestGetWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := workqueue.NewTyped[string]()
		got := make(chan string, 3)
		for range 3 {
			go func() {
				item, shutdown := q.Get()
				got <- fmt.Sprint(item, shutdown)
			}()
		}
		expect := func(want ...string) {
			t.Helper()
			synctest.Wait()
			var all []string
			for range len(got) {
				all = append(all, <-got)
			}
			slices.Sort(all)
			if !slices.Equal(all, want) {
				t.Errorf("got %q, want %q", all, want)
			}
		}
		expect()
		q.Add("a")
		expect("afalse")
		q.ShutDown()
		expect("true", "true")
	})
}

func TestShutDown(t *testing.T) {
	for _, c := range []struct {
		name    string
		release func(q *workqueue.Typed[string])
		waits   bool // after that
	}{
		{"nothing", func(*workqueue.Typed[string]) {}, true},
		{"done of one of two", func(q *workqueue.Typed[string]) { q.Done("a") }, true},
		{"done of both", func(q *workqueue.Typed[string]) { q.Done("a"); q.Done("b") }, false},
		{"shutdown", func(q *workqueue.Typed[string]) { q.ShutDown() }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := workqueue.NewTyped[string]()
				for _, item := range []string{"a", "b", "stays"} {
					q.Add(item)
				}
				q.Get()
				q.Get()
				if q.ShuttingDown() {
					t.Error("shutting down from the start")
				}
				drained := 0
				var lock sync.Mutex // guards drained
				for range 2 {
					go func() {
						q.ShutDownWithDrain()
						lock.Lock()
						defer lock.Unlock()
						drained++
					}()
				}
				synctest.Wait()
				if !q.ShuttingDown() || drained != 0 {
					t.Errorf("shutting down: %t; %d drains returned while workers have items", q.ShuttingDown(), drained)
				}
				c.release(q)
				synctest.Wait()
				if want := map[bool]int{true: 0, false: 2}[c.waits]; drained != want {
					t.Errorf("%d drains returned, want %d", drained, want)
				}
				if q.Len() != 1 {
					t.Errorf("Len() = %d: a drain is not to wait for, or to drop, what nobody took", q.Len())
				}
				q.ShutDown() // lets those go that still wait
			})
		})
	}
}

// client-go wakes only one of several drains. If that is ever mended, the comment of ShutDownWithDrain is out of date.
func TestClientGoWakesOneDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := clientqueue.NewTyped[string]()
		q.Add("a")
		q.Get()
		returned := make(chan struct{}, 2)
		for range 2 {
			go func() {
				q.ShutDownWithDrain()
				returned <- struct{}{}
			}()
		}
		synctest.Wait()
		q.Done("a")
		synctest.Wait()
		if len(returned) != 1 {
			t.Errorf("%d drains of client-go returned", len(returned))
		}
		q.ShutDown()
	})
}

// stack is a Queue that hands out the newest item first.
type stack struct {
	lock    sync.Mutex // guards the rest; the queue needs none, but tests look inside
	items   []string
	touched []string
}

func (s *stack) Touch(item string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.touched = append(s.touched, item)
}

func (s *stack) Push(item string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.items = append(s.items, item)
}

func (s *stack) Len() int {
	s.lock.Lock()
	defer s.lock.Unlock()
	return len(s.items)
}

func (s *stack) Pop() (item string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	item = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return item
}

// inside says which items wait and which were touched.
func (s *stack) inside() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return fmt.Sprintf("%v, touched %v", s.items, s.touched)
}

func TestConfiguredQueue(t *testing.T) {
	s := &stack{}
	q := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Queue: s})
	got := runScript(q, "add a, add b, add a, get, add b, add b, get, add c")
	if want := "1 2 2 b:1 1 1 a:0 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// While a worker has b, the queue must not be told of it: b is not in there.
	if got, want := s.inside(), "[c], touched [a]"; got != want {
		t.Errorf("inside %s, want %s", got, want)
	}
}

func TestDefaultQueue(t *testing.T) {
	q := workqueue.DefaultQueue[int]()
	next, end := 0, 0
	for _, burst := range []int{1, 1, 3, 1000, 2, 70, 0, 1} {
		for range burst {
			q.Push(end)
			q.Touch(end)
			end++
		}
		for range burst/2 + 1 { // some are left for the next round
			if q.Len() != end-next {
				t.Fatalf("Len() = %d, want %d", q.Len(), end-next)
			}
			if q.Len() == 0 {
				break
			}
			if got := q.Pop(); got != next {
				t.Fatalf("Pop() = %d, want %d", got, next)
			}
			next++
		}
	}
	for ; next < end; next++ {
		if got := q.Pop(); got != next {
			t.Fatalf("Pop() = %d, want %d", got, next)
		}
	}
}

// One item after the other allocates nothing.
func TestQueueReusesItsMemory(t *testing.T) {
	q := workqueue.NewTyped[int]()
	turn := func() {
		for i := range 10 {
			q.Add(i)
		}
		for range 10 {
			item, _ := q.Get()
			q.Done(item)
		}
	}
	turn()
	turn()
	if n := testing.AllocsPerRun(100, turn); n != 0 {
		t.Errorf("%v allocations a turn", n)
	}
}

// Workers that race each other never have the same item at once, and each change is seen by a Get after it.
func TestWorkersNeverShareAnItem(t *testing.T) {
	const items, changes = 5, 2000
	q := workqueue.NewTyped[int]()
	var lock sync.Mutex // guards all below
	var versions, seen, atWork [items]int
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for {
				item, shutdown := q.Get()
				if shutdown {
					return
				}
				lock.Lock()
				seen[item] = versions[item]
				atWork[item]++
				if atWork[item] > 1 {
					t.Errorf("%d workers have item %d", atWork[item], item)
				}
				lock.Unlock()
				runtime.Gosched()
				lock.Lock()
				atWork[item]--
				lock.Unlock()
				q.Done(item)
			}
		})
	}
	for i := range changes {
		lock.Lock()
		versions[i%items]++
		lock.Unlock()
		q.Add(i % items)
	}
	q.ShutDown()
	workers.Wait()
	if seen != versions {
		t.Errorf("last seen %v, last changes %v", seen, versions)
	}
}
