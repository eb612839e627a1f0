package cache

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	clientcache "k8s.io/client-go/tools/cache"
)

// TestRealFIFOAgainstClientGo makes the same random calls to our queue and to client-go's, with one popped by Pop or by
// PopBatch in turn. Each result, each pop, and when they sync, must be the same, order included.
func TestRealFIFOAgainstClientGo(t *testing.T) {
	for seed := range seeds(500) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 5))
			pair := newRealFIFOPair(t, seed%2 == 0)
			for step := range 80 {
				did := pair.step(random, step)
				if pair.ours.HasSynced() != pair.theirs.HasSynced() {
					t.Fatalf("seed %d step %d: after %s synced %v, client-go %v",
						seed, step, did, pair.ours.HasSynced(), pair.theirs.HasSynced())
				}
				if ours, theirs := pair.ourLog, pair.theirLog; !slices.Equal(ours, theirs) {
					t.Fatalf("seed %d step %d: %s\n%q, client-go\n%q", seed, step, did, ours, theirs)
				}
			}
		})
	}
}

// realFIFOPair is the two queues, each with a consumer's store behind it, and what their calls returned and popped.
type realFIFOPair struct {
	t                    *testing.T
	ours                 *RealFIFO
	theirs               *clientcache.RealFIFO
	ourStore, theirStore known
	ourLog, theirLog     []string
}

func newRealFIFOPair(t *testing.T, transform bool) *realFIFOPair {
	p := &realFIFOPair{t: t, ourStore: known{}, theirStore: known{}}
	for _, key := range []string{"a", "b"} { // so that a resync can come before the first list
		pod := newPod(key, "before")
		p.ourStore[key], p.theirStore[key] = pod, pod
	}
	mark := func(obj any) (any, error) {
		pod := obj.(*v1.Pod).DeepCopy()
		pod.ResourceVersion += "t"
		return pod, nil
	}
	ourOpts := RealFIFOOptions{KnownObjects: p.ourStore}
	theirOpts := clientcache.RealFIFOOptions{KnownObjects: p.theirStore}
	if transform {
		ourOpts.Transformer, theirOpts.Transformer = mark, mark
	}
	p.ours, p.theirs = NewRealFIFOWithOptions(ourOpts), clientcache.NewRealFIFOWithOptions(theirOpts)
	return p
}

func (p *realFIFOPair) step(random *rand.Rand, step int) (did string) {
	version := strconv.Itoa(step)
	pod := newPod(string(rune('a'+random.IntN(6))), version)
	var ourErr, theirErr error
	switch random.IntN(11) {
	case 0:
		did, ourErr, theirErr = "add", p.ours.Add(pod), p.theirs.Add(pod)
	case 1, 2, 3:
		did, ourErr, theirErr = "update", p.ours.Update(pod), p.theirs.Update(pod)
	case 4:
		did, ourErr, theirErr = "delete", p.ours.Delete(pod), p.theirs.Delete(pod)
	case 5:
		did = "tombstone"
		ourErr = p.ours.Delete(DeletedFinalStateUnknown{Key: pod.Name, Obj: pod})
		theirErr = p.theirs.Delete(clientcache.DeletedFinalStateUnknown{Key: pod.Name, Obj: pod})
	case 6:
		list := []any{}
		for range random.IntN(6) { // some are there twice
			list = append(list, newPod(string(rune('a'+random.IntN(6))), version))
		}
		if random.IntN(8) == 0 {
			list = append(list, "no key")
		}
		did, ourErr, theirErr = "replace", p.ours.Replace(slices.Clone(list), version), p.theirs.Replace(list, version)
	case 7:
		did, ourErr, theirErr = "resync", p.ours.Resync(), p.theirs.Resync()
	case 8:
		did, ourErr, theirErr = "without a key", p.ours.Update("x"), p.theirs.Update("x")
	default:
		if p.ours.queue.len() == 0 {
			return "nothing"
		}
		did, ourErr, theirErr = p.pop(random.IntN(2) == 0)
	}
	p.ourLog = append(p.ourLog, fmt.Sprint(did, ourErr))
	p.theirLog = append(p.theirLog, fmt.Sprint(did, theirErr))
	return did
}

func (p *realFIFOPair) pop(batch bool) (did string, ourErr, theirErr error) {
	our := func(kind string, deltas []Delta, initial bool) error {
		p.ourLog = append(p.ourLog, fmt.Sprint(kind, describe(deltas), initial))
		remember(p.ourStore, deltas)
		return nil
	}
	their := func(kind string, deltas []clientcache.Delta, initial bool) error {
		converted := fromClientGo(deltas)
		p.theirLog = append(p.theirLog, fmt.Sprint(kind, describe(converted), initial))
		remember(p.theirStore, converted)
		return nil
	}
	ourSingle := func(obj any, initial bool) error { return our("single", obj.(Deltas), initial) }
	theirSingle := func(obj any, initial bool) error { return their("single", obj.(clientcache.Deltas), initial) }
	if batch {
		ourErr = p.ours.PopBatch(func(d []Delta, initial bool) error { return our("batch", d, initial) }, ourSingle)
		theirErr = p.theirs.PopBatch(
			func(d []clientcache.Delta, initial bool) error { return their("batch", d, initial) }, theirSingle)
		return "pop batch", ourErr, theirErr
	}
	_, ourErr = p.ours.Pop(ourSingle)
	_, theirErr = p.theirs.Pop(theirSingle)
	return "pop", ourErr, theirErr
}

// TestInformerOnRealFIFOAgainstClientGo lets two informers on the same kind of queue follow one source that changes many
// times between two points of rest. Each handler must be told the same history of each object.
func TestInformerOnRealFIFOAgainstClientGo(t *testing.T) {
	for seed := range seeds(200) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 6))
			source := newPodSource("n/a", "n/b")
			ours := NewSharedIndexInformerWithOptions(source, &v1.Pod{}, SharedIndexInformerOptions{NewQueue: NewRealFIFOQueue})
			theirs := clientcache.NewSharedIndexInformer(source, &v1.Pod{}, 0, clientcache.Indexers{})
			ourHandler, theirHandler := &recorder{}, &recorder{}
			mustAdd(t, ours, ourHandler)
			if _, err := theirs.AddEventHandler(theirHandler); err != nil {
				t.Fatal(err)
			}
			defer startInformer(ours)()
			defer startInformer(theirs)()
			for step := range 12 {
				synctest.Wait()
				changeSource(source, random)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				got, want := byObject(ourHandler.take()), byObject(theirHandler.take())
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d, step %d: told %q, client-go %q", seed, step, got, want)
				}
			}
		})
	}
}

// changeSource makes up to twenty changes and at most one cut of the watch.
func changeSource(source *podSource, random *rand.Rand) {
	cut, changes := random.IntN(40), random.IntN(20)
	for i := range changes {
		if i == cut {
			source.breakWatches(random.IntN(2) == 0)
		}
		key := "n/" + string(rune('a'+random.IntN(5)))
		if random.IntN(3) == 0 {
			source.remove(key)
		} else {
			source.set(key)
		}
	}
}

// byObject sorts what a recorder wrote by object and keeps the order of the events of one object.
func byObject(events []string) []string {
	key := func(event string) string {
		_, rest, _ := strings.Cut(event, " ")
		name, _, _ := strings.Cut(rest, "@")
		return name
	}
	slices.SortStableFunc(events, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return events
}

// TestNewInformerOnRealFIFO covers the informer with one handler, whose batches go through another closure.
func TestNewInformerOnRealFIFO(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, told := newPodSource("n/a", "n/b", "n/c"), &recorder{}
		store, controller := NewInformerWithOptions(InformerOptions{
			ListerWatcher: source, ObjectType: &v1.Pod{}, Handler: told, NewQueue: NewRealFIFOQueue,
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { controller.RunWithContext(ctx); close(done) }()
		synctest.Wait()
		source.set("n/a")
		source.remove("n/b")
		synctest.Wait()
		expect(t, "handler", told.take(),
			"initial n/a@1", "initial n/b@2", "initial n/c@3", "update n/a@1->4", "delete n/b@5")
		if keys := store.ListKeys(); len(keys) != 2 || !controller.HasSynced() {
			t.Error(keys)
		}
		cancel()
		<-done
	})
}
