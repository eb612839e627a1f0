// Package cache keeps a local copy of a collection of API objects up to date and tells handlers what changed.
//
// # The flow
//
//   - A Reflector lists and watches the API server and writes what it sees into a Queue. The list is streamed as the
//     beginning of the watch, or asked for before it (InitialSync).
//   - The Queue (RealFIFO) holds the changes that nobody has processed yet, in the order in which they came. A list is one
//     of them, ReplacedAll. A DeltaFIFO, the queue of informers before v0.33, gathers changes by key instead.
//   - A controller takes them out by PopBatch and hands them on: changes of several objects to processDeltasInBatch, one
//     change to processDeltas, and that gives one about the whole collection to processCollection (a list ends up in
//     processReplacedAll). From a DeltaFIFO it takes them by Pop, one object's at a time, and all go to processDeltas.
//   - Each of these first changes the Indexer, then tells a ResourceEventHandler: who is told about a change finds it
//     in the cache, or finds something newer.
//   - In a shared informer that handler is a sharedProcessor, which gives every change to one processorListener for
//     each registered handler. A listener has a buffer without bound, so that a slow handler delays only itself.
//
// # Reading order
//
// Along the way of an event, by default: reflector.go, which repeats a list and a watch; reflector_watchlist.go, the
// streamed list; reflector_watch.go and reflector_events.go, the watch; real_fifo.go, real_fifo_replace.go and
// real_fifo_pop.go, the queue; controller.go, which empties it; process_deltas.go, process_batch.go and
// process_collection.go, what is done with it; thread_safe_store.go and index.go, where objects end up; shared_informer.go,
// shared_processor.go and processor_listener.go, which fan out.
//
// The classic path is the simpler one, and the one that most has been written about. It has reflector_list.go in place of
// reflector_watchlist.go (a streamed list that fails falls back to that too), and delta_fifo.go with delta_fifo_replace.go
// in place of the RealFIFO and of batches; the rest is the same. The queue is chosen in NewSharedIndexInformerWithOptions
// and newInformer, from the two in queue_factory.go, and the way to list in NewReflectorWithOptions.
//
// # Goroutines
//
//	who                                 is started by                          and ends
//	the informer itself                 the user's go, or a factory's          with ctx, after all below except (*);
//	                                    StartWithContext                       it runs processLoop, the one consumer
//	closer of the queue                 controller.RunWithContext              with ctx
//	Reflector, the producer             controller.RunWithContext              with ctx
//	resyncs, which write to the queue   watchWithResync, one at a time         with the round of the Reflector
//	a list, asked for (*)               listUntilDone, one at a time           with its answer; if ListFunc takes no
//	                                                                           context, maybe long after ctx
//	decoder of a watch (*)              rest.Request.Watch (a StreamWatcher)   soon after Stop, or the end of the stream
//	mutation detector                   sharedIndexInformer.RunWithContext     after the controller; if off, at once
//	processor.run                       sharedIndexInformer.RunWithContext     after the controller and all listeners
//	announceSynced                      sharedIndexInformer.RunWithContext     when synced, or after the controller
//	processorListener.run, one a        sharedProcessor, at the start or       when the handler is removed, or after the
//	handler                             when the handler is added              controller; processor.run waits for it
//
// # Ends of a watch
//
// A round is one call of ListAndWatchWithContext. Waits take 0.8 s, doubling up to 30 s, plus as much again by chance.
//
//	the watch                           round             what follows
//	reached its timeout, or was cut     goes on           a watch from the last version, at once and without a list
//	ended within 1 s without an event   ends, nil         wait, new round (VeryShortWatchError, only logged)
//	not opened: 429, no connection      goes on           wait, the same watch
//	not opened: 410                     ends, error       watch error handler, wait, new round
//	not opened: any other reason        ends, error       watch error handler, wait, new round
//	sent an Error event: 429            goes on           wait, a watch from the last version
//	sent an Error event: 410            ends, nil         wait, new round
//	sent an Error event: any other      ends, nil         wait, new round. MaxInternalErrorRetryDuration, which no
//	                                                      informer sets, has a 500 answered by a watch, at once
//
// "No connection" is a refused one; one that breaks before the answer is a watch that was cut. Only an error of the round
// reaches the watch error handler. A new round begins with a list, not older than the last version. If the server says
// that this version has expired, the list is asked for again at once, at the newest there is (setLost).
//
// # Locks
//
// Locks are held together only in this order, from left to right:
//
//	startedLock   ─┬─▶ blockDeltas ─┬─▶ listenersLock ─▶ lock of a listener ─▶ lock of its SingleFileTracker
//	queue's lock  ─┘                ├─▶ lock of the store
//	                                └─▶ lock of the mutation detector
//
// Some in the middle may be left out: the queue asks the store for what it knows, AddIndexers holds startedLock and the
// store's. startedLock and the queue's are never held together. Under startedLock, LastSyncResourceVersion takes the
// controller's reflectorMutex and the Reflector's position, in this order.
//
// A DeltaFIFO keeps its lock while what was popped is processed; the RealFIFO of an informer does so only while 2,000
// deltas or more wait.
//
// No lock is held while a handler of a shared informer runs. The one handler of a NewInformer is called by who processes,
// thus with the queue locked where that is so. A transformer may run with the queue locked, an index function runs with
// the store locked. A function whose name ends in Locked needs its type's lock to be held by the caller.
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
