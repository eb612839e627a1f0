package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

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
	site, err := a.OpenAt(root)
	if err != nil {
		return err
	}
	// Now, and not in the goroutine: Hugo never watches a folder that was missing when it started.
	a.refresh(ctx, root)

	ctx, stop := context.WithCancel(ctx)
	watcher, err := newWatcher(append(site.Watched(), filepath.Join(root, codeextract.ConfigName)))
	if err != nil {
		stop()
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- watcher.run(ctx, func() { a.refresh(ctx, root) }) }()

	err = hugosite.Serve(hugosite.ServeOptions{
		Options: hugosite.Options{Root: root, BaseURL: o.baseURL, Drafts: o.drafts},
		Bind:    o.bind, Port: o.port,
	})
	stop()
	return errors.Join(err, <-ended)
}

// refresh brings the per-page files up to date. What is broken is printed, and shown in the page: an author in the middle
// of a word must not lose the server. The site is opened anew each time, so that srcblog.toml may change, too.
func (a *app) refresh(ctx context.Context, root string) {
	site, err := a.OpenAt(root)
	if err == nil {
		var report *codeextract.Report
		if report, err = site.Analyze(ctx); err == nil {
			if report.Broken() {
				fmt.Fprintln(a.Err, report.Problems)
			}
			_, err = site.WritePages(report)
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Report(err)
	}
}
