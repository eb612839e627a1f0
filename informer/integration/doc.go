// Package integration holds the informer against a real API server: kube-apiserver with etcd, on the loopback.
//
// "make test-server" builds that server (folder apiserver, a module of its own) and runs the tests, which take its path
// from the environment variable APISERVER and skip without it.
//
// To read: cluster_test.go starts and kills the server, client_test.go talks to it and keeps a record of the requests,
// and history_test.go is the handler that judges: what an informer tells must be true, in order and without repeats.
// The other files are the cases.
//
// What a server sends is never counted exactly. The deletion of one pod may be one event or two, a watch that was
// broken may skip states, and all of that is right, as long as the history holds together and ends where the server is.
package integration
