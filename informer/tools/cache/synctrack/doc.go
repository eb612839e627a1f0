// Package synctrack finds out when a consumer has processed the whole initial list of an informer.
//
// That the informer has synced says only that its cache is complete. A consumer further down, behind a buffer or a
// workqueue, is later. SingleFileTracker serves a consumer that takes events one by one, as an event handler does;
// AsyncTracker one that hands keys to several workers; Lazy computes a result from what was collected when it is wanted.
package synctrack
