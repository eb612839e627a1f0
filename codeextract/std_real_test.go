package codeextract

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/problem"
)

var network = flag.Bool("network", false, "fetch Go's toolchain module as well, 70 MB the first time")

// TestStdFromModule takes Go's own source, at a version that is not the go command's, from the module that Go is distributed in.
func TestStdFromModule(t *testing.T) {
	if !*network {
		t.Skip("fetches 70 MB: run it with -network")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.std]\nstd = \"go1.26.7\"\n")
	write(t, filepath.Join(dir, "content/a.md"), "```snip {#wait src=\"std/sync\" sym=\"Cond.Wait\"}\nelide doc\n```\n")
	text, report := check(t, dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local"))
	if len(report.Problems) == 1 && report.Problems[0].Kind == problem.Unavailable {
		t.Skipf("no network, or a proxy without it: %v", report.Problems[0])
	}
	if !strings.Contains(text, "https://github.com/golang/go/blob/go1.26.7/src/sync/cond.go#L") || !strings.Contains(text, "|func (c *Cond) Wait() {") {
		t.Error(text)
	}
}
