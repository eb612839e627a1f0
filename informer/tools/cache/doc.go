// Package cache keeps a local copy of a collection of API objects up to date and tells handlers what changed.
//
// # The flow
//
//   - A Reflector lists and watches the API server and writes what it sees into a Queue. The list is streamed as the
//     beginning of the watch, or asked for before it (InitialSync).
//   - The Queue (RealFIFO) holds the changes that nobody has processed yet, in the order in which they came, and can hand
//     over many at once. A DeltaFIFO, the queue of informers before v0.33, gathers them by key instead.
//   - A controller pops them and hands them to processDeltas.
//   - processDeltas first changes the Indexer, then tells a ResourceEventHandler: who is told about a change finds it
//     in the cache, or finds something newer.
//   - In a shared informer that handler is a sharedProcessor, which gives every change to one processorListener for
//     each registered handler. A listener has a buffer without bound, so that a slow handler delays only itself.
//
// # Reading order
//
// The classic path is the simpler one, and the one that most has been written about. delta_fifo.go is its heart; then
// process_deltas.go and controller.go, which consume it; thread_safe_store.go and index.go, where objects end up;
// shared_informer.go, shared_processor.go and processor_listener.go, which fan out. What informers use by default today is
// real_fifo.go in place of DeltaFIFO, with process_batch.go and process_collection.go behind it, and reflector_watchlist.go
// in place of reflector_list.go. queue_factory.go is where the choice of the queue is made.
//
// # Locks
//
// Three locks are ever held together, and always taken in this order: the queue's (a DeltaFIFO holds it while what was
// popped is processed; the RealFIFO of an informer lets go of it), the informer's blockDeltas, and then the lock of the
// store or of the processor. No lock is ever held while a user's handler runs. A function whose name ends in Locked needs
// its type's lock to be held by the caller.
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
