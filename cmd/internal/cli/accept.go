package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

func newAcceptCmd(a *App) *cobra.Command {
	o := &codeextract.AcceptOptions{}
	cmd := &cobra.Command{
		Use:   "accept {PAGE#ID | PAGE | SRC#SYMBOL | --all}...",
		Short: a.T("Record that prose was read again and still fits its code"),
		Long: a.T("Record a review in snippets.lock. PAGE#ID is one snippet, PAGE its snippets that were never reviewed, " +
			"SRC#SYMBOL every snippet of a symbol, --all everything. What changed is accepted wholesale only with a reason."),
		Example: "  srcblog accept content/posts/informer.md#pop\n" +
			"  srcblog accept cache#DeltaFIFO.Pop --reviewed \"only a rename\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Targets = args
			return runAccept(cmd.Context(), a, *o)
		},
	}
	cmd.Flags().BoolVar(&o.All, "all", false, a.T("every snippet of the site"))
	cmd.Flags().StringVar(&o.Reviewed, "reviewed", "", a.T("why the prose still holds; recorded in the lock"))
	return cmd
}

func runAccept(ctx context.Context, a *App, o codeextract.AcceptOptions) error {
	if len(o.Targets) == 0 && !o.All {
		return Usage(errors.New(a.T("accept what? Name PAGE#ID, PAGE or SRC#SYMBOL, or give --all")))
	}
	site, err := a.Open()
	if err != nil {
		return err
	}
	accepted, err := site.Accept(ctx, o)
	for _, id := range accepted {
		fmt.Fprintf(a.Out, a.T("accepted %s\n"), id)
	}
	switch {
	case errors.Is(err, codeextract.ErrTarget):
		return Usage(err)
	case err == nil && len(accepted) == 0:
		fmt.Fprintln(a.Err, a.T("nothing to accept; what was changed or never reviewed is accepted by its own PAGE#ID, "+
			"or with --reviewed REASON"))
	}
	return err
}
