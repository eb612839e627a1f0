package cache

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	clientcache "k8s.io/client-go/tools/cache"
)

// atomically are the options that informers set.
var atomically = RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true}

// describeAny writes deltas of ours or client-go's, those about the whole collection included.
func describeAny(deltas []Delta) string {
	words := make([]string, len(deltas))
	for i, delta := range deltas {
		words[i] = string(delta.Type) + " "
		switch info := delta.Object.(type) {
		case ReplacedAllInfo:
			words[i] += describeObjects(info.Objects) + "@" + info.ResourceVersion
		case clientcache.ReplacedAllInfo:
			words[i] += describeObjects(info.Objects) + "@" + info.ResourceVersion
		case BookmarkInfo:
			words[i] += "@" + info.ResourceVersion
		case clientcache.BookmarkInfo:
			words[i] += "@" + info.ResourceVersion
		case SyncAllInfo, clientcache.SyncAllInfo:
			words[i] += "everything"
		default:
			words[i] += describeObject(info)
		}
	}
	return strings.Join(words, ", ")
}

func describeObjects(objects []any) string {
	words := make([]string, len(objects))
	for i, obj := range objects {
		words[i] = describeObject(obj)
	}
	return "(" + strings.Join(words, " ") + ")"
}

func TestAtomicRealFIFO(t *testing.T) {
	a1, a2, b1, c1 := newPod("a", "1"), newPod("a", "2"), newPod("b", "1"), newPod("c", "1")
	tests := []struct {
		name    string
		do      func(f *RealFIFO) error
		batches []string
	}{
		{"a list is one delta, and alone", func(f *RealFIFO) error {
			return errors.Join(f.Replace([]any{a1, b1}, "5"), f.Add(c1), f.Update(a2))
		}, []string{"[ReplacedAll (a@1 b@1)@5]*", "[Added c@1, Updated a@2]"}},
		{"a resync is one, and ends a batch", func(f *RealFIFO) error {
			return errors.Join(f.Add(a1), f.Add(b1), f.Resync(), f.Add(c1))
		}, []string{"[Added a@1, Added b@1]", "[SyncAll everything]", "[Added c@1]"}},
		{"a bookmark keeps its place", func(f *RealFIFO) error {
			return errors.Join(f.Add(a1), f.Bookmark("7"), f.Add(b1))
		}, []string{"[Added a@1]", "[Bookmark @7]", "[Added b@1]"}},
		{"neither of them is the first write", func(f *RealFIFO) error {
			return errors.Join(f.Resync(), f.Bookmark("4"), f.Replace([]any{a1}, "5"))
		}, []string{"[SyncAll everything]*", "[Bookmark @4]*", "[ReplacedAll (a@1)@5]*"}},
		{"keys are the consumer's affair", func(f *RealFIFO) error {
			return f.Replace([]any{"no key"}, "5")
		}, []string{"[ReplacedAll (no key)@5]*"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := NewRealFIFOWithOptions(atomically)
			if err := tt.do(f); err != nil {
				t.Fatal(err)
			}
			f.Close()
			var batches []string
			note := func(deltas []Delta, isInInitialList bool) error {
				batches = append(batches, "["+describeAny(deltas)+"]"+strings.Repeat("*", map[bool]int{true: 1}[isInInitialList]))
				return nil
			}
			for f.PopBatch(note, func(obj any, initial bool) error { return note(obj.(Deltas), initial) }) == nil {
			}
			if !slices.Equal(batches, tt.batches) {
				t.Errorf("popped %q, want %q", batches, tt.batches)
			}
		})
	}
}

// TestAtomicRealFIFOAgainstClientGo makes the same random calls to our queue and to client-go's, and some more out of
// the processing of what was popped.
func TestAtomicRealFIFOAgainstClientGo(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 7))
		pair := newAtomicPair(seed%2 == 0)
		for step := range 60 {
			did := pair.step(random, step)
			pair.note("synced", pair.ours.HasSynced(), pair.theirs.HasSynced())
			if !slices.Equal(pair.ourLog, pair.theirLog) {
				t.Fatalf("seed %d step %d: %s\n%q, client-go\n%q", seed, step, did, pair.ourLog, pair.theirLog)
			}
		}
	}
}

type atomicPair struct {
	ours             *RealFIFO
	theirs           *clientcache.RealFIFO
	ourLog, theirLog []string
}

func newAtomicPair(transform bool) *atomicPair {
	ourOpts := atomically
	theirOpts := clientcache.RealFIFOOptions{AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true}
	if transform {
		mark := func(obj any) (any, error) {
			if pod := obj.(*v1.Pod); pod.Name != "f" {
				return newPod(pod.Name, pod.ResourceVersion+"t"), nil
			}
			return nil, errors.New("not this one")
		}
		ourOpts.Transformer, theirOpts.Transformer = mark, mark
	}
	return &atomicPair{ours: NewRealFIFOWithOptions(ourOpts), theirs: clientcache.NewRealFIFOWithOptions(theirOpts)}
}

func (p *atomicPair) note(what string, our, their any) {
	p.ourLog = append(p.ourLog, fmt.Sprint(what, " ", our))
	p.theirLog = append(p.theirLog, fmt.Sprint(what, " ", their))
}

func (p *atomicPair) step(random *rand.Rand, step int) (did string) {
	if random.IntN(4) > 0 || p.ours.queue.len() == 0 {
		return p.write(random, step)
	}
	// The one is popped while the other is processed, so that a write out of both finds both unlocked, with the same front.
	// Only after the first write: client-go counts a first list as synced with what was popped before it came.
	kind, inside := random.IntN(2), random.IntN(3) == 0 && p.ours.populated
	again := rand.New(rand.NewPCG(uint64(step), 8))
	var ourErr error
	theirErr := p.popTheirs(kind, func() {
		ourErr = p.popOurs(kind, func() {
			if inside {
				p.write(again, step+1000)
			}
		})
	})
	p.note("pop", ourErr, theirErr)
	return "pop"
}

func (p *atomicPair) write(random *rand.Rand, step int) (did string) {
	version := strconv.Itoa(step)
	pod := newPod(string(rune('a'+random.IntN(6))), version)
	var ourErr, theirErr error
	switch random.IntN(7) {
	case 0:
		did, ourErr, theirErr = "add", p.ours.Add(pod), p.theirs.Add(pod)
	case 1, 2:
		did, ourErr, theirErr = "update", p.ours.Update(pod), p.theirs.Update(pod)
	case 3:
		did, ourErr, theirErr = "delete", p.ours.Delete(pod), p.theirs.Delete(pod)
	case 4:
		list := []any{}
		for range random.IntN(5) {
			list = append(list, newPod(string(rune('a'+random.IntN(6))), version))
		}
		did, ourErr, theirErr = "replace", p.ours.Replace(slices.Clone(list), version), p.theirs.Replace(list, version)
	case 5:
		did, ourErr, theirErr = "resync", p.ours.Resync(), p.theirs.Resync()
	default:
		did, ourErr, theirErr = "bookmark", p.ours.Bookmark(version), p.theirs.Bookmark(version)
	}
	p.note(did, ourErr, theirErr)
	return did
}

func (p *atomicPair) popOurs(kind int, inside func()) error {
	batch := func(deltas []Delta, initial bool) error {
		p.ourLog = append(p.ourLog, fmt.Sprint(len(deltas), describeAny(deltas), initial))
		inside()
		return nil
	}
	single := func(obj any, initial bool) error { return batch(obj.(Deltas), initial) }
	if kind == 0 {
		_, err := p.ours.Pop(single)
		return err
	}
	return p.ours.PopBatch(batch, single)
}

func (p *atomicPair) popTheirs(kind int, inside func()) error {
	batch := func(deltas []clientcache.Delta, initial bool) error {
		p.theirLog = append(p.theirLog, fmt.Sprint(len(deltas), describeAny(fromClientGo(deltas)), initial))
		inside()
		return nil
	}
	single := func(obj any, initial bool) error { return batch(obj.(clientcache.Deltas), initial) }
	if kind == 0 {
		_, err := p.theirs.Pop(single)
		return err
	}
	return p.theirs.PopBatch(batch, single)
}

// TestRealFIFOStaysLockedWhenFull shows that the producer has to wait once there are too many deltas.
func TestRealFIFOStaysLockedWhenFull(t *testing.T) {
	f := NewRealFIFOWithOptions(atomically)
	for i := range 2 * maxBatch {
		if err := f.Add(newPod("p"+strconv.Itoa(i), "1")); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []bool{true, false} { // with one more waiting behind it, and without
		if want {
			if err := f.Add(newPod("more", "1")); err != nil {
				t.Fatal(err)
			}
		}
		_, err := f.Pop(func(any, bool) error {
			locked := !f.lock.TryLock()
			if !locked {
				f.lock.Unlock()
			}
			if locked != want {
				t.Errorf("locked %t with %d waiting, want %t", locked, f.queue.len(), want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestRealFIFOCountsWhatWasPopped: a first list that comes in while something from before it is processed is not taken
// for processed with it.
func TestRealFIFOCountsWhatWasPopped(t *testing.T) {
	f := NewRealFIFOWithOptions(atomically)
	if err := f.Resync(); err != nil {
		t.Fatal(err)
	}
	_, err := f.Pop(func(any, bool) error { return f.Replace([]any{newPod("a", "1")}, "1") })
	if err != nil || f.HasSynced() {
		t.Error("synced before the list was processed", err)
	}
	if _, err := f.Pop(func(any, bool) error { return nil }); err != nil || !f.HasSynced() {
		t.Error("not synced after the list was processed", err)
	}
}

func TestRealFIFOOptionsThatContradict(t *testing.T) {
	panics := func(call func()) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		call()
		return false
	}
	for _, o := range []RealFIFOOptions{
		{AtomicEvents: true, KnownObjects: known{}},
		{UnlockWhileProcessing: true, KnownObjects: known{}},
		{EmitDeltaTypeBookmark: true, KnownObjects: known{}},
		{AtomicEvents: true}, {AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true},
		{KnownObjects: known{}},
	} {
		ours := panics(func() { NewRealFIFOWithOptions(o) })
		theirs := panics(func() {
			options := clientcache.RealFIFOOptions{
				AtomicEvents: o.AtomicEvents, UnlockWhileProcessing: o.UnlockWhileProcessing,
				EmitDeltaTypeBookmark: o.EmitDeltaTypeBookmark,
			}
			if o.KnownObjects != nil {
				options.KnownObjects = known{}
			}
			clientcache.NewRealFIFOWithOptions(options)
		})
		if ours != theirs {
			t.Errorf("%+v: panics %t, in client-go %t", o, ours, theirs)
		}
	}
}

func TestInformerQueuesNameThemselves(t *testing.T) {
	name, err := NewInformerName("deployer")
	if err != nil {
		t.Fatal(err)
	}
	defer name.Release()
	pods := v1.SchemeGroupVersion.WithResource("pods")
	for want, queue := range map[string]Queue{
		"RealFIFO *v1.Pod":  NewRealFIFOQueue(QueueOptions{ObjectDescription: "*v1.Pod"}),
		"deployer":          NewRealFIFOQueue(QueueOptions{ObjectDescription: "*v1.Pod", Identifier: name.WithResource(pods)}),
		"DeltaFIFO *v1.Pod": NewDeltaFIFOQueue(QueueOptions{ObjectDescription: "*v1.Pod"}),
	} {
		if got := queue.HasSyncedChecker().Name(); got != want {
			t.Errorf("name %q, want %q", got, want)
		}
	}
}
