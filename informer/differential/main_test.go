package differential

import (
	"flag"
	"io"
	"os"
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

var (
	seeds     = flag.Uint64("seeds", 0, "how many scripts to try in each test; 0: a few hundred")
	firstSeed = flag.Uint64("first-seed", 0, "the seed of the first script")
)

// share is the part of the usual number of scripts that is tried: one in so many.
var share uint64 = 1

func TestMain(m *testing.M) {
	flag.Parse()
	utilruntime.ErrorHandlers = nil // one of them limits its rate by real time, for ever in a bubble whose clock stands still
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	os.Exit(m.Run())
}

// forEachSeed draws a script for every seed and runs it, up to the first that fails. That one is cut down and printed.
// kind is what the comparison is about.
func forEachSeed(t *testing.T, usual uint64, kind string, draw func(seed uint64) (script, func(*testing.T, script) string)) {
	count := *seeds
	if count == 0 {
		count = usual / share
	}
	clear(compared)
	for seed := *firstSeed; seed < *firstSeed+count; seed++ {
		s, run := draw(seed)
		difference := run(t, s)
		if difference == "" {
			continue
		}
		shorter := shrink(s, func(s script) bool { return run(t, s) != "" })
		if again := run(t, shorter); again != "" {
			difference = again
		}
		t.Fatalf("seed %d: %s\n\nthe shortest script that shows a difference:\n%s\nto repeat it: "+
			"go test ./informer/differential -run '^%s$' -first-seed %d -seeds 1", seed, difference, shorter, t.Name(), seed)
	}
	// A test that compares nothing finds no difference.
	if count > 100 && (compared["requests"] < 3*count || compared[kind] < 5*count) {
		t.Errorf("the scripts do too little: %v in %d", compared, count)
	}
	t.Logf("%d scripts; lines compared: %v", count, compared)
}
