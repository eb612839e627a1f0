package cache

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/tools/pager"
)

// list replaces the store's content by a fresh list and notes the list's resource version, from which to watch. When
// ctx is done it returns nil at once, even if the list is still on its way, and leaves the store alone.
func (r *Reflector) list(ctx context.Context) error {
	options := metav1.ListOptions{ResourceVersion: r.position.forList()}
	list, paginated, err := r.listUntilDone(ctx, options)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to list %v: %w", r.typeDescription, err)
	}
	if options.ResourceVersion == "0" && paginated {
		r.pagesAtZero = true
	}
	r.position.setLost(false)
	return r.replaceWith(list)
}

// replaceWith hands a list to the store as one. The store, or who reads from it, finds out by itself what is gone: an
// object that is there and not in the list was deleted while nobody watched.
func (r *Reflector) replaceWith(list runtime.Object) error {
	info, err := meta.ListAccessor(list)
	if err != nil {
		return fmt.Errorf("unable to understand list result %#v: %w", list, err)
	}
	objects, err := objectsOf(list)
	if err != nil {
		return fmt.Errorf("unable to understand list result %#v (%w)", list, err)
	}
	if err := r.incoming.replace(objects, info.GetResourceVersion()); err != nil {
		return fmt.Errorf("unable to sync list result: %w", err)
	}
	r.position.advance(info.GetResourceVersion())
	return nil
}

// listPage fetches one page and prepares what is in it.
func (r *Reflector) listPage(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	page, err := r.listerWatcher.ListWithContext(ctx, options)
	if err != nil {
		return nil, err
	}
	if isTable(page) {
		return nil, fmt.Errorf("unsupported list gvk: %v, type: %v", page.GetObjectKind().GroupVersionKind(), r.typeDescription)
	}
	return r.incoming.preparePage(page)
}

// fetchList lists at the version of options. If the server does not have that version (too old, or too new for it), no
// other than the newest is left: list again at "", or the Reflector would be refused forever.
func (r *Reflector) fetchList(ctx context.Context, options metav1.ListOptions) (runtime.Object, bool, error) {
	p := r.pagerFor(options)
	list, paginated, err := p.ListWithAlloc(ctx, options)
	if isExpired(err) || isTooLarge(err) {
		r.position.setLost(true)
		return p.ListWithAlloc(ctx, metav1.ListOptions{ResourceVersion: r.position.forList()})
	}
	return list, paginated, err
}

// pagerFor decides whether to list in pages. The server answers from its watch cache, in memory, when it may choose the
// version itself ("0": it then ignores the limit) or has no limit to obey. A limit at an exact version sends every page
// to etcd. So: pages for "" and "0", where they cost nothing extra, and none for other versions, unless the server
// turned out to have no watch cache.
func (r *Reflector) pagerFor(options metav1.ListOptions) *pager.ListPager {
	p := pager.New(r.listPage)
	switch {
	case r.WatchListPageSize != 0:
		p.PageSize = r.WatchListPageSize
	case r.pagesAtZero:
		// Keep the pager's own page size.
	case options.ResourceVersion != "" && options.ResourceVersion != "0":
		p.PageSize = 0
	}
	return p
}

// listUntilDone runs fetchList, and gives up waiting for it once ctx is done. A ListFunc without context can't be
// interrupted, and the Reflector must stop nonetheless; such a list is left to end by itself, and nobody reads what it
// brings. A panic in it is passed on to the caller's goroutine, where Run's crash handling is.
func (r *Reflector) listUntilDone(ctx context.Context, options metav1.ListOptions) (runtime.Object, bool, error) {
	type answer struct {
		list      runtime.Object
		paginated bool
		err       error
		panicked  any
	}
	answers := make(chan answer, 1) // room for one, so that a late answer does not block its sender forever
	go func() {
		var a answer
		defer func() {
			a.panicked = recover()
			answers <- a
		}()
		a.list, a.paginated, a.err = r.fetchList(ctx, options)
	}()
	select {
	case <-ctx.Done():
		return nil, false, ctx.Err()
	case a := <-answers:
		if a.panicked != nil {
			panic(a.panicked)
		}
		return a.list, a.paginated, a.err
	}
}
