package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

type checkOptions struct {
	strict  bool
	offline bool
	base    string // a revision; "" for none
	format  string
	output  string   // a file; "" for standard output
	pages   []string // page paths below the repository's root; none means all
	sites   []string // absolute folders
}

func newCheckCmd(a *App) *cobra.Command {
	o := &checkOptions{}
	cmd := &cobra.Command{
		Use:   "check [PAGE]...",
		Short: a.T("Say which snippets changed since their prose was reviewed"),
		Long: a.T("Compare every snippet with snippets.lock. Exit code: 0 all is well; 1 code that is shown changed, or was " +
			"never reviewed; 2 a reference leads nowhere; 3 bad syntax, configuration or usage; 4 nothing can be said. " +
			"Without -s at the top of a repository, every site in it is checked."),
		Example: "  srcblog check\n  srcblog check --base origin/main --format github",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			o.pages = args
			if o.sites, err = a.sites(cmd.Flags().Changed("source")); err != nil {
				return err
			}
			return runCheck(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.strict, "strict", false, a.T("changes of comments count, too"))
	f.BoolVar(&o.offline, "offline", false, a.T("use no network: what is not here can't be judged"))
	f.StringVar(&o.base, "base", "", a.T("only problems that this revision did not have decide the exit code"))
	f.StringVar(&o.format, "format", "text", a.T("text, json, sarif or github"))
	f.StringVarP(&o.output, "output", "o", "", a.T("file to write the report to; the counts are printed"))
	return cmd
}

func runCheck(ctx context.Context, a *App, o *checkOptions) error {
	write, ok := a.formats(o)[o.format]
	if !ok {
		return Usage(fmt.Errorf(a.T("unknown format %q: text, json, sarif or github"), o.format))
	}
	report, err := a.checkSites(ctx, o)
	if err != nil {
		return err
	}
	if len(o.pages) > 0 {
		if report, err = onlyPages(a, report, o.pages); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	if err := write(&b, report); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if o.output != "" {
		if err := os.WriteFile(o.output, b.Bytes(), 0o666); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		fmt.Fprintln(a.Out, a.countsText(report))
	} else if _, err := a.Out.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return Exit(report.Exit(o.strict))
}

// formats are the ways to write a report.
func (a *App) formats(o *checkOptions) map[string]func(io.Writer, *codeextract.Report) error {
	colour := o.output == "" && a.terminal(a.Out) && a.Getenv("NO_COLOR") == ""
	return map[string]func(io.Writer, *codeextract.Report) error{
		"text":   func(w io.Writer, r *codeextract.Report) error { return a.writeText(w, r, colour) },
		"json":   func(w io.Writer, r *codeextract.Report) error { return writeReportJSON(w, r, o.strict) },
		"sarif":  func(w io.Writer, r *codeextract.Report) error { return writeSARIF(w, r, o.strict) },
		"github": func(w io.Writer, r *codeextract.Report) error { return a.writeGitHub(w, r, o.strict) },
	}
}

// checkSites judges one site after the other, in one report.
func (a *App) checkSites(ctx context.Context, o *checkOptions) (*codeextract.Report, error) {
	env := os.Environ()
	if o.offline {
		env = offline(env)
	}
	all := &codeextract.Report{Base: o.base}
	for _, dir := range o.sites {
		report, err := checkSite(ctx, dir, env, o.base)
		var broken problem.List
		var one *problem.Problem
		switch {
		case errors.As(err, &broken): // of its configuration or lock; the other sites can still be judged
			report = &codeextract.Report{Problems: broken}
		case errors.As(err, &one):
			report = &codeextract.Report{Problems: problem.List{one}}
		case err != nil:
			return nil, err
		}
		all.Add(report)
	}
	return all, nil
}

func checkSite(ctx context.Context, dir string, env []string, base string) (*codeextract.Report, error) {
	site, err := codeextract.Open(dir, env)
	switch {
	case err != nil:
		return nil, err
	case base != "":
		return site.CheckSince(ctx, base)
	}
	return site.Check(ctx)
}

// offline keeps the go command from the network, and git from fetching what a clone without blobs lacks.
func offline(env []string) []string {
	return append(env, "GOPROXY=off", "GOSUMDB=off", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
}

// sites are the folders of the sites to check: the one that -s names, else, at the top of a git work tree, all in it.
func (a *App) sites(named bool) ([]string, error) {
	root, err := a.Root()
	if err != nil || named || source.GitTop(root) != root {
		return []string{root}, err
	}
	var sites []string
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && skipped(d.Name()):
			return fs.SkipDir
		case !d.IsDir() && d.Name() == codeextract.ConfigName:
			sites = append(sites, filepath.Dir(name))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for sites: %w", err)
	}
	if len(sites) == 0 {
		sites = []string{root}
	}
	return sites, nil
}

// skipped folders hold no site of their own: dot-folders, and what tools and tests bring along.
func skipped(dir string) bool {
	return strings.HasPrefix(dir, ".") || slices.Contains([]string{"node_modules", "vendor", "testdata", "public"}, dir)
}

// onlyPages keeps what concerns the named pages. Problems of srcblog.toml and of the lock concern all of them.
func onlyPages(a *App, report *codeextract.Report, names []string) (*codeextract.Report, error) {
	if len(report.Pages) == 0 && len(report.Problems) > 0 {
		return report, nil // what keeps the site from being read
	}
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
	kept := &codeextract.Report{Base: report.Base}
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
	for _, f := range report.Figures {
		if wanted[f.Pos.File] {
			kept.Figures = append(kept.Figures, f)
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
