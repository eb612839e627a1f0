package gosource

import (
	"bytes"
	"fmt"
	"go/build"
	"go/build/constraint"
	"go/token"
	"io"
	"path"
	"strings"
)

// Package is the files that symbols are looked up in: a package's folder, or a single file that an author named.
type Package struct {
	Files []*File
}

// releases is how many Go 1 releases a build context claims, so that "go1.N" constraints hold: an article shows the
// code that current toolchains compile.
const releases = 99

// For keeps the files that belong to a build with the gc compiler and cgo for the system and architecture, by file
// names and constraints as in go/build. Test files are left out: to show one, make a package of that file alone and
// don't call For.
func (p *Package) For(goos, goarch string) *Package {
	kept := &Package{}
	for _, f := range p.Files {
		if !strings.HasSuffix(f.Name, "_test.go") && len(Builds(f.Name, f.Src, goos+"/"+goarch)) > 0 {
			kept.Files = append(kept.Files, f)
		}
	}
	return kept
}

// Builds gives those of some systems (GOOS/GOARCH) whose builds a file is part of, by its name and its text, which need not
// be valid Go below its constraints. Without systems the commonest are tried; none is part of a build whose constraints ask
// for tags that no system sets.
func Builds(name string, src []byte, systems ...string) []string {
	if len(systems) == 0 {
		systems = strings.Fields("linux/amd64 darwin/arm64 windows/amd64 linux/arm64 freebsd/amd64 linux/386 linux/riscv64 " +
			"linux/ppc64le linux/s390x linux/arm linux/loong64 linux/mips64 netbsd/amd64 openbsd/amd64 dragonfly/amd64 " +
			"solaris/amd64 illumos/amd64 aix/ppc64 plan9/amd64 android/arm64 ios/arm64 js/wasm wasip1/wasm")
	}
	ctx := build.Context{Compiler: "gc", CgoEnabled: true}
	for n := range releases {
		ctx.ReleaseTags = append(ctx.ReleaseTags, fmt.Sprintf("go1.%d", n+1))
	}
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(src)), nil }
	var in []string
	for _, system := range systems {
		ctx.GOOS, ctx.GOARCH, _ = strings.Cut(system, "/")
		if ok, err := ctx.MatchFile("", path.Base(name)); ok && err == nil {
			in = append(in, system)
		}
	}
	return in
}

// Constraint is the file's //go:build expression, or "" where it has none; rules by file name are not in it.
func (f *File) Constraint() string {
	for _, t := range f.pieces[0].tokens() {
		if t.Kind == token.PACKAGE {
			break
		}
		if constraint.IsGoBuild(t.Lit) {
			if expr, err := constraint.Parse(t.Lit); err == nil {
				return expr.String()
			}
		}
	}
	return ""
}

// Decls gives everything that can be addressed, file by file in source order. Names that may stand several times
// (init and the blank identifier) are numbered from 1 where they do: init#1, init#2.
func (p *Package) Decls() []*Decl {
	var all []*Decl
	count := map[string]int{}
	for _, f := range p.Files {
		all = append(all, f.decls...)
		for _, d := range f.decls {
			count[d.Symbol]++
		}
	}
	seen := map[string]int{}
	for i, d := range all {
		if d.repeatable() && count[d.Symbol] > 1 {
			seen[d.Symbol]++
			numbered := *d
			numbered.Symbol = fmt.Sprintf("%s#%d", d.Symbol, seen[d.Symbol])
			all[i] = &numbered
		}
	}
	return all
}

// Find looks a symbol up; `(*T).M`, `*T.M` and `T[K].M` are taken as T.M. The error is a *NotFoundError or an
// *AmbiguousError.
func (p *Package) Find(symbol string) (*Decl, error) {
	want := plainSymbol(symbol)
	name, _, _ := strings.Cut(want, "#") // numbers are counted over all files
	var found []*Decl
	repeat := false
	for _, f := range p.Files {
		for _, d := range f.named(want) {
			found = append(found, d)
			repeat = repeat || d.repeatable()
		}
		repeat = repeat || name != want && len(f.named(name)) > 0
	}
	if repeat {
		found = nil
		for _, d := range p.Decls() {
			if d.Symbol == want || d.repeatable() && strings.HasPrefix(d.Symbol, want+"#") {
				found = append(found, d)
			}
		}
	}
	switch len(found) {
	case 0:
		return nil, &NotFoundError{Symbol: symbol, Similar: similarNames(p.Decls(), want)}
	case 1:
		return found[0], nil
	}
	return nil, &AmbiguousError{Symbol: symbol, Decls: found}
}

// Declares says whether the file declares something whose own name, the last element of its symbol, this is.
func (f *File) Declares(name string) bool {
	for _, d := range f.decls {
		if d.Symbol[strings.LastIndexByte(d.Symbol, '.')+1:] == name {
			return true
		}
	}
	return false
}

// named gives the file's declarations of a symbol, as yet without numbers.
func (f *File) named(symbol string) []*Decl {
	var found []*Decl
	for _, d := range f.decls {
		if d.Symbol == symbol {
			found = append(found, d)
		}
	}
	return found
}

// plainSymbol drops what an address doesn't need: parentheses, stars, white space and type parameters.
func plainSymbol(s string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
			return -1
		}
		if depth > 0 || strings.ContainsRune("()* \t", r) {
			return -1
		}
		return r
	}, s)
}

// NotFoundError says that no declaration has the name. Similar holds the nearest names, best first, perhaps none.
type NotFoundError struct {
	Symbol  string
	Similar []*Decl
}

// Error gives `no symbol "X" (did you mean Y, Z?)`.
func (e *NotFoundError) Error() string {
	if len(e.Similar) == 0 {
		return fmt.Sprintf("no symbol %q", e.Symbol)
	}
	names := make([]string, len(e.Similar))
	for i, d := range e.Similar {
		names[i] = d.Symbol
	}
	return fmt.Sprintf("no symbol %q (did you mean %s?)", e.Symbol, strings.Join(names, ", "))
}

// AmbiguousError says that several declarations have the name: in files of different build contexts, or a name that
// may repeat. Decls holds at least two.
type AmbiguousError struct {
	Symbol string
	Decls  []*Decl
}

// Error names every place, with its build constraint where there is one.
func (e *AmbiguousError) Error() string {
	places := make([]string, len(e.Decls))
	for i, d := range e.Decls {
		places[i] = fmt.Sprintf("%s:%d", d.File.Name, d.File.Line(d.Sig.Start))
		if d.Symbol != e.Symbol {
			places[i] = d.Symbol + " at " + places[i]
		}
		if c := d.File.Constraint(); c != "" {
			places[i] += " (//go:build " + c + ")"
		}
	}
	return fmt.Sprintf("symbol %q is declared %d times: %s", e.Symbol, len(places), strings.Join(places, ", "))
}
