package main

import (
	"context"
	"errors"

	"github.com/srcblog/srcblog/informer/tools/cache"
)

// chapter is one thing that happens on the server. It is over when the handler was called.
type chapter struct {
	title  string
	happen func(s *source)
}

var errStoryCut = errors.New("interrupted before the end of the story")

// tell runs an informer against the built-in source and lets one thing happen after the other.
func tell(ctx context.Context, trace *tracer, options cache.SharedIndexInformerOptions) error {
	pods := newSource()
	pods.set("web")
	story := []chapter{
		{"there is a pod, and the informer starts", func(*source) {}},
		{"the pod changes", func(s *source) { s.set("web") }},
		{"another is created", func(s *source) { s.set("db") }},
		{"and deleted", func(s *source) { s.remove("db") }},
		{"the watch breaks, and the first pod is deleted before the next list", func(s *source) {
			s.removeUnseen("web")
		}},
		{"it is created again", func(s *source) { s.set("web") }},
	}

	told := make(chan struct{}, 16)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	defer func() { <-ended }()
	defer cancel()
	for i, chapter := range story {
		trace.print("", "%d. %s", i+1, chapter.title)
		chapter.happen(pods)
		if i == 0 {
			go func() { ended <- follow(ctx, trace, pods, options, func() { told <- struct{}{} }) }()
		}
		select {
		case <-told:
		case <-ctx.Done():
			return errStoryCut
		}
	}
	return nil
}
