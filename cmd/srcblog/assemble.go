package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
)

type assembleOptions struct {
	output string
}

func newAssembleCmd(a *app) *cobra.Command {
	o := &assembleOptions{}
	cmd := &cobra.Command{
		Use:   "assemble -o DIR",
		Short: a.t("Write the pages as plain LoveIt Markdown, code filled in"),
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runAssemble(cmd.Context(), a, o) },
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", a.t("folder to write to"))
	return cmd
}

func runAssemble(ctx context.Context, a *app, o *assembleOptions) error {
	if o.output == "" {
		return usage(errors.New(a.t("assemble needs a folder to write to: -o DIR")))
	}
	site, err := a.open()
	if err != nil {
		return err
	}
	return site.Assemble(ctx, o.output)
}
