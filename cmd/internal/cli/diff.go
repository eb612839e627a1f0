package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func newDiffCmd(a *App) *cobra.Command {
	var whole bool
	cmd := &cobra.Command{
		Use:   "diff [PAGE#ID | PAGE | SRC#SYMBOL]...",
		Short: a.T("Show how the code of snippets changed since their review"),
		Long: a.T("Print a unified diff of what readers see of a snippet, its last review against now. The old text comes from the " +
			"module cache, the module proxy or git; where it can't be had, the reason is said. Without arguments: all that changed."),
		RunE: func(cmd *cobra.Command, args []string) error { return runDiff(cmd.Context(), a, args, whole) },
	}
	cmd.Flags().BoolVar(&whole, "whole", false, a.T("all of the symbol, also what the snippet leaves out"))
	return cmd
}

func runDiff(ctx context.Context, a *App, targets []string, whole bool) error {
	site, err := a.Open()
	if err != nil {
		return err
	}
	items, err := site.Diff(ctx, targets, whole)
	if err != nil {
		return Usage(err)
	}
	for _, it := range items {
		switch {
		case it.Diff != "":
			fmt.Fprintf(a.Out, "%s: %s\n%s", it.ID, it.Verdict, it.Diff)
		case it.Reason != "":
			fmt.Fprintf(a.Out, "%s: %s\n%s", it.ID, it.Verdict, indent(a.reasonText(it.Reason)))
		}
	}
	return nil
}
