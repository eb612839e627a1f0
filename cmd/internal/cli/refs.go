package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newRefsCmd(a *App) *cobra.Command {
	return &cobra.Command{
		Use:   "refs SRC#SYMBOL",
		Short: a.T("Print who shows a symbol or speaks of it"),
		Long: a.T("Print every place that shows a symbol (snippet), links it (link), links and locks it (track), or has it in a " +
			"call path or picture (callpath and the like), however the place names its source. What has an id is followed by it."),
		Example: "  srcblog refs cache#DeltaFIFO.Pop\n  srcblog refs k8s.io/client-go/tools/pager#ListPager.List",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runRefs(cmd.Context(), a, args[0]) },
	}
}

func runRefs(ctx context.Context, a *App, target string) error {
	if src, symbol, _ := strings.Cut(target, "#"); src == "" || symbol == "" {
		return Usage(errors.New(a.T("refs of what? Name SRC#SYMBOL")))
	}
	site, err := a.Open()
	if err != nil {
		return err
	}
	refs, err := site.Refs(ctx, target)
	if err != nil {
		return err
	}
	for _, r := range refs {
		line := fmt.Sprintf("%s: %s %s", r.Pos, r.Kind, r.ID)
		fmt.Fprintln(a.Out, strings.TrimSpace(line))
	}
	return nil
}
