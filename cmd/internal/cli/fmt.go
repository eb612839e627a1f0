package cli

import (
	"errors"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

type fmtOptions struct {
	list, diff bool
	pages      []string
}

func newFmtCmd(a *App) *cobra.Command {
	o := &fmtOptions{}
	cmd := &cobra.Command{
		Use:   "fmt [PAGE]...",
		Short: a.T("Write snip blocks in one form, ids filled in"),
		Long: a.T("Give the snip blocks of pages, or of all pages, one form: ids filled in, one space between words, directives " +
			"in the fence's column and what continues them two spaces further. All else stays as it is, byte by byte. The " +
			"pages that were written are printed; with -l or -d, nothing is written. A block with a mistake is left alone, " +
			"and the exit code is 3."),
		Example: "  srcblog fmt\n  srcblog fmt -d content/posts/informer.md",
		RunE: func(_ *cobra.Command, args []string) error {
			o.pages = args
			return runFmt(a, o)
		},
	}
	cmd.Flags().BoolVarP(&o.list, "list", "l", false, a.T("only list the pages that would change"))
	cmd.Flags().BoolVarP(&o.diff, "diff", "d", false, a.T("only show how the pages would change"))
	return cmd
}

func runFmt(a *App, o *fmtOptions) error {
	site, err := a.Open()
	if err != nil {
		return err
	}
	pages, problems, err := site.Format(o.pages)
	if errors.Is(err, codeextract.ErrPage) {
		return Usage(err)
	}
	if err != nil {
		return err
	}
	for _, p := range pages {
		if !o.list && !o.diff {
			if err := p.Write(); err != nil {
				return err
			}
		}
		if o.list || !o.diff {
			fmt.Fprintln(a.Out, p.Path)
		}
		if o.diff {
			fmt.Fprintf(a.Out, "%s", diff.Diff(p.Path+".orig", p.Old, p.Path, p.New))
		}
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}
