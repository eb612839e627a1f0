package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/cmd/internal/cli"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// app is what every command gets; the shared part says where it prints, in which language, and the site it works on.
type app struct{ *cli.App }

// run is the whole program without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, getenv func(string) string) int {
	a := &app{cli.New(stdin, stdout, stderr, getenv)}
	return a.Run(ctx, newRootCmd(a), args)
}

func newRootCmd(a *app) *cobra.Command {
	cmd := a.Command("srcblog", a.T("Build a blog about source code, and keep its snippets true"), a.Commands()...)
	cmd.AddCommand(newBuildCmd(a), newServeCmd(a), newExtractCmd(a), newAssembleCmd(a))
	return cmd
}
