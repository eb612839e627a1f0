package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

func newAcceptCmd(a *App) *cobra.Command {
	o := &codeextract.AcceptOptions{}
	var yes bool
	cmd := &cobra.Command{
		Use:   "accept {PAGE#ID | PAGE | SRC#SYMBOL | --all}...",
		Short: a.T("Record that prose was read again and still fits its code"),
		Long: a.T("Record a review in snippets.lock. PAGE#ID is one snippet, PAGE its snippets that were never reviewed, " +
			"SRC#SYMBOL every snippet of a symbol, --all everything. What changed is accepted wholesale only with a reason. " +
			"On a terminal, each change is shown with the prose around it before you are asked."),
		Example: "  srcblog accept content/posts/informer.md#pop\n" +
			"  srcblog accept cache#DeltaFIFO.Pop --reviewed \"only a rename\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Targets = args
			if !yes && a.terminal(a.Out) && a.terminal(a.In) {
				o.Confirm = a.confirm(bufio.NewReader(a.In))
			}
			return runAccept(cmd.Context(), a, *o)
		},
	}
	cmd.Flags().BoolVar(&o.All, "all", false, a.T("every snippet of the site"))
	cmd.Flags().StringVar(&o.Reviewed, "reviewed", "", a.T("why the prose still holds; recorded in the lock"))
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, a.T("do not ask"))
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

// confirm shows a change beside its prose and asks whether the prose still holds. Anything but yes is no; an input that
// ends gives up.
func (a *App) confirm(in *bufio.Reader) func(*codeextract.Item, string) (bool, error) {
	return func(it *codeextract.Item, prose string) (bool, error) {
		fmt.Fprint(a.Out, a.itemText(it))
		if prose != "" {
			fmt.Fprint(a.Out, "\n"+quoted(prose)+"\n")
		}
		fmt.Fprint(a.Out, a.T("Does the prose hold? [y/N] "))
		answer, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) && answer == "" {
			fmt.Fprintln(a.Out)
			return false, errors.New(a.T("no answer: nothing was recorded"))
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return false, fmt.Errorf("read answer: %w", err)
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes", "是":
			return true, nil
		}
		return false, nil
	}
}

// quoted sets prose off from what the program says.
func quoted(prose string) string {
	return "  | " + strings.ReplaceAll(strings.TrimRight(prose, "\n"), "\n", "\n  | ") + "\n"
}
