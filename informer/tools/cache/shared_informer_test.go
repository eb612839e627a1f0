package cache

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientcache "k8s.io/client-go/tools/cache"
)

// startInformer runs an informer in a bubble; stop waits for its end.
func startInformer(informer interface{ RunWithContext(context.Context) }) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		informer.RunWithContext(ctx)
		close(done)
	}()
	return func() {
		cancel()
		<-done
	}
}

func mustAdd(t *testing.T, informer SharedInformer, handler ResourceEventHandler) ResourceEventHandlerRegistration {
	t.Helper()
	registration, err := informer.AddEventHandler(handler)
	if err != nil {
		t.Fatal(err)
	}
	return registration
}

func expect(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestSharedInformerFollowsTheSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newPodSource("n/a")
		informer := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
		early := &recorder{}
		registration := mustAdd(t, informer, early)
		if informer.HasSynced() || registration.HasSynced() || informer.LastSyncResourceVersion() != "" {
			t.Error("synced before it runs")
		}
		stop := startInformer(informer)
		if !WaitFor(t.Context(), "", informer.HasSyncedChecker(), registration.HasSyncedChecker()) {
			t.Fatal("not synced")
		}
		expect(t, "initial list", early.take(), "initial n/a@1")

		source.set("n/b")
		source.set("n/a")
		synctest.Wait()
		expect(t, "changes", early.take(), "add n/b@2", "update n/a@1->3")

		late := &recorder{}
		lateRegistration := mustAdd(t, informer, late)
		synctest.Wait()
		got := late.take()
		slices.Sort(got)
		expect(t, "late handler", got, "initial n/a@3", "initial n/b@2")
		if !lateRegistration.HasSynced() {
			t.Error("late handler has not synced")
		}

		source.breakWatches(true)
		source.remove("n/b")
		source.set("n/a")
		time.Sleep(time.Minute) // of the bubble's time: the reflector backs off
		for _, r := range []*recorder{early, late} {
			got := r.take()
			slices.Sort(got)
			expect(t, "relist", got, "tombstone n/b@2", "update n/a@3->6")
		}
		if keys, err := informer.GetIndexer().IndexKeys(NamespaceIndex, "n"); err != nil || !slices.Equal(keys, []string{"n/a"}) {
			t.Error(keys, err)
		}
		if version := informer.LastSyncResourceVersion(); version != "6" {
			t.Error("last resource version is", version)
		}

		stop()
		source.set("n/c")
		synctest.Wait()
		expect(t, "after stop", append(early.take(), late.take()...))
		if !informer.IsStopped() {
			t.Error("not stopped")
		}
	})
}

// TestSharedInformerAgainstClientGo lets our informer and client-go's follow one source through random changes, broken
// watches and relists. Their handlers must be told the same about each object, and their caches be the same.
//
// Between two points of rest the source changes one thing only, and so the two queues see the same. What happens when
// several changes meet in the queue is tested on the queue itself.
func TestSharedInformerAgainstClientGo(t *testing.T) {
	for seed := range seeds(30) {
		synctest.Test(t, func(t *testing.T) { followBoth(t, seed) })
	}
}

func followBoth(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 3))
	source := newPodSource("n/a", "n/b", "m/c")
	ours := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{NamespaceIndex: MetaNamespaceIndexFunc})
	theirs := clientcache.NewSharedIndexInformer(source, &v1.Pod{}, 0,
		clientcache.Indexers{NamespaceIndex: clientcache.MetaNamespaceIndexFunc})
	var ourHandlers, theirHandlers []*recorder
	addHandlers := func(resync time.Duration) {
		ourHandlers, theirHandlers = append(ourHandlers, &recorder{}), append(theirHandlers, &recorder{})
		last := len(ourHandlers) - 1
		_, ourErr := ours.AddEventHandlerWithResyncPeriod(ourHandlers[last], resync)
		_, err := theirs.AddEventHandlerWithResyncPeriod(theirHandlers[last], resync)
		if ourErr != nil || err != nil {
			t.Fatal(ourErr, err)
		}
	}
	addHandlers(0)
	defer startInformer(ours)()
	defer startInformer(theirs)()
	for step := range 40 {
		synctest.Wait()
		key := fmt.Sprintf("%c/%c", 'm'+rune(random.IntN(2)), 'a'+rune(random.IntN(4)))
		switch random.IntN(10) {
		case 0, 1, 2, 3:
			source.set(key)
		case 4, 5:
			source.remove(key)
		case 6:
			source.breakWatches(false)
			source.set(key)
		case 7:
			source.breakWatches(true)
			source.remove(key)
		case 8:
			addHandlers(0)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		for i := range ourHandlers {
			got, want := ourHandlers[i].take(), theirHandlers[i].take()
			slices.Sort(got) // between objects there is no order
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d, handler %d: told %q, client-go %q", seed, step, i, got, want)
			}
		}
		got, want := everything(ours.GetIndexer(), newPod(key, "")), everything(theirs.GetIndexer(), newPod(key, ""))
		if got != want {
			t.Fatalf("seed %d, step %d: our cache\n%s\nclient-go's\n%s", seed, step, got, want)
		}
		if ours.LastSyncResourceVersion() != theirs.LastSyncResourceVersion() {
			t.Fatalf("seed %d, step %d: versions differ", seed, step)
		}
	}
}

// TestEveryHandlerSeesAWholeHistory changes the source without waiting, while handlers come and go, and checks what each
// was told against the rules: per object (Add Update* Delete)*, each old state the one told last, versions only growing.
func TestEveryHandlerSeesAWholeHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 4))
		source := newPodSource("n/a", "n/b")
		informer := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{})
		stop := startInformer(informer)
		var recorders []*recorder
		for step := range 400 {
			key := fmt.Sprintf("n/%c", 'a'+rune(random.IntN(5)))
			switch action := random.IntN(20); {
			case action < 10:
				source.set(key)
			case action < 14:
				source.remove(key)
			case action == 14:
				source.breakWatches(random.IntN(2) == 0)
			case action < 17:
				time.Sleep(time.Duration(random.IntN(3)) * time.Second)
			case step%5 == 0:
				recorders = append(recorders, &recorder{})
				mustAdd(t, informer, recorders[len(recorders)-1])
			}
		}
		time.Sleep(time.Hour)
		stop()
		for _, r := range recorders {
			state := checkHistory(t, r.take())
			if want := source.state(); !maps.Equal(state, want) {
				t.Errorf("a handler believes %v, the source has %v", state, want)
			}
		}
	})
}

func (s *podSource) state() map[string]string {
	s.lock.Lock()
	defer s.lock.Unlock()
	state := map[string]string{}
	for key, pod := range s.pods {
		state[key] = pod.ResourceVersion
	}
	return state
}

// checkHistory replays what a recorder wrote and returns the objects that exist at the end, with their versions.
func checkHistory(t *testing.T, events []string) map[string]string {
	t.Helper()
	state := map[string]string{}
	for _, event := range events {
		kind, rest, _ := strings.Cut(event, " ")
		key, version, _ := strings.Cut(rest, "@")
		told, exists := state[key]
		switch kind {
		case "initial", "add":
			if exists {
				t.Errorf("%s, but it is known", event)
			}
			state[key] = version
		case "update":
			oldVersion, newVersion, _ := strings.Cut(version, "->")
			if !exists || told != oldVersion {
				t.Errorf("%s, but the last state told was %q", event, told)
			}
			if len(newVersion) < len(told) || len(newVersion) == len(told) && newVersion < told {
				t.Errorf("%s steps back", event)
			}
			state[key] = newVersion
		default:
			if !exists || kind == "tombstone" && told != version {
				t.Errorf("%s, but the last state told was %q", event, told)
			}
			delete(state, key)
		}
	}
	return state
}

func TestHandlerHasSyncedWhenItFinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		informer := NewSharedIndexInformer(newPodSource("n/a", "n/b"), &v1.Pod{}, 0, Indexers{})
		release := make(chan struct{})
		slow := mustAdd(t, informer, ResourceEventHandlerFuncs{AddFunc: func(any) { <-release }})
		quick := mustAdd(t, informer, ResourceEventHandlerFuncs{})
		defer startInformer(informer)()
		synctest.Wait()
		if !informer.HasSynced() || !quick.HasSynced() || slow.HasSynced() {
			t.Error("wrong before the handler has finished")
		}
		release <- struct{}{}
		synctest.Wait()
		if slow.HasSynced() {
			t.Error("synced after the first of two")
		}
		release <- struct{}{}
		synctest.Wait()
		if !slow.HasSynced() {
			t.Error("not synced after the last")
		}
	})
}

func TestRemoveEventHandler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newPodSource()
		informer := NewSharedIndexInformer(source, &v1.Pod{}, 0, Indexers{})
		calls, release := 0, make(chan struct{})
		blocked := mustAdd(t, informer, ResourceEventHandlerFuncs{AddFunc: func(any) { calls++; <-release }})
		other := &recorder{}
		mustAdd(t, informer, other)
		neverStarted := mustAdd(t, informer, &recorder{})
		if err := ShutDownEventHandler(informer, neverStarted); err != nil {
			t.Error("before the start:", err)
		}
		defer startInformer(informer)()
		synctest.Wait()
		source.set("n/a")
		source.set("n/b")
		synctest.Wait()

		if err := informer.RemoveEventHandler(blocked); err != nil {
			t.Fatal(err)
		}
		shutDown := make(chan error)
		go func() { shutDown <- ShutDownEventHandler(informer, blocked) }()
		synctest.Wait()
		select {
		case <-shutDown:
			t.Error("did not wait for the call that is going on")
		default:
		}
		close(release)
		if err := <-shutDown; err != nil {
			t.Error(err)
		}
		source.set("n/c")
		synctest.Wait()
		if calls != 1 {
			t.Errorf("%d calls; what was pending had to be dropped", calls)
		}
		expect(t, "the other handler", other.take(), "add n/a@1", "add n/b@2", "add n/c@3")
		if err := informer.RemoveEventHandler(nil); err == nil {
			t.Error("nil is a registration")
		}
	})
}

func TestResync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		informer := NewSharedIndexInformer(newPodSource("n/a"), &v1.Pod{}, 10*time.Second, Indexers{})
		byDefault, often, never := &recorder{}, &recorder{}, &recorder{}
		mustAdd(t, informer, byDefault)
		for handler, period := range map[*recorder]time.Duration{often: 5 * time.Second, never: 0} {
			if _, err := informer.AddEventHandlerWithResyncPeriod(handler, period); err != nil {
				t.Fatal(err)
			}
		}
		defer startInformer(informer)()
		synctest.Wait()
		late := &recorder{} // asks for more than the informer can do now
		if _, err := informer.AddEventHandlerWithResyncPeriod(late, time.Millisecond); err != nil {
			t.Fatal(err)
		}
		time.Sleep(31 * time.Second)
		for name, tt := range map[string]struct {
			handler *recorder
			resyncs int
		}{"default": {byDefault, 3}, "often": {often, 6}, "never": {never, 0}, "late": {late, 6}} {
			want := append([]string{"initial n/a@1"}, slices.Repeat([]string{"update n/a@1->1"}, tt.resyncs)...)
			expect(t, name, tt.handler.take(), want...)
		}
	})
}

func TestInformerLifeCycle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newPodSource("n/a")
		source.listErr = errors.New("out of order")
		informer := NewSharedInformer(source, &v1.Pod{}, 0).(SharedIndexInformer)
		var watchErrs []error
		onError := func(_ *Reflector, err error) { watchErrs = append(watchErrs, err) }
		transform := func(obj any) (any, error) { return newPod("n/a", "transformed"), nil }
		if err := errors.Join(informer.SetWatchErrorHandler(onError), informer.SetTransform(transform)); err != nil {
			t.Fatal(err)
		}
		stop := startInformer(informer)
		synctest.Wait()
		if len(watchErrs) != 1 || informer.HasSynced() {
			t.Errorf("errors of the list: %v", watchErrs)
		}
		source.lock.Lock()
		source.listErr = nil
		source.lock.Unlock()
		if !WaitForCacheSync(t.Context().Done(), informer.HasSynced) {
			t.Fatal("not synced")
		}
		if obj, _, _ := informer.GetStore().GetByKey("n/a"); describeObject(obj) != "n/a@transformed" {
			t.Error("not transformed")
		}
		if informer.SetTransform(nil) == nil || informer.SetWatchErrorHandler(nil) == nil {
			t.Error("what is fixed by the start was changed")
		}
		informer.RunWithContext(context.Background()) // returns at once
		shown := informer.GetController()
		shown.Run(nil)
		if !shown.HasSynced() || shown.HasSyncedChecker().Name() != "SharedIndexInformer *v1.Pod" {
			t.Error("the shown controller does not show")
		}
		if v := shown.LastSyncResourceVersion(); v == "" || v != informer.LastSyncResourceVersion() {
			t.Errorf("the shown controller is at version %q, the informer at %q", v, informer.LastSyncResourceVersion())
		}
		if err := informer.AddIndexers(Indexers{"labels": byLabels}); err != nil {
			t.Error(err)
		}
		stop()
		if _, err := informer.AddEventHandler(&recorder{}); err == nil {
			t.Error("handler was added to a stopped informer")
		}
		if err := informer.AddIndexers(Indexers{"more": byLabels}); err == nil {
			t.Error("indexer was added to a stopped informer")
		}
	})
}

func TestHandlerPanics(t *testing.T) {
	reallyCrash := utilruntime.ReallyCrash
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = reallyCrash }()
	synctest.Test(t, func(t *testing.T) {
		informer := NewSharedIndexInformer(newPodSource("n/a", "n/b"), &v1.Pod{}, 0, Indexers{})
		var calls atomic.Int32
		registration := mustAdd(t, informer, ResourceEventHandlerFuncs{AddFunc: func(any) { calls.Add(1); panic("ouch") }})
		stop := startInformer(informer)
		synctest.Wait()
		if calls.Load() != 1 {
			t.Error("no pause after a panic")
		}
		time.Sleep(2 * pauseAfterCrash)
		synctest.Wait()
		if calls.Load() != 2 || !registration.HasSynced() {
			t.Errorf("%d calls; a panic must not keep the handler from the rest", calls.Load())
		}
		stop()
	})
}
