package codeextract

import (
	"context"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Symbol is one thing of a source that can be addressed.
type Symbol struct {
	Name, Kind string
	File       string // below the repository's root, or the module's
	Line       int
	Exported   bool
}

// List gives what can be addressed in SRC, in order of file and line.
func (s *Site) List(ctx context.Context, src string) ([]Symbol, error) {
	sources := newSources(s)
	defer sources.close()
	pkg, _, p := sources.open(ctx, problem.Position{File: src}, src)
	if p != nil {
		return nil, p
	}
	var out []Symbol
	for _, d := range pkg.Decls() {
		out = append(out, Symbol{
			Name: d.Symbol, Kind: string(d.Kind), File: d.File.Name, Line: d.File.Line(d.Sig.Start), Exported: d.Exported,
		})
	}
	return out, nil
}
