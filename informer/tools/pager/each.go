package pager

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// EachListItem calls fn with every object, in the order of the list, one at a time. An error of fn ends it and is
// returned. Unlike List, it never holds more than PageBufferSize pages, and never falls back to a full list: fn has
// seen objects already, so an expired token is an error.
//
// The objects share memory with the page they came in. To keep one and drop the others, see EachListItemWithAlloc.
func (p *ListPager) EachListItem(ctx context.Context, options metav1.ListOptions, fn func(runtime.Object) error) error {
	return p.eachPage(ctx, options, func(page runtime.Object) error { return meta.EachListItem(page, fn) })
}

// EachListItemWithAlloc is EachListItem with every object in memory of its own.
func (p *ListPager) EachListItemWithAlloc(ctx context.Context, options metav1.ListOptions,
	fn func(runtime.Object) error) error {
	return p.eachPage(ctx, options, func(page runtime.Object) error { return meta.EachListItemWithAlloc(page, fn) })
}

// eachPage hands pages to fn while a goroutine fetches the next ones. The channel between them is the buffer: a full
// one makes the fetching wait, a closed one says that there are no more pages. eachPage ends the goroutine and waits
// for it, also when fn fails.
func (p *ListPager) eachPage(ctx context.Context, options metav1.ListOptions, fn func(runtime.Object) error) error {
	if p.PageBufferSize < 0 {
		return fmt.Errorf("ListPager.PageBufferSize must be >= 0, got %d", p.PageBufferSize)
	}
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	pages := make(chan runtime.Object, p.PageBufferSize)
	fetched := make(chan error, 1)
	go func() {
		defer close(pages)
		fetched <- p.fetchInto(ctx, options, pages)
	}()

	err := drain(ctx, pages, fn)
	cancel()
	if fetchErr := <-fetched; err == nil {
		err = fetchErr
	}
	if parent.Err() != nil && errors.Is(err, context.Canceled) {
		return parent.Err()
	}
	return err
}

// drain calls fn with each page until there are no more. Pages still buffered when ctx is done are not handed out.
func drain(ctx context.Context, pages <-chan runtime.Object, fn func(runtime.Object) error) error {
	for page := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(page); err != nil {
			return err
		}
	}
	return nil
}

// fetchInto sends page after page, and returns once the last is sent, one can't be fetched, or ctx is done.
func (p *ListPager) fetchInto(ctx context.Context, options metav1.ListOptions, pages chan<- runtime.Object) error {
	if options.Limit == 0 {
		options.Limit = p.PageSize
	}
	for {
		page, err := p.fetch(ctx, options)
		if err != nil {
			return err
		}
		info, err := meta.ListAccessor(page)
		if err != nil {
			return fmt.Errorf("returned object must be a list: %w", err)
		}
		select {
		case pages <- page:
		case <-ctx.Done():
			return ctx.Err()
		}
		if info.GetContinue() == "" {
			return nil
		}
		options = nextPage(options, info.GetContinue())
	}
}
