package workqueue

// ShutDown makes the queue take no more items. Those that wait are still handed out; workers end when Get tells them
// that nothing is left. It does not wait for them, and releases those who do in ShutDownWithDrain.
func (q *Typed[T]) ShutDown() {
	q.metrics.stop()
	q.lock.Lock()
	defer q.lock.Unlock()
	q.drain = false
	q.shutDownLocked()
	q.idle.Broadcast()
}

// ShutDownWithDrain makes the queue take no more items and blocks until no worker has one, or ShutDown is called. If a
// worker never calls Done, it blocks for ever.
//
// Mind that it does not wait for the queue to be empty, neither here nor in client-go: items may wait that nobody takes,
// and in the moment between a worker's Done and its next Get nobody has one. Who needs to know that all is done must
// wait for the workers to return.
//
// Several goroutines may wait here. client-go wakes one of them when the last item is done; the others wait for ever.
func (q *Typed[T]) ShutDownWithDrain() {
	q.metrics.stop()
	q.lock.Lock()
	defer q.lock.Unlock()
	q.drain = true
	q.shutDownLocked()
	for q.processing > 0 && q.drain {
		q.idle.Wait()
	}
}

// shutDownLocked wakes all workers: those that find nothing are to end.
func (q *Typed[T]) shutDownLocked() {
	q.shuttingDown = true
	q.queued.Broadcast()
}

// ShuttingDown reports whether the queue takes no more items. Some may still wait.
func (q *Typed[T]) ShuttingDown() bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.shuttingDown
}
