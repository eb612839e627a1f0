package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/cmd/internal/cli"
	"golang.org/x/term"

	"github.com/srcblog/srcblog/cmd/srcblog/internal/hugosite"
)

type buildOptions struct {
	destination string
	baseURL     string
	environment string
	drafts      bool
	minify      bool
	stale       string // staleMark, staleFail or staleIgnore
}

func newBuildCmd(a *app) *cobra.Command {
	o := &buildOptions{}
	cmd := &cobra.Command{
		Use:   "build",
		Short: a.T("Render the site"),
		Long: a.T("Render the site. References to code that lead nowhere are listed and end it before anything is rendered; " +
			"snippets whose code changed since their review are marked in the page. The finished site replaces the old one " +
			"in one step, so that a failed build changes nothing."),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBuild(cmd.Context(), a, o) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.destination, "destination", "d", "", a.T("folder to render into (default: the configuration's publishDir, which is public)"))
	f.StringVarP(&o.baseURL, "baseURL", "b", "", a.T("address of the site, instead of the configured one"))
	f.StringVarP(&o.environment, "environment", "e", "production", a.T("Hugo's environment"))
	f.BoolVarP(&o.drafts, "buildDrafts", "D", false, a.T("include drafts"))
	f.BoolVar(&o.minify, "minify", false, a.T("minify what is rendered"))
	f.StringVar(&o.stale, "stale", staleMark, a.T("snippets whose code changed: mark them, fail, or ignore that"))
	return cmd
}

func runBuild(ctx context.Context, a *app, o *buildOptions) error {
	if !slices.Contains([]string{staleMark, staleFail, staleIgnore}, o.stale) {
		return cli.Usage(fmt.Errorf(a.T("unknown --stale=%s: mark, fail or ignore"), o.stale))
	}
	root, err := a.Root()
	if err != nil {
		return err
	}
	dest := hugosite.PublishDir(root, o.environment)
	if o.destination != "" {
		// Relative to where the command was typed, as the shell completes it.
		if dest, err = filepath.Abs(o.destination); err != nil {
			return cli.Usage(err)
		}
	}
	if _, _, err := a.writePages(ctx, root, o.stale); err != nil {
		return err
	}

	var log io.Writer
	if a.Out == os.Stdout && term.IsTerminal(int(os.Stdout.Fd())) {
		log = os.Stdout
	}
	err = hugosite.Build(ctx, hugosite.BuildOptions{
		Options: hugosite.Options{
			Root: root, BaseURL: o.baseURL, Drafts: o.drafts, Environment: o.environment,
		},
		Destination: dest, Minify: o.minify, Log: log,
	})
	if errors.Is(err, hugosite.ErrDestination) {
		return cli.Usage(err)
	}
	return err
}
