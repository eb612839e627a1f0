package codeextract

import (
	"context"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Symbol is one thing of a source that can be addressed.
type Symbol struct {
	Name, Kind string // of a node inside a symbol: its path, and the word of the path's last step
	File       string // below the repository's root, or the module's
	Line       int
	Exported   bool
	Code       string // of a node, on one line, as a selector may quote it
}

// List gives what can be addressed in SRC, in order of file and line; for SRC#SYMBOL, the nodes that paths inside the
// symbol stand for.
func (s *Site) List(ctx context.Context, src string) ([]Symbol, error) {
	sources := newSources(s)
	defer sources.close()
	src, symbol, inside := strings.Cut(src, "#")
	pos, at := problem.Position{File: src}, place{src: src, build: defaultBuild}
	if inside {
		p, wrong := sources.symbol(ctx, pos, at, symbol)
		if wrong != nil {
			return nil, wrong
		}
		return p.nodes(), nil
	}
	pkg, _, wrong := sources.open(ctx, pos, at)
	if wrong != nil {
		return nil, wrong
	}
	var out []Symbol
	for _, d := range pkg.Decls() {
		out = append(out, Symbol{
			Name: d.Symbol, Kind: string(d.Kind), File: d.File.Name, Line: d.File.Line(d.Sig.Start), Exported: d.Exported,
		})
	}
	return out, nil
}

// nodes lists what paths inside a symbol stand for.
func (p *part) nodes() []Symbol {
	var out []Symbol
	paths, nodes := p.decl.Paths()
	for i, node := range nodes {
		out = append(out, Symbol{
			Name: paths[i], Kind: p.decl.PathKind(paths[i]), File: p.file, Line: p.text.line(node.Start), Code: p.decl.Quote(node),
		})
	}
	return out
}
