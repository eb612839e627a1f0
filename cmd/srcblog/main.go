package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr, os.Getenv))
}

// app is what every command gets: where it prints, in which language, and the site it works on.
type app struct {
	out, err io.Writer
	words    map[string]string // English to the user's language; empty for English
	source   string            // value of -s
	started  bool              // a command's own work began: errors before it are usage errors
}

// t translates a message, or a format, into the user's language.
func (a *app) t(english string) string {
	if s, ok := a.words[english]; ok {
		return s
	}
	return english
}

// root is the absolute path of the site's folder.
func (a *app) root() (string, error) {
	dir, err := filepath.Abs(a.source)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", usage(err)
	}
	if !info.IsDir() {
		return "", usage(fmt.Errorf(a.t("%s is not a folder"), a.source))
	}
	return dir, nil
}

// open opens the site that -s names.
func (a *app) open() (*codeextract.Site, error) {
	dir, err := a.root()
	if err != nil {
		return nil, err
	}
	return a.openAt(dir)
}

// openAt opens the site in a folder. The go and git commands that it runs see this program's environment.
func (a *app) openAt(dir string) (*codeextract.Site, error) {
	return codeextract.Open(dir, os.Environ())
}

// run is the whole program without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, getenv func(string) string) int {
	a := &app{out: stdout, err: stderr, words: wordsFor(getenv)}
	cmd := newRootCmd(a)
	cmd.SetArgs(args)
	return a.report(cmd.ExecuteContext(ctx))
}

func newRootCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:           "srcblog",
		Short:         a.t("Build a blog about source code, and keep its snippets true"),
		SilenceErrors: true, // report prints them, once
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.started = true
		},
	}
	cmd.SetOut(a.out)
	cmd.SetErr(a.err)
	cmd.PersistentFlags().StringVarP(&a.source, "source", "s", ".", a.t("root folder of the site"))
	cmd.AddCommand(
		newBuildCmd(a), newServeCmd(a), newExtractCmd(a), newCheckCmd(a), newAcceptCmd(a),
		newListCmd(a), newAssembleCmd(a), newVersionCmd(a),
	)
	return cmd
}
