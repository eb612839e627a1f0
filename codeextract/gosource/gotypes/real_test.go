package gotypes

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// TestInformer resolves what the articles show: our informer and client-go's, by the repository's own go.mod.
func TestInformer(t *testing.T) {
	start := time.Now()
	pkgs, err := Load(t.Context(), Query{
		Dir: "../../..", GOOS: "linux", GOARCH: "amd64", Env: os.Environ(),
		Paths: []string{"github.com/srcblog/srcblog/informer/tools/cache", "k8s.io/client-go/tools/cache"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	t.Logf("loaded in %v, %d MiB from the system", time.Since(start).Round(time.Millisecond), mem.Sys>>20)
	if len(pkgs) != 2 {
		t.Fatalf("%d packages, want 2", len(pkgs))
	}
	for _, p := range pkgs {
		total, unknown := 0, 0
		for _, f := range p.Files {
			for _, id := range f.Idents {
				total++
				if id.Kind == "" {
					unknown++
				}
			}
		}
		t.Logf("%s: %d files, %d identifiers, %d unknown, %d objects, %d errors", p.Path, len(p.Files), total, unknown, len(p.Objects), p.Errors)
		if total < 1000 || unknown*100 > total {
			t.Errorf("%s: %d of %d identifiers are unknown, %d type errors", p.Path, unknown, total, p.Errors)
		}
	}
}
