package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/srcblog/srcblog/codeextract"
)

// App is what every command gets: where it reads and prints, in which language, and the site it works on. New makes one.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
	Terminal bool // treat all streams as terminals: for tests

	name    string            // what the program is called, in the fixes it prints
	words   map[string]string // English to the user's language; empty for English
	source  string            // value of -s
	started bool              // a command's own work began: errors before it are usage errors
}

// New makes an App that reads its language from the environment, and nothing else.
func New(in io.Reader, out, err io.Writer, getenv func(string) string) *App {
	return &App{In: in, Out: out, Err: err, Getenv: getenv, words: wordsFor(getenv)}
}

// T translates a message, or a format, into the user's language.
func (a *App) T(english string) string {
	if s, ok := a.words[english]; ok {
		return s
	}
	return english
}

// Root is the absolute path of the site's folder.
func (a *App) Root() (string, error) {
	dir, err := filepath.Abs(a.source)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", Usage(err)
	}
	if !info.IsDir() {
		return "", Usage(fmt.Errorf(a.T("%s is not a folder"), a.source))
	}
	return dir, nil
}

// Open opens the site that -s names.
func (a *App) Open() (*codeextract.Site, error) {
	dir, err := a.Root()
	if err != nil {
		return nil, err
	}
	return a.OpenAt(dir)
}

// OpenAt opens the site in a folder. The go and git commands that it runs see this program's environment.
func (a *App) OpenAt(dir string) (*codeextract.Site, error) {
	return codeextract.Open(dir, os.Environ())
}

// Command makes the program's root command, with -s, from its name, what it is for, and its subcommands.
func (a *App) Command(name, short string, subcommands ...*cobra.Command) *cobra.Command {
	a.name = name
	cmd := &cobra.Command{
		Use:           name,
		Short:         short,
		SilenceErrors: true, // Report prints them, once
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.started = true
		},
	}
	cmd.SetOut(a.Out)
	cmd.SetErr(a.Err)
	cmd.PersistentFlags().StringVarP(&a.source, "source", "s", ".", a.T("root folder of the site"))
	cmd.AddCommand(subcommands...)
	return cmd
}

// Commands gives the commands that need no Hugo: all of srccheck's, a part of srcblog's.
func (a *App) Commands() []*cobra.Command {
	return []*cobra.Command{newCheckCmd(a), newAcceptCmd(a), newDeferCmd(a), newDiffCmd(a), newUpgradeCmd(a),
		newListCmd(a), newRefsCmd(a), newFmtCmd(a), newVersionCmd(a)}
}

// Run runs a root command and returns the exit code.
func (a *App) Run(ctx context.Context, cmd *cobra.Command, args []string) int {
	cmd.SetArgs(args)
	return a.Report(cmd.ExecuteContext(ctx))
}
