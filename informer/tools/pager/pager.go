package pager

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Sizes that New sets; client-go's figures.
const (
	defaultPageSize       = 500
	defaultPageBufferSize = 10
)

// ListPageFunc fetches the page that opts asks for by Limit and Continue, as a list object.
type ListPageFunc func(ctx context.Context, opts metav1.ListOptions) (runtime.Object, error)

// SimplePageFunc makes a ListPageFunc of a function that knows no context.
func SimplePageFunc(fn func(opts metav1.ListOptions) (runtime.Object, error)) ListPageFunc {
	return func(_ context.Context, opts metav1.ListOptions) (runtime.Object, error) { return fn(opts) }
}

// ListPager lists a collection page by page. Its fields may be changed until it is used; then it may be used by many
// goroutines at once, as far as PageFn may.
type ListPager struct {
	// PageSize is the Limit of each request that brings no Limit of its own; 0 asks for everything at once.
	PageSize int64
	// PageFn fetches a page. The server may ignore the limit and send everything: lists at resource version "0" are
	// served so, from the watch cache.
	PageFn ListPageFunc
	// FullListIfExpired makes List ask for everything at once when the token of a later page has expired. Without it,
	// that is an error.
	FullListIfExpired bool
	// PageBufferSize is the number of pages that EachListItem fetches ahead.
	PageBufferSize int32
}

// New returns a pager with pages of 500 that falls back to a full list.
func New(fn ListPageFunc) *ListPager {
	return &ListPager{
		PageSize: defaultPageSize, PageFn: fn, FullListIfExpired: true, PageBufferSize: defaultPageBufferSize,
	}
}

// List returns all pages as one list, and whether there was more than one. A single page is returned as it came; glued
// pages are a metainternalversion.List. Its resource version is that of the first page, the moment that all pages show.
//
// The objects share memory with the page they came in. To keep one and drop the others, see ListWithAlloc.
func (p *ListPager) List(ctx context.Context, options metav1.ListOptions) (runtime.Object, bool, error) {
	return p.list(ctx, options, meta.EachListItem)
}

// ListWithAlloc is List with every object in memory of its own, at the price of a shallow copy each. The items of a
// page are one array: as long as one of them is in use, none of them can be freed. For a cache, whose objects are
// replaced one by one, that would hold the whole first list in memory for as long as its most stable object lives.
func (p *ListPager) ListWithAlloc(ctx context.Context, options metav1.ListOptions) (runtime.Object, bool, error) {
	return p.list(ctx, options, meta.EachListItemWithAlloc)
}

// list takes the way of visiting a page's objects as a parameter; it is all that List and ListWithAlloc differ in.
func (p *ListPager) list(ctx context.Context, options metav1.ListOptions,
	eachItem visitFunc) (runtime.Object, bool, error) {
	if options.Limit == 0 {
		options.Limit = p.PageSize
	}
	first := options
	var glued *metainternalversion.List
	for {
		page, err := p.fetch(ctx, options)
		if err != nil && p.expiredHalfway(err, options) {
			// What came so far is of a moment that the server no longer knows. Start over with one request that needs
			// no token and so can't expire.
			full := first
			full.Limit = 0
			page, err = p.fetch(ctx, full)
			return page, glued != nil, err
		}
		if err != nil {
			return nil, glued != nil, err
		}
		info, err := meta.ListAccessor(page)
		if err != nil {
			return nil, glued != nil, fmt.Errorf("returned object must be a list: %w", err)
		}
		token := info.GetContinue()
		if token == "" && glued == nil {
			return page, false, nil
		}
		if glued == nil {
			glued = &metainternalversion.List{}
			glued.ResourceVersion = info.GetResourceVersion()
		}
		if err := eachItem(page, appendTo(glued)); err != nil {
			return nil, true, err
		}
		if token == "" {
			return glued, true, nil
		}
		options = nextPage(options, token)
	}
}

// visitFunc calls fn with each object of a list.
type visitFunc func(list runtime.Object, fn func(runtime.Object) error) error

func appendTo(list *metainternalversion.List) func(runtime.Object) error {
	return func(obj runtime.Object) error {
		list.Items = append(list.Items, obj)
		return nil
	}
}

// fetch gets one page, unless ctx is done: PageFn may be one that knows no context.
func (p *ListPager) fetch(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.PageFn(ctx, options)
}

// expiredHalfway reports whether a full list would help: only when a token went stale. A first page that is refused
// asked for a resource version that is gone, and so would the full list.
func (p *ListPager) expiredHalfway(err error, options metav1.ListOptions) bool {
	return p.FullListIfExpired && options.Continue != "" && errors.IsResourceExpired(err)
}

// nextPage asks for the page behind token. The token says which moment to show, so a resource version beside it is
// an error to the server.
func nextPage(options metav1.ListOptions, token string) metav1.ListOptions {
	options.Continue = token
	options.ResourceVersion = ""
	options.ResourceVersionMatch = ""
	return options
}
