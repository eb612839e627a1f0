package cli

import (
	"errors"
	"fmt"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// The exit codes. Where several apply, the highest wins.
const (
	exitReview = 1 // code that is shown changed, or was never reviewed
	exitBroken = 2 // a reference leads nowhere
	exitUsage  = 3 // bad syntax, bad configuration, bad usage
	exitFailed = 4 // a tool failed or a module can't be had: nothing can be said
)

// exitError ends the program with a code. Its error is printed, unless it is nil: then all has been said.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// Usage marks an error as the caller's: a wrong flag or argument.
func Usage(err error) error { return &exitError{code: exitUsage, err: err} }

// Exit gives the error that ends the program with a code after everything has been printed; nil for code 0.
func Exit(code int) error {
	if code == 0 {
		return nil
	}
	return &exitError{code: code}
}

// Report prints an error and gives the exit code that goes with it.
func (a *App) Report(err error) int {
	if err == nil {
		return 0
	}
	var coded *exitError
	var list problem.List
	var one *problem.Problem
	switch {
	case errors.As(err, &coded):
		if coded.err != nil {
			fmt.Fprintf(a.Err, "srcblog: %v\n", coded.err)
		}
		return coded.code
	case errors.As(err, &list):
		fmt.Fprintln(a.Err, a.Problems(list))
		return list.Exit()
	case errors.As(err, &one):
		fmt.Fprintln(a.Err, a.Problems(problem.List{one}))
		return one.Kind.Exit()
	}
	fmt.Fprintf(a.Err, "srcblog: %v\n", err)
	if !a.started {
		fmt.Fprintln(a.Err, a.T("Run \"srcblog help\" for the commands and their flags."))
		return exitUsage
	}
	return exitFailed
}
