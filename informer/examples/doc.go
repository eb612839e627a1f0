// Package examples has no code of its own: its tests are short programs that use the informer, each with the output it
// is checked against.
//
//   - queue_test.go: what DeltaFIFO and RealFIFO make of the same changes
//   - informer_test.go: an informer from list to handler; a missed deletion; a handler that comes late
//   - read_test.go: listers, indices, and transforming objects before they are kept
//   - controller_test.go: handler, work queue and worker, as a controller has them
//   - source_test.go: the server they all talk to
//
// The program in ../cmd/watchpods shows the hops inside.
package examples
