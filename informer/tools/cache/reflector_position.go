package cache

import "sync"

// syncPosition is how far the Reflector has come in the history of its collection, as a resource version. From it
// follows at which version the next list asks.
//
// A resource version is an opaque string to clients: it may be compared for equality and handed back to the server,
// nothing else here relies on.
type syncPosition struct {
	mu   sync.RWMutex // guards both
	last string       // "" before the first list
	lost bool         // the server no longer has the version last, or does not have it yet
}

// resourceVersion is the last version seen.
func (p *syncPosition) resourceVersion() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.last
}

// advance moves to a version just seen.
func (p *syncPosition) advance(resourceVersion string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = resourceVersion
}

// setLost records whether the server was able to serve the last version.
func (p *syncPosition) setLost(lost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost = lost
}

// forList is the version to list at. The server answers with a state that is:
//
//   - "0": any that it has at hand. The cheapest question, and good enough for a start: the watch brings the rest.
//   - last: not older than last. A later list must not go back in time: handlers would see a deleted object again.
//   - "": the newest, read from etcd by a quorum. The dearest question, asked only when last is lost.
func (p *syncPosition) forList() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	switch {
	case p.lost:
		return ""
	case p.last == "":
		return "0"
	default:
		return p.last
	}
}

// forWatchList is the version for a streamed list: not older than last, and the newest if there is none. "0" would
// save the server little here, as it streams from its watch cache anyway.
func (p *syncPosition) forWatchList() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.lost {
		return ""
	}
	return p.last
}
