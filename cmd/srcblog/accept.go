package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

func newAcceptCmd(a *app) *cobra.Command {
	o := &codeextract.AcceptOptions{}
	cmd := &cobra.Command{
		Use:   "accept {PAGE#ID | PAGE | SRC#SYMBOL | --all}...",
		Short: a.t("Record that prose was read again and still fits its code"),
		Long: a.t("Record a review in snippets.lock. PAGE#ID is one snippet, PAGE its snippets that were never reviewed, " +
			"SRC#SYMBOL every snippet of a symbol, --all everything. What changed is accepted wholesale only with a reason."),
		Example: "  srcblog accept content/posts/informer.md#pop\n" +
			"  srcblog accept cache#DeltaFIFO.Pop --reviewed \"only a rename\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Targets = args
			return runAccept(cmd.Context(), a, *o)
		},
	}
	cmd.Flags().BoolVar(&o.All, "all", false, a.t("every snippet of the site"))
	cmd.Flags().StringVar(&o.Reviewed, "reviewed", "", a.t("why the prose still holds; recorded in the lock"))
	return cmd
}

func runAccept(ctx context.Context, a *app, o codeextract.AcceptOptions) error {
	if len(o.Targets) == 0 && !o.All {
		return usage(errors.New(a.t("accept what? Name PAGE#ID, PAGE or SRC#SYMBOL, or give --all")))
	}
	site, err := a.open()
	if err != nil {
		return err
	}
	accepted, err := site.Accept(ctx, o)
	for _, id := range accepted {
		fmt.Fprintf(a.out, a.t("accepted %s\n"), id)
	}
	switch {
	case errors.Is(err, codeextract.ErrTarget):
		return usage(err)
	case err == nil && len(accepted) == 0:
		fmt.Fprintln(a.err, a.t("nothing to accept; what was changed or never reviewed is accepted by its own PAGE#ID, "+
			"or with --reviewed REASON"))
	}
	return err
}
