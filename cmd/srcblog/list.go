package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func newListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "list SRC",
		Short:   a.t("Print what can be addressed in a source"),
		Example: "  srcblog list cache\n  srcblog list client-go/tools/pager",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runList(cmd.Context(), a, args[0]) },
	}
}

func runList(ctx context.Context, a *app, src string) error {
	site, err := a.open()
	if err != nil {
		return err
	}
	symbols, err := site.List(ctx, src)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, s := range symbols {
		fmt.Fprintf(w, "%s\t%s\t%s:%d\n", s.Name, s.Kind, s.File, s.Line)
	}
	return w.Flush()
}
