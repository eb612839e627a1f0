// Package pager reads a long list in pages.
//
// A list of 100,000 pods as one answer costs the API server and the client hundreds of megabytes at once. With a Limit
// the server sends that many objects and a Continue token, and the next request hands the token back. All pages are of
// one moment: the token pins the resource version of the first page. The price is that the moment ages; after about
// five minutes etcd forgets it and the token is answered with 410 Gone.
//
// ListPager.List (pager.go) glues the pages into one list; EachListItem (each.go) hands out one object at a time while
// the next pages are already on their way. Names and behaviour follow k8s.io/client-go/tools/pager.
package pager
