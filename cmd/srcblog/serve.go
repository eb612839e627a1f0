package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/cmd/srcblog/internal/hugosite"
	"github.com/srcblog/srcblog/codeextract"
)

type serveOptions struct {
	port    int
	bind    string
	baseURL string
	drafts  bool
}

func newServeCmd(a *app) *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: a.T("Show the site while you write: pages and code reload when saved"),
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runServe(cmd.Context(), a, o) },
	}
	f := cmd.Flags()
	f.IntVarP(&o.port, "port", "p", 0, a.T("port to listen on (default: 1313, or a free one where that is taken)"))
	f.StringVar(&o.bind, "bind", "127.0.0.1", a.T("address to listen on"))
	f.StringVarP(&o.baseURL, "baseURL", "b", "", a.T("address of the site, instead of the configured one"))
	f.BoolVarP(&o.drafts, "buildDrafts", "D", false, a.T("include drafts"))
	return cmd
}

// runServe keeps the per-page files in step with pages and sources while Hugo's server, which reloads a page by itself
// when the file it read changed, runs in the foreground.
func runServe(ctx context.Context, a *app, o *serveOptions) error {
	root, err := a.Root()
	if err != nil {
		return err
	}
	if _, err := a.OpenAt(root); err != nil {
		return err // a mistake in srcblog.toml while serving is told and survived; at the start it ends it
	}
	watcher, err := newWatcher()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	types := newTypesLoader()
	defer types.wait.Wait()
	watcher.again = types.done
	var last *codeextract.Site
	refresh := func(again bool) (trees, sources []string) {
		trees, sources, last = a.refresh(ctx, root, last, types.unless(again))
		return trees, append(sources, filepath.Join(root, codeextract.ConfigName))
	}
	// Now, and not in the goroutine: Hugo never watches a folder that was missing when it started.
	if _, err := watcher.follow(refresh(false)); err != nil {
		stop()
		return fmt.Errorf("watch files: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := watcher.run(ctx, refresh); err != nil {
			a.Report(err) // at once: the server goes on, and nobody would know that saving does nothing any more
		}
	}()

	err = hugosite.Serve(hugosite.ServeOptions{
		Options: hugosite.Options{Root: root, BaseURL: o.baseURL, Drafts: o.drafts},
		Bind:    o.bind, Port: o.port,
	})
	stop()
	<-ended
	return err
}

// refresh brings the per-page files up to date. What is wrong is printed, and what is broken shown in the page: an author in the middle
// of a word must not lose the server. The site is opened anew each time, so that srcblog.toml may change, too. A page does
// not wait for the types of Go packages: what is not known yet goes to types, which may be nil. It gives the folder trees and
// the sources that decide what pages show; none where that can't be known, since a watcher keeps those that it has. last is the
// site of the refresh before, or nil.
func (a *app) refresh(ctx context.Context, root string, last *codeextract.Site, types *typesLoader) (trees, sources []string, site *codeextract.Site) {
	site, err := a.OpenAt(root)
	if err == nil {
		trees = site.Watched()
		site.TypesLater = true
		site.Continue(last)
		var report *codeextract.Report
		if report, err = site.Analyze(ctx); err == nil {
			sources = report.Sources
			if len(report.Problems) > 0 {
				fmt.Fprintln(a.Err, a.Problems(report.Problems))
			}
			if _, err = site.WritePages(report); report.TypesPending && types != nil {
				types.load(ctx, a, site)
			}
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Report(err)
	}
	return trees, sources, site
}

// typesLoader finds out the types of Go packages behind the server's back, once at a time.
type typesLoader struct {
	busy chan struct{} // holds an element while a load runs
	done chan struct{} // gets one when a load has ended: the pages can be written again
	wait sync.WaitGroup
}

func newTypesLoader() *typesLoader {
	return &typesLoader{busy: make(chan struct{}, 1), done: make(chan struct{}, 1)}
}

// unless gives no loader where pages are only written again: what could not be had a moment ago is asked for at the next
// change, not for ever.
func (l *typesLoader) unless(again bool) *typesLoader {
	if again {
		return nil
	}
	return l
}

// typesDelay leaves the processors to Hugo, which has a page to show, before the go command takes them.
const typesDelay = time.Second

// load starts a load, after a while, unless one runs. It ends with ctx.
func (l *typesLoader) load(ctx context.Context, a *app, site *codeextract.Site) {
	select {
	case l.busy <- struct{}{}:
	default:
		return
	}
	l.wait.Go(func() {
		defer func() { <-l.busy }()
		select {
		case <-time.After(typesDelay):
		case <-ctx.Done():
			return
		}
		reason, err := site.LoadTypes(ctx)
		if ctx.Err() != nil || err != nil {
			return // the next refresh reports what is wrong
		}
		a.noTypes(reason)
		select {
		case l.done <- struct{}{}:
		default: // one is waiting to be seen
		}
	})
}
