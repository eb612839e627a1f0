// Srccheck is srcblog without Hugo: it checks that pages still fit the code they show, and keeps their lock. It is small, so
// that continuous integration elsewhere compiles it in seconds. Its commands are those of package cli.
package main

import (
	"context"
	"os"

	"github.com/srcblog/srcblog/cmd/internal/cli"
)

func main() {
	a := cli.New(os.Stdin, os.Stdout, os.Stderr, os.Getenv)
	root := a.Command("srccheck", a.T("Keep a blog's snippets of source code true"), a.Commands()...)
	os.Exit(a.Run(context.Background(), root, os.Args[1:]))
}
