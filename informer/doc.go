// Package informer is the subject matter of the site: our own implementation of the client-go informer, written to be
// read, run and quoted. Nothing else in this module imports it.
//
// The folders below mirror client-go's, and names, signatures and observable behaviour follow k8s.io/client-go v0.37.2,
// so that an article can set the two side by side. Where ours does something else on purpose, the comment at that place
// says what and why.
//
// The way of an event, and where to read about it:
//
//	API server ──list, watch──▶ tools/cache Reflector
//	                               │ Add, Update, Delete, Replace
//	                               ▼
//	                            tools/cache DeltaFIFO ──Pop──▶ controller.processLoop
//	                                                              │ handleDeltas, processDeltas
//	                                      ┌───────────────────────┴──────┐
//	                                      ▼                              ▼
//	                            tools/cache Indexer          sharedProcessor.distribute
//	                            (what listers read)                      │ one processorListener a handler
//	                                                                     ▼
//	                                                         OnAdd, OnUpdate, OnDelete
package informer
