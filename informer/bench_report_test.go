package informer_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
	"time"
)

// comparison is one row of the table at the end of make bench-informer.
type comparison struct {
	name         string
	unit         func(float64) string
	ours, theirs []float64 // one sample for each round
}

// comparisons collects what the benchmarks measured; they run one after the other.
var comparisons []*comparison

func TestMain(m *testing.M) {
	code := m.Run()
	printComparisons()
	os.Exit(code)
}

// rounds is how often the two of a comparison take turns. On a machine with other things to do, what disturbs one of them
// soon disturbs the other too, and the median drops what hits only one.
const rounds = 5

// compare runs two benchmarks in turn, ours and client-go's. Each does its work by b.Loop; one turn of the loop counts as
// that many operations.
func compare(b *testing.B, name string, operations int, ours, theirs func(b *testing.B)) {
	row := &comparison{name: name, unit: nanoseconds}
	perOperation := func(do func(b *testing.B), samples *[]float64) func(b *testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			do(b)
			took := float64(b.Elapsed()) / float64(b.N) / float64(operations)
			*samples = append(*samples, took)
			if operations > 1 {
				b.ReportMetric(took, "ns/event")
			}
		}
	}
	runOurs := func() { b.Run(name+"/ours", perOperation(ours, &row.ours)) }
	runTheirs := func() { b.Run(name+"/client-go", perOperation(theirs, &row.theirs)) }
	for round := range rounds {
		order := []func(){runOurs, runTheirs}
		if round%2 == 1 {
			slices.Reverse(order) // neither always finds the heap as the other left it
		}
		for _, run := range order {
			run()
		}
	}
	report(row)
}

// report puts a row into the table, unless -bench has left one of the two out.
func report(row *comparison) {
	if len(row.ours) > 0 && len(row.theirs) > 0 {
		comparisons = append(comparisons, row)
	}
}

func printComparisons() {
	if len(comparisons) == 0 {
		return
	}
	fmt.Println("\nmedians; times = client-go / ours, above 1 ours is better")
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ours\tclient-go\ttimes\t what")
	for _, row := range comparisons {
		ours, theirs := median(row.ours), median(row.theirs)
		fmt.Fprintf(w, "%s\t%s\t%.2f\t %s\n", row.unit(ours), row.unit(theirs), theirs/ours, row.name)
	}
	w.Flush()
}

func median[T cmp.Ordered](samples []T) T {
	return slices.Sorted(slices.Values(samples))[len(samples)/2]
}

func nanoseconds(v float64) string {
	switch {
	case v < 1e4:
		return fmt.Sprintf("%.0f ns", v)
	case v < 1e6:
		return fmt.Sprintf("%.1f µs", v/1e3)
	}
	return time.Duration(v).Round(time.Millisecond).String()
}

func bytes(v float64) string { return fmt.Sprintf("%.0f B", v) }
