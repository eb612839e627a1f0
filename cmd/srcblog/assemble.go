package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/cmd/internal/cli"
)

type assembleOptions struct {
	output string
	inline bool
}

func newAssembleCmd(a *app) *cobra.Command {
	o := &assembleOptions{}
	cmd := &cobra.Command{
		Use:   "assemble -o DIR",
		Short: a.T("Write the pages as plain LoveIt Markdown, code filled in"),
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runAssemble(cmd.Context(), a, o) },
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", a.T("folder to write to"))
	cmd.Flags().BoolVar(&o.inline, "inline", false, a.T("notes as comments in the code, not as a list below"))
	return cmd
}

func runAssemble(ctx context.Context, a *app, o *assembleOptions) error {
	if o.output == "" {
		return cli.Usage(errors.New(a.T("assemble needs a folder to write to: -o DIR")))
	}
	site, err := a.Open()
	if err != nil {
		return err
	}
	return site.Assemble(ctx, o.output, o.inline)
}
