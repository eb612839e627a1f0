// Package flowcontrol keeps a client from asking its server for too much.
//
// One thing lives here: the token bucket that [github.com/srcblog/srcblog/informer/rest] puts in front of every
// request. Names and behaviour follow k8s.io/client-go/util/flowcontrol; the bucket itself is ours, where client-go
// wraps golang.org/x/time/rate.
package flowcontrol
