package codeextract

import (
	"context"
	"sync"
)

// ahead parses files that snippets will ask for while others are worked on: parsing is half of a check, and needs nobody.
type ahead struct {
	sources *sources
	queue   chan *rawFile
	queued  map[*rawFile]bool
	done    sync.WaitGroup
}

// parseAhead starts a parser. It works until stop.
func (c *sources) parseAhead() *ahead {
	a := &ahead{sources: c, queue: make(chan *rawFile, 1024), queued: map[*rawFile]bool{}}
	a.done.Go(func() {
		for f := range a.queue {
			_, _ = f.parse() // what is wrong is told to who asks for it
		}
	})
	return a
}

// stop waits for the file that is being parsed, and drops those that nobody asked for.
func (a *ahead) stop() {
	for len(a.queue) > 0 {
		select {
		case <-a.queue:
		default:
		}
	}
	close(a.queue)
	a.done.Wait()
}

// take queues the files in which some snippets will be looked up. What is wrong is told when they are.
func (a *ahead) take(ctx context.Context, snippets []*snippet) {
	c := a.sources
	if c.site.before != nil {
		return // nearly all is parsed
	}
	for _, s := range snippets {
		at := s.place()
		if at.src == "" || len(s.symbols()) == 0 {
			continue
		}
		o, p := c.locate(ctx, s.srcPos(), at)
		if p != nil {
			continue
		}
		names, p := c.goFiles(s.srcPos(), o)
		if p != nil {
			continue
		}
		for _, name := range names {
			for _, symbol := range s.symbols() {
				a.file(o, name, at.build, symbol)
			}
		}
	}
}

// file queues a file once, if find would parse it and has not.
func (a *ahead) file(o *origin, name, build, symbol string) {
	f := a.sources.raw(o, name)
	if a.queued[f] || f.text != nil || f.syntax != nil || f.err != nil {
		return
	}
	if !a.sources.mentions(o, name, symbol) || o.only == "" && !a.sources.belongs(o, name, build) {
		return
	}
	select {
	case a.queue <- f:
		a.queued[f] = true
	default: // more than enough to do
	}
}
