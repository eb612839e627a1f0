// Package workqueue keeps the keys of objects that a controller still has to look at.
//
// An informer's handler only puts the key of a changed object into the queue and returns. Workers take a key, read the
// object from the informer's cache, do what must be done, and say so by Done. What the queue promises:
//
//   - An item waits at most once, however often it is added: three changes of a pod are one look at the pod.
//   - No two workers have the same item at the same time, so a worker needs no lock for it.
//   - An item added while a worker has it is handed out once more after Done: the worker may have looked too early.
//   - Items are handed out in the order in which they were added, unless another Queue is configured.
//
// Items are compared and kept in maps. They should be keys, not objects: an object would be out of date when it is its
// turn, and two versions of it would be two items.
//
// # The layers
//
//	AddRateLimited ─▶ rateLimitingQueue   asks a TypedRateLimiter: how long does this item wait?
//	AddAfter ───────▶ delayingQueue       keeps it in a heap until its time has come
//	Add ────────────▶ Typed               states, Queue; Get and Done
//
// Each layer embeds the one below it, so a rate limiting queue can do all.
//
// # Reading order
//
// queue.go is the heart, with the four states of an item; fifo.go holds the items that wait, and shutdown.go ends it all.
// Then delaying_queue.go with schedule.go, and rate_limiting_queue.go with rate_limiters.go. metrics.go counts and times;
// parallelizer.go is another thing that client-go keeps in this package.
//
// # Locks
//
// The queue, the schedule of the delaying queue and each limiter have a lock of their own. No two of them are ever held
// together, and none while Get or ShutDownWithDrain wait.
//
// # Example
//
// ../../examples/controller_test.go is a whole controller. Its workers do this:
//
//	for {
//		key, shutdown := queue.Get()
//		if shutdown {
//			return
//		}
//		if err := reconcile(key); err != nil {
//			queue.AddRateLimited(key) // again, but later and later
//		} else {
//			queue.Forget(key) // the next failure is a first one again
//		}
//		queue.Done(key) // always, or the key is never handed out again
//	}
package workqueue
