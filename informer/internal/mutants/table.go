package main

const (
	cacheDir     = "informer/tools/cache"
	workqueueDir = "informer/util/workqueue"
)

// The tests that compare everything with client-go, in random scripts.
var (
	pipeline  = test{"informer/differential", "TestPipeline"}
	informers = test{"informer/differential", "TestInformers"}
	queues    = test{workqueueDir, "TestAgainstClientGo"}
)

func own(name string) test { return test{cacheDir, name} }

var table = []mutant{
	{
		"Reflector", "the last version does not move with events", cacheDir + "/reflector_events.go",
		"r.position.advance(resourceVersion)", "_ = resourceVersion", []test{pipeline},
	}, {
		"Reflector", "a DELETED event is taken for a change", cacheDir + "/reflector_events.go",
		"return store.Delete(event.Object)", "return store.Update(event.Object)", []test{informers},
	}, {
		"Reflector", "a watch that ends after a long quiet counts as very short", cacheDir + "/reflector_events.go",
		"handled == 0 && r.clock.Since(opened) < time.Second", "handled == 0", []test{pipeline},
	}, {
		"Reflector", "after an expired list it asks for the same version again", cacheDir + "/reflector_list.go",
		"r.position.setLost(true)", "r.position.setLost(false)", []test{pipeline},
	}, {
		"Reflector", "a busy server makes it list instead of wait", cacheDir + "/reflector_errors.go",
		"|| apierrors.IsTooManyRequests(err)", "", []test{pipeline},
	}, {
		"Reflector", "a new list after the watch expired goes back to version 0", cacheDir + "/reflector_position.go",
		"case p.last == \"\":\n\t\treturn \"0\"", "case p.last != \"?\":\n\t\treturn \"0\"", []test{pipeline},
	}, {
		"streamed list", "nothing is done about a server that can't stream", cacheDir + "/reflector.go",
		"if stream == nil {", "if stream == nil && r.initialSync != InitialSyncWatchList {", []test{pipeline},
	}, {
		"pager", "a page is asked for by token and version", "informer/tools/pager/pager.go",
		"options.ResourceVersion = \"\"\n", "", []test{pipeline},
	}, {
		"pager", "an expired token is an error", "informer/tools/pager/pager.go",
		"return p.FullListIfExpired && options.Continue != \"\" &&", "return p.FullListIfExpired && options.Continue == \"\" &&",
		[]test{{"informer/tools/pager", "TestListAsClientGo"}},
	}, {
		"RealFIFO", "a batch holds two changes of one object", cacheDir + "/real_fifo_pop.go",
		"again || size == limit", "again && size == limit || size == limit", []test{pipeline},
	}, {
		"RealFIFO", "a batch goes on behind the initial list", cacheDir + "/real_fifo_pop.go",
		"limit = min(limit, f.initialPopulationCount)", "limit = min(limit, maxBatch)", []test{pipeline},
	}, {
		"RealFIFO", "a relist tells of a deletion that waits in the queue once more", cacheDir + "/real_fifo_replace.go",
		"if newest.delta.Type != Deleted {", "if newest.delta.Type != \"\" {", []test{pipeline},
	}, {
		"RealFIFO", "a resync brings back the old state of an object that waits", cacheDir + "/real_fifo_replace.go",
		"waiting[item.key] = struct{}{}", "_ = item", []test{pipeline},
	}, {
		"DeltaFIFO", "two deletions in a row stay two", cacheDir + "/delta.go",
		"|| next.Type != Deleted {", "|| next.Type != Deleted || len(d) > 0 {", []test{pipeline},
	}, {
		"DeltaFIFO", "a relist forgets what only the consumer has", cacheDir + "/delta_fifo_replace.go",
		"if f.knownObjects == nil {\n\t\treturn missed", "if f.knownObjects == nil || len(listed) > 0 {\n\t\treturn missed", []test{pipeline},
	}, {
		"DeltaFIFO", "a key that changes again goes to the end", cacheDir + "/delta_fifo.go",
		"if !isWaiting {\n\t\tf.queue = append(f.queue, key)", "if !isWaiting || len(waiting) > 1 {\n\t\tf.queue = append(f.queue, key)",
		[]test{pipeline},
	}, {
		"DeltaFIFO", "an unknown object's deletion is queued", cacheDir + "/delta_fifo.go",
		"!waiting && !f.consumerHasLocked(key)", "!waiting && f.closed", []test{pipeline},
	}, {
		"DeltaFIFO", "a resync brings back the old state of an object that waits", cacheDir + "/delta_fifo_replace.go",
		"_, isWaiting := f.items[key]; !isWaiting {", "_, isWaiting := f.items[key]; !isWaiting || key != \"\" {", []test{pipeline},
	}, {
		"sync signals", "deletions of the first list are not waited for", cacheDir + "/delta_fifo_replace.go",
		"f.initialPopulationCount = len(listed) + missed", "f.initialPopulationCount = len(listed) + 0*missed",
		[]test{own("TestDeltaFIFOSynced|TestDeltaFIFOAgainstClientGo")},
	}, {
		"sync signals", "the queue has synced before its last object is processed", cacheDir + "/delta_fifo.go",
		"defer f.poppedLocked()", "f.poppedLocked()", []test{own("TestDeltaFIFOSynced"), informers},
	}, {
		"sync signals", "a handler has synced while it is still busy with the list", "informer/tools/cache/synctrack/single_file_tracker.go",
		"t.upstreamSynced && t.unfinished == 0", "t.upstreamSynced", []test{informers},
	}, {
		"sync signals", "a late handler never learns that the list is complete", cacheDir + "/shared_informer_handlers.go",
		"if s.HasSynced() {", "if !s.HasSynced() {", []test{informers},
	}, {
		"tombstones", "a tombstone is put into a tombstone", cacheDir + "/delta_fifo_replace.go",
		"return tombstone.Obj", "return tombstone", []test{pipeline},
	}, {
		"tombstones", "the final state does not replace a tombstone", cacheDir + "/delta.go",
		"last.Object = next.Object", "_ = next", []test{own("TestDeltaFIFO|TestDeltas|TestDeltaFIFOAgainstClientGo")},
	}, {
		"tombstones", "an object that a tombstone stands for stays in the cache", cacheDir + "/key.go",
		"return tombstone.Key, nil", "return \"?\" + tombstone.Key, nil", []test{informers},
	}, {
		"processDeltas", "the handler is told before the cache is changed", cacheDir + "/process_deltas.go",
		"if err := clientState.Update(obj); err != nil {\n\t\treturn err\n\t}\n\thandler.OnUpdate(old, obj)\n\treturn nil",
		"handler.OnUpdate(old, obj)\n\treturn clientState.Update(obj)",
		[]test{own("TestProcessDeltasChangesTheStoreFirst")},
	}, {
		"processDeltas", "a batch calls every change an addition", cacheDir + "/process_batch.go",
		"txns[i].Type, olds[i] = TransactionTypeUpdate, old", "olds[i] = old", []test{informers},
	}, {
		"controller", "a batch is never asked for", cacheDir + "/controller.go",
		"batches != nil && c.config.ProcessBatch != nil", "batches != nil && c.config.ProcessBatch != nil && ctx == nil",
		[]test{own("TestControllerUsesBatches")},
	}, {
		"resync", "everybody is told of a resync", cacheDir + "/shared_processor.go",
		"!sync || listener.resync.due", "!sync || p.running", []test{informers},
	}, {
		"resync", "a handler's next resync is never set", cacheDir + "/resync_schedule.go",
		"if s.due {", "if s.due && s.period == 0 {", []test{informers},
	}, {
		"resync", "a relist of what has not changed counts as a change", cacheDir + "/shared_informer.go",
		"isSync := hadVersion && hasVersion && oldVersion == newVersion", "isSync := hadVersion && hasVersion && oldVersion == newVersion+\"?\"",
		[]test{informers},
	}, {
		"shared processor", "a removed handler is told on", cacheDir + "/shared_processor.go",
		"p.listeners = slices.Delete(p.listeners, i, i+1)\n\tlistener.stop()", "p.listeners[i] = listener", []test{informers},
	}, {
		"shared processor", "a late handler does not hear of what is there", cacheDir + "/shared_informer_handlers.go",
		"for _, obj := range s.indexer.List() {", "for _, obj := range s.indexer.List()[:0] {", []test{informers},
	}, {
		"listener", "a late handler's additions are not called initial", cacheDir + "/shared_informer_handlers.go",
		"isInInitialList: true}", "isInInitialList: false}", []test{informers},
	}, {
		"listener", "the buffer mixes up its order when it grows", cacheDir + "/ring_buffer.go",
		"copy(slots[n:], r.slots[:r.size-n])", "copy(slots[n:], r.slots[min(1, r.size-n):r.size-n])", []test{own("TestRingBuffer")},
	}, {
		"index", "a value that no object has any more stays listed", cacheDir + "/index.go",
		"if keys.len() == 0 {", "if keys.len() < 0 {", []test{informers},
	}, {
		"index", "an object is still found by its former value", cacheDir + "/index.go",
		"for _, value := range before {", "for _, value := range before[:0] {", []test{informers},
	}, {
		"index", "an index that comes late does not know what is there", cacheDir + "/thread_safe_store.go",
		"m.index.updateSingle(name, key, nil, obj)", "m.index.updateSingle(name, key, obj, obj)", []test{informers},
	}, {
		"store", "a deleted object stays", cacheDir + "/thread_safe_store.go",
		"delete(m.items, key)", "m.items[key] = old", []test{informers},
	}, {
		"workqueue", "an item that was added while a worker had it is lost", workqueueDir + "/queue.go",
		"if before&dirty != 0 {", "if before&dirty == dirty|processing {", []test{queues},
	}, {
		"workqueue", "two workers have one item", workqueueDir + "/queue.go",
		"case processing:\n\t\tq.states[item] = dirty | processing\n\t\tq.metrics.added(item)",
		"case processing:\n\t\tq.metrics.added(item)\n\t\tq.pushLocked(item)", []test{queues},
	}, {
		"workqueue", "a later time replaces an earlier one", workqueueDir + "/schedule.go",
		"case due.Before(d.due):", "case !due.Equal(d.due):", []test{queues},
	}, {
		"workqueue", "a success does not end the back-off", workqueueDir + "/rate_limiters.go",
		"delete(f.byItem, item)", "_ = item", []test{{workqueueDir, "TestAgainstClientGo|Test.*RateLimiter.*"}},
	}, {
		"workqueue", "a Queue is told of an item that is not in it", workqueueDir + "/queue.go",
		"// Done will see to it.", "q.queue.Touch(item)", []test{queues},
	}, {
		"workqueue", "items are taken in after ShutDown", workqueueDir + "/queue.go",
		"if q.shuttingDown {\n\t\treturn\n\t}", "if q.drain {\n\t\treturn\n\t}", []test{queues},
	}, {
		"workqueue", "a drain does not wait for workers", workqueueDir + "/shutdown.go",
		"for q.processing > 0 && q.drain {", "for q.processing < 0 && q.drain {", []test{queues},
	}, {
		"workqueue", "a drain waits for items that nobody takes", workqueueDir + "/shutdown.go",
		"for q.processing > 0 && q.drain {", "for q.processing+q.queue.Len() > 0 && q.drain {", []test{queues},
	}, {
		"workqueue", "one of two drains waits for ever", workqueueDir + "/queue.go",
		"q.idle.Broadcast()", "q.idle.Signal()", []test{{workqueueDir, "TestShutDown"}},
	}, {
		"workqueue", "what is due last comes first", workqueueDir + "/schedule.go",
		"return h[i].due.Before(h[j].due)", "return h[j].due.Before(h[i].due)", []test{queues},
	}, {
		"workqueue", "an earlier time for an item that waits is slept through", workqueueDir + "/schedule.go",
		"return d.index == 0", "return d.index == 0 && !known", []test{queues},
	}, {
		"workqueue", "of two items due at once one is lost", workqueueDir + "/delaying_queue.go",
		"for _, item := range due {", "for _, item := range due[:min(1, len(due))] {", []test{{workqueueDir, "TestAddAfter"}},
	}, {
		"workqueue", "the memory of a burst is kept for ever", workqueueDir + "/fifo.go",
		"cap(emptied) > max(keepCapacity, 4*len(f.out))", "cap(emptied) < 0", []test{{workqueueDir, "TestFIFOGivesMemoryBack"}},
	}, {
		"workqueue", "the first failure counts as the second", workqueueDir + "/rate_limiters.go",
		"doublings := r.count(item) - 1", "doublings := r.count(item)", []test{queues},
	},
}
