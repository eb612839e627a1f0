// Package differential holds no code, only tests: it lets our informers and client-go's follow the same random scripts
// and compares all that can be seen of them from outside.
//
// The files, in reading order:
//
//   - script_test.go: what can happen, how a script of it is drawn from a seed, and how a failing one is cut down.
//   - server_test.go: the API server that a script drives. Each side has one of its own, and both get the same script.
//   - pipeline_test.go: Reflector and queue, with a consumer that pops when the script says so. All is compared to the
//     nanosecond: requests, each Pop's deltas, sync signals, versions.
//   - informer_test.go: shared informers, and those with one handler, with handlers that come and go: what each handler
//     is told, the cache and its indices, sync signals, versions, requests, and that all falls silent at the end.
//   - model_test.go: what must hold for any informer, so that two equal mistakes are not taken for the truth.
//
// A few hundred seeds run with all other tests, ten thousand by make diff-informer. What client-go leaves open stays
// open here: the order between keys after a relist or a resync, and how long its jittered waits are. Where ours is
// another on purpose, the comment at the place in the code says so and no script goes there: a streamed list that
// falls silent, or that ends early again and again, for which client-go waits or tries without end.
package differential
