package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

type deferOptions struct {
	targets       []string
	reason, until string
}

func newDeferCmd(a *App) *cobra.Command {
	o := &deferOptions{}
	cmd := &cobra.Command{
		Use:   "defer {PAGE#ID | SRC#SYMBOL}... --reason REASON [--until DATE]",
		Short: a.T("Take stale snippets on as debt, openly"),
		Long: a.T("Let check pass although shown code changed and its prose was not read again yet: the reason is recorded in " +
			"snippets.lock, and the page stays marked. It holds for this change only, and until the end of the day given (UTC)."),
		Example: "  srcblog defer content/posts/informer.md#pop --reason \"the author is on leave\" --until 2027-01-31",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.targets = args
			return runDefer(cmd.Context(), a, o)
		},
	}
	cmd.Flags().StringVar(&o.reason, "reason", "", a.T("why the review has to wait; recorded in the lock"))
	cmd.Flags().StringVar(&o.until, "until", "", a.T("last day of the deferral, as 2006-01-02"))
	return cmd
}

func runDefer(ctx context.Context, a *App, o *deferOptions) error {
	if o.reason == "" {
		return Usage(errors.New(a.T("a deferral needs a reason: --reason REASON")))
	}
	site, err := a.Open()
	if err != nil {
		return err
	}
	deferred, err := site.Defer(ctx, o.targets, o.reason, o.until)
	for _, id := range deferred {
		fmt.Fprintf(a.Out, a.T("deferred %s\n"), id)
	}
	if errors.Is(err, codeextract.ErrTarget) || errors.Is(err, codeextract.ErrNothingToDefer) || errors.Is(err, codeextract.ErrDate) {
		return Usage(err)
	}
	return err
}
