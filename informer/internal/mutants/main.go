// Command mutants shows what the informer's tests notice: it plants one bug at a time and runs the tests that should
// find it. make mutants-informer runs it from the root of the repository and prints a table.
//
// The bugs are in table.go. Each is planted in a copy of its file that the go command reads in place of the real one
// (go test -overlay), so that the work tree stays as it is. A bug that does not compile, or whose place is not found,
// is a failure of the table and not a success of the tests; so is a test that fails without any bug. Only a failing
// assertion kills: a bug that merely hangs a test until it times out counts as not found.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"text/tabwriter"
	"time"
)

func main() {
	only := flag.String("only", "", "plant only bugs whose part and name match this regular expression")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plants all bugs that match only, and prints a row for each as soon as it is known.
func run(only string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	lab, err := newLab()
	if err != nil {
		return err
	}
	defer lab.close()
	rows := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	var bad []error
	tried := 0
	for _, m := range table {
		if !wanted.MatchString(m.String()) {
			continue
		}
		tried++
		start := time.Now()
		killer, err := lab.kill(m)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", m, err))
			killer = "NOT KILLED"
		}
		fmt.Fprintf(rows, "%s\t%s\t%s\t%.0f s\n", m.part, m.name, killer, time.Since(start).Seconds())
		rows.Flush()
	}
	fmt.Printf("%d of %d bugs found\n", tried-len(bad), tried)
	return errors.Join(bad...)
}
