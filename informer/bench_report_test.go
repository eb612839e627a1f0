package informer_test

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"k8s.io/client-go/features"
)

// comparison is one row of the table at the end of make bench-informer.
type comparison struct {
	name             string
	unit             func(float64) string
	ours, theirs     []float64 // one sample for each round
	ourCPU, theirCPU []float64 // the same by processor time; none where that says nothing
}

// comparisons collects what the benchmarks measured; they run one after the other.
var comparisons []*comparison

// gates are client-go's feature gates. The one for DeltaFIFO is locked for users by now, so all are replaced, before any
// is asked.
var gates = &switchedGates{Gates: features.FeatureGates()}

type switchedGates struct {
	features.Gates
	classic bool // a DeltaFIFO filled by list and watch
}

func (g *switchedGates) Enabled(feature features.Feature) bool {
	switch feature {
	case features.InOrderInformers, features.InOrderInformersBatchProcess, features.AtomicFIFO,
		features.UnlockWhileProcessingFIFO, features.WatchListClient:
		return !g.classic
	}
	return g.Gates.Enabled(feature)
}

func TestMain(m *testing.M) {
	features.ReplaceFeatureGates(gates)
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
	perOperation := func(do func(b *testing.B), samples, cpuSamples *[]float64) func(b *testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			runtime.GC() // what the one before has left is not this one's work
			before := processorTime()
			do(b)
			cpu := processorTime() - before - notMeasured
			notMeasured = 0
			took := float64(b.Elapsed()) / float64(b.N) / float64(operations)
			*samples = append(*samples, took)
			*cpuSamples = append(*cpuSamples, float64(cpu)/float64(b.N)/float64(operations))
			if operations > 1 {
				b.ReportMetric(took, "ns/event")
			}
		}
	}
	runOurs := func() { b.Run(name+"/ours", perOperation(ours, &row.ours, &row.ourCPU)) }
	runTheirs := func() { b.Run(name+"/client-go", perOperation(theirs, &row.theirs, &row.theirCPU)) }
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
	fmt.Println("\nmedians; times = client-go / ours, above 1 ours is better; CPU = the same, by processor time")
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ours\tclient-go\ttimes\tCPU\t what")
	for _, row := range comparisons {
		ours, theirs, cpu := median(row.ours), median(row.theirs), ""
		if len(row.ourCPU) > 0 {
			cpu = fmt.Sprintf("%.2f", median(row.theirCPU)/median(row.ourCPU))
		}
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%s\t %s\n", row.unit(ours), row.unit(theirs), theirs/ours, cpu, row.name)
	}
	w.Flush()
}

// processorTime is what all threads of the process have used so far, garbage collection included. It hardly changes when
// other processes want the processors too, which makes it the better measure on a busy machine. It does not tell how
// long anybody waits.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// notMeasured is the processor time of the running benchmark that is not to be counted.
var notMeasured time.Duration

// aside does something for a benchmark with both clocks stopped.
func aside(b *testing.B, do func()) {
	b.StopTimer()
	before := processorTime()
	do()
	notMeasured += processorTime() - before
	b.StartTimer()
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
