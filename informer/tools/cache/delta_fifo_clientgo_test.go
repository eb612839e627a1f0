package cache

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	clientcache "k8s.io/client-go/tools/cache"
)

// TestDeltaFIFOAgainstClientGo makes the same random calls to our queue and to client-go's. Each result, each pop, and
// when they sync, must be the same. Only a small difference is meant: client-go counts an item as popped before it is
// processed, we do afterwards, which can be seen only from inside the process function.
func TestDeltaFIFOAgainstClientGo(t *testing.T) {
	for seed := range seeds(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		useKnown, emitReplaced := seed%3 != 0, seed%2 == 0
		ourStore, theirStore := known{}, known{}
		ourOpts := DeltaFIFOOptions{EmitDeltaTypeReplaced: emitReplaced}
		theirOpts := clientcache.DeltaFIFOOptions{EmitDeltaTypeReplaced: emitReplaced}
		if useKnown {
			ourOpts.KnownObjects, theirOpts.KnownObjects = ourStore, theirStore
		}
		ours, theirs := NewDeltaFIFOWithOptions(ourOpts), clientcache.NewDeltaFIFOWithOptions(theirOpts)
		for step := range 60 {
			var did string
			var ourErr, theirErr error
			pod := newPod(string(rune('a'+random.IntN(5))), strconv.Itoa(step))
			switch random.IntN(9) {
			case 0:
				did, ourErr, theirErr = "add", ours.Add(pod), theirs.Add(pod)
			case 1, 2:
				did, ourErr, theirErr = "update", ours.Update(pod), theirs.Update(pod)
			case 3:
				did, ourErr, theirErr = "delete", ours.Delete(pod), theirs.Delete(pod)
			case 4:
				did = "tombstone"
				ourErr = ours.Delete(DeletedFinalStateUnknown{Key: pod.Name, Obj: pod})
				theirErr = theirs.Delete(clientcache.DeletedFinalStateUnknown{Key: pod.Name, Obj: pod})
			case 5:
				var list []any
				for key := 'a'; key < 'f'; key++ {
					if random.IntN(2) == 0 {
						list = append(list, newPod(string(key), strconv.Itoa(step)))
					}
				}
				did, ourErr, theirErr = "replace", ours.Replace(list, ""), theirs.Replace(list, "")
			case 6:
				did, ourErr, theirErr = "resync", ours.Resync(), theirs.Resync()
			default:
				if len(ours.queue) == 0 {
					continue
				}
				var ourPop, theirPop string
				_, ourErr = ours.Pop(func(obj any, initial bool) error {
					ourPop = fmt.Sprint(describe(obj.(Deltas)), initial)
					remember(ourStore, obj.(Deltas))
					return nil
				})
				_, theirErr = theirs.Pop(func(obj any, initial bool) error {
					deltas := fromClientGo(obj.(clientcache.Deltas))
					theirPop = fmt.Sprint(describe(deltas), initial)
					remember(theirStore, deltas)
					return nil
				})
				if did = "pop"; ourPop != theirPop {
					t.Fatalf("seed %d step %d: popped %s, client-go %s", seed, step, ourPop, theirPop)
				}
			}
			if fmt.Sprint(ourErr) != fmt.Sprint(theirErr) || ours.HasSynced() != theirs.HasSynced() {
				t.Fatalf("seed %d step %d: %s gave %v, synced %v; client-go %v, %v",
					seed, step, did, ourErr, ours.HasSynced(), theirErr, theirs.HasSynced())
			}
		}
	}
}

func fromClientGo(deltas clientcache.Deltas) (converted Deltas) {
	for _, d := range deltas {
		converted = append(converted, Delta{DeltaType(d.Type), d.Object})
	}
	return converted
}

// remember does to the store what processDeltas would.
func remember(store known, deltas Deltas) {
	for _, d := range deltas {
		key, _ := tombstoneOf(d.Object)
		if key == "" {
			key, _ = MetaNamespaceKeyFunc(d.Object)
		}
		if d.Type == Deleted {
			delete(store, key)
		} else {
			store[key] = d.Object
		}
	}
}
