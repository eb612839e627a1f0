package source

import (
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"strings"
)

// toolchain is the module in which Go itself is distributed (https://go.dev/ref/mod#toolchain). Its source is the same for
// every system; one is fixed, so that all machines share a download.
const toolchain = "golang.org/toolchain"

// Std gives the folder of Go's own distribution at a version such as go1.26.8, of which src holds the source. It is the
// GOROOT of the go command if that is of this version, else the toolchain module, which has a Sum. What it found once it
// finds again without a subprocess. Errors are those of Resolve.
func (m *Modules) Std(ctx context.Context, v string) (*Module, error) {
	if !version.IsValid(v) {
		return nil, &Unavailable{"std", v, "a version of Go looks like go1.26.8"}
	}
	file := filepath.Join(m.Cache, "std", v+".json")
	if src, err := os.ReadFile(file); err == nil {
		var mod Module
		if json.Unmarshal(src, &mod) == nil && stdVersion(mod.Dir) == v {
			return &mod, nil
		}
	}
	mod := &Module{Path: "std", Version: v, Dir: m.goroot(ctx)}
	if stdVersion(mod.Dir) != v {
		found, err := m.Resolve(ctx, toolchain, "v0.0.1-"+v+".linux-amd64")
		if err != nil {
			return nil, fmt.Errorf("the source of %s: %w", v, err)
		}
		mod.Dir, mod.Sum, mod.Zip = found.Dir, found.Sum, found.Zip
	}
	_ = writeCached(file, mod) // as in Resolve
	return mod, nil
}

// goroot is where the go command is installed, "" if it can't say: then the module is asked for.
func (m *Modules) goroot(ctx context.Context) string {
	stdout, _, err := m.run(ctx, "env", "GOROOT")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(stdout))
}

// stdVersion reads the version of a distribution, "" if the folder is none.
func stdVersion(dir string) string {
	if dir == "" {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(dir, "VERSION"))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(first)
}
