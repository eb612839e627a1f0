// Package cache keeps a local copy of a collection of API objects up to date and tells handlers what changed.
//
// # The flow
//
//   - A Reflector lists and watches the API server and writes what it sees into a Queue.
//   - The Queue (DeltaFIFO) remembers, for every key, the changes that nobody has processed yet.
//     RealFIFO remembers each change by itself, in the order in which they came, and can hand over many at once.
//   - A controller pops them, one key at a time, and hands them to processDeltas.
//   - processDeltas first changes the Indexer, then tells a ResourceEventHandler: who is told about a change finds it
//     in the cache, or finds something newer.
//   - In a shared informer that handler is a sharedProcessor, which gives every change to one processorListener for
//     each registered handler. A listener has a buffer without bound, so that a slow handler delays only itself.
//
// # Reading order
//
// delta_fifo.go is the heart. Then process_deltas.go and controller.go, which consume it; thread_safe_store.go and
// index.go, where objects end up; shared_informer.go, shared_processor.go and processor_listener.go, which fan out.
// real_fifo.go and process_batch.go are the queue and its consumer that client-go's informers use by default today; ours
// do with NewRealFIFOQueue.
//
// # Locks
//
// Three locks are ever held together, and always taken in this order: the queue's (Pop holds it while the popped deltas
// are processed), the informer's blockDeltas, and then the lock of the store or of the processor. No lock is ever held
// while a user's handler runs. A function whose name ends in Locked needs its type's lock to be held by the caller.
//
// # Example
//
//	informer := cache.NewSharedIndexInformer(listWatch, &v1.Pod{}, 0, cache.Indexers{})
//	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
//		AddFunc: func(obj any) { … },
//	})
//	go informer.RunWithContext(ctx)
//	cache.WaitFor(ctx, "pods", registration.HasSyncedChecker())
package cache
