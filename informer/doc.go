// Package informer is the subject matter of the site: our own implementation of the client-go informer, written to be
// read, run and quoted. Nothing else in this module imports it.
//
// The folders below mirror client-go's, and names, signatures and observable behaviour follow k8s.io/client-go v0.37.2,
// so that an article can set the two side by side. Where ours does something else on purpose, the comment at that place
// says what and why.
//
// Defaults are those of v0.37 too: RealFIFO as the queue, and a list that is streamed by the watch. The classic way, a
// DeltaFIFO and a list before the watch, is a choice, for each informer (cache.SharedIndexInformerOptions) or for a
// factory (informers.WithQueue, informers.WithInitialSync).
//
// The way of an event, and where to read about it:
//
//	API server ──list, watch──▶ tools/cache Reflector
//	                               │ Add, Update, Delete, Replace
//	                               ▼
//	                            tools/cache RealFIFO ──PopBatch──▶ controller.processLoop
//	                                                                  │
//	              ┌───────────────────────────┬───────────────────────┴──┐
//	              │ several objects           │ one object               │ all: ReplacedAll, SyncAll
//	              ▼                           ▼                          ▼
//	       handleBatchDeltas             handleDeltas               handleDeltas
//	       processDeltasInBatch          processDeltas              processDeltas
//	              │                           │                     processCollection, processReplacedAll
//	              └───────────────────────────┼──────────────────────────┘
//	                                      ┌───┴──────────────────────────┐
//	                                      ▼                              ▼
//	                            tools/cache Indexer          sharedProcessor.distribute
//	                            (what listers read)                      │ one processorListener a handler
//	                                                                     ▼
//	                                                         OnAdd, OnUpdate, OnDelete
//
// The classic way has the middle column alone: from a DeltaFIFO, Pop gives the changes of one object at a time, and a list
// has become one change for each object on its way in.
//
// The buffer of a processorListener is not a work queue: it keeps each event, in order, and tries none again. A handler
// whose work may fail or take long adds the object's key to a queue of util/workqueue and returns; examples has such a
// controller.
package informer
