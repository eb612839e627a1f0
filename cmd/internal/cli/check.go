package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/problem"
)

type checkOptions struct {
	strict bool
	format string
	pages  []string // page paths below the repository's root; none means all
}

func newCheckCmd(a *App) *cobra.Command {
	o := &checkOptions{}
	cmd := &cobra.Command{
		Use:   "check [PAGE]...",
		Short: a.T("Say which snippets changed since their prose was reviewed"),
		Long: a.T("Compare every snippet with snippets.lock. Exit code: 0 all is well; 1 code that is shown changed, or was " +
			"never reviewed; 2 a reference leads nowhere; 3 bad syntax, configuration or usage; 4 nothing can be said."),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pages = args
			return runCheck(cmd.Context(), a, o)
		},
	}
	cmd.Flags().BoolVar(&o.strict, "strict", false, a.T("changes of comments count, too"))
	cmd.Flags().StringVar(&o.format, "format", "text", a.T("text or json"))
	return cmd
}

func runCheck(ctx context.Context, a *App, o *checkOptions) error {
	if o.format != "text" && o.format != "json" {
		return Usage(fmt.Errorf(a.T("unknown format %q: text or json"), o.format))
	}
	site, err := a.Open()
	if err != nil {
		return err
	}
	report, err := site.Analyze(ctx)
	if err != nil {
		return err
	}
	if len(o.pages) > 0 {
		if report, err = onlyPages(a, report, o.pages); err != nil {
			return err
		}
	}
	if o.format == "json" {
		err = writeReportJSON(a.Out, report, o.strict)
	} else {
		err = a.writeReport(report)
	}
	if err != nil {
		return err
	}
	return Exit(report.Exit(o.strict))
}

// onlyPages keeps what concerns the named pages. Problems of srcblog.toml and of the lock concern all of them.
func onlyPages(a *App, report *codeextract.Report, names []string) (*codeextract.Report, error) {
	wanted, known := map[string]bool{}, map[string]bool{}
	for _, p := range report.Pages {
		known[p.Path] = true
	}
	for _, name := range names {
		if !known[name] {
			return nil, Usage(fmt.Errorf(a.T("no page %s"), name))
		}
		wanted[name] = true
	}
	kept := &codeextract.Report{}
	for _, p := range report.Pages {
		if wanted[p.Path] {
			kept.Pages = append(kept.Pages, p)
		}
	}
	for _, it := range report.Items {
		if wanted[it.Pos.File] {
			kept.Items = append(kept.Items, it)
		}
	}
	kept.Problems = problem.List{}
	for _, p := range report.Problems {
		if wanted[p.Pos.File] || !known[p.Pos.File] {
			kept.Problems = append(kept.Problems, p)
		}
	}
	return kept, nil
}
