package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func newListCmd(a *App) *cobra.Command {
	return &cobra.Command{
		Use:     "list SRC[#SYMBOL]",
		Short:   a.T("Print what can be addressed in a source"),
		Long:    a.T("Print what can be addressed in a source: its symbols, or the node paths inside of one, each with its kind, place and code."),
		Example: "  srcblog list cache\n  srcblog list client-go/tools/pager\n  srcblog list 'cache#DeltaFIFO.Pop' | grep call:",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runList(cmd.Context(), a, args[0]) },
	}
}

func runList(ctx context.Context, a *App, src string) error {
	site, err := a.Open()
	if err != nil {
		return err
	}
	symbols, err := site.List(ctx, src)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, s := range symbols {
		fmt.Fprintf(w, "%s\t%s\t%s:%d", s.Name, s.Kind, s.File, s.Line)
		if s.Code != "" {
			fmt.Fprint(w, "\t"+strings.Join(strings.Fields(s.Code), " "))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
