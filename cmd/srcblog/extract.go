package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/cmd/internal/cli"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
)

func newExtractCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "extract",
		Short: a.T("Write only the per-page files that the theme reads"),
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runExtract(cmd.Context(), a) },
	}
}

// What to do about stale snippets: mark them in their pages, fail, or show them as if nothing had changed.
const (
	staleMark   = "mark"
	staleFail   = "fail"
	staleIgnore = "ignore"
)

func runExtract(ctx context.Context, a *app) error {
	root, err := a.Root()
	if err != nil {
		return err
	}
	report, changed, err := a.writePages(ctx, root, staleMark)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, a.T("snippets: %d; files written: %d\n"), cli.Snippets(report), changed)
	return nil
}

// writePages analyses the site and writes its per-page files. Where something is broken it writes nothing and returns the
// problems. stale is one of staleModes; a deferred snippet is stale in its page, but fails nothing.
func (a *app) writePages(ctx context.Context, root, stale string) (report *codeextract.Report, changed int, err error) {
	site, err := a.OpenAt(root)
	if err != nil {
		return nil, 0, err
	}
	report, same := site.Unchanged(stale == staleIgnore)
	if !same {
		if report, err = site.Analyze(ctx); err != nil {
			return nil, 0, err
		}
	}
	if report.Broken() {
		return nil, 0, report.Problems
	}
	if len(report.Problems) > 0 {
		fmt.Fprintln(a.Err, a.Problems(report.Problems)) // lints, which keep no page from being built
	}
	if n := overdue(report); n > 0 {
		fmt.Fprintf(a.Err, a.T("srcblog: stale snippets that await review: %d; see srcblog check\n"), n)
		if stale == staleFail {
			return nil, 0, cli.Exit(1)
		}
	}
	if same {
		return report, 0, nil
	}
	a.noTypes(report.NoTypes)
	if stale == staleIgnore {
		report.Unmark()
	}
	changed, err = site.WritePages(report)
	return report, changed, err
}

// noTypes tells in a line why identifiers have no links, if they have none. The pages are good all the same.
func (a *app) noTypes(reason string) {
	if reason != "" {
		fmt.Fprintf(a.Err, a.T("srcblog: identifiers of some packages are not linked: %s\n"), reason)
	}
}

// overdue counts the snippets that await review now: those that are stale, and those whose deferral ran out.
func overdue(report *codeextract.Report) (n int) {
	for _, it := range report.Items {
		if it.Verdict == freshness.Stale || it.Overdue {
			n++
		}
	}
	return n
}
