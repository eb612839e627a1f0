package codeextract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/source"
)

const clientGo = "k8s.io/client-go"

// Plans over a site that shows every function, method and type of client-go's tools/cache agree with another judge, which
// prints the syntax trees of both versions and compares the text. It downloads two versions where they are not cached.
func TestUpgradeClientGo(t *testing.T) {
	for _, c := range []struct{ from, to string }{{"v0.34.0", "v0.35.0"}, {"v0.26.1", "v0.37.2"}} {
		t.Run(c.from+"-"+c.to, func(t *testing.T) {
			was, is := cacheDecls(t, c.from), cacheDecls(t, c.to)
			names := slices.Sorted(maps.Keys(was))
			if len(names) < 60 {
				t.Fatalf("%d symbols", len(names))
			}
			plan := planOf(t, names, c.from, c.to)
			for _, it := range plan.Items {
				want := "same"
				if now, ok := is[it.Sym]; !ok {
					want = "missing"
				} else if now != was[it.Sym] {
					want = "changed"
				}
				got := map[string]string{"stale": "changed", "missing": "missing"}[string(it.Verdict)]
				if got == "" && (it.Verdict.Quiet() || it.Verdict == "comment") {
					got = "same"
				}
				if got != want {
					t.Errorf("%s: %s, want %s", it.Sym, it.Verdict, want)
				}
			}
			if len(plan.Items) != len(names) {
				t.Errorf("%d items for %d symbols", len(plan.Items), len(names))
			}
			for sym, want := range map[string]string{"controller.processLoop": "stale", "Index": "missing"} {
				if !slices.ContainsFunc(plan.Items, func(it *Item) bool { return it.Sym == sym && string(it.Verdict) == want }) {
					t.Errorf("%s is not %s", sym, want)
				}
			}
		})
	}
}

// planOf makes a site with a snippet a symbol and plans its upgrade.
func planOf(t *testing.T, names []string, from, to string) *Plan {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/x\n\ngo 1.26\n\nrequire "+clientGo+" "+from+"\n")
	write(t, filepath.Join(dir, "srcblog.toml"), "[sources.c]\nmodule = \""+clientGo+"\"\n")
	page := "---\ntitle: A\nsnip: {src: c/tools/cache}\n---\n"
	for i, name := range names {
		page += fmt.Sprintf("\n```snip {#s%d sym=\"%s\"}\n```\n", i, name)
	}
	write(t, filepath.Join(dir, "content", "a.md"), page)
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := site.Upgrade(context.Background(), clientGo, to, "")
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// cacheDecls prints every declaration of tools/cache without comments and positions.
func cacheDecls(t *testing.T, version string) map[string]string {
	t.Helper()
	m := &source.Modules{Cache: t.TempDir(), Env: os.Environ()}
	mod, err := m.Resolve(context.Background(), clientGo, version)
	var gone *source.Unavailable
	if errors.As(err, &gone) {
		t.Skip("needs the module proxy: ", gone)
	}
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(mod.Dir, "tools", "cache", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution) // no comments
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				out[funcName(d)] = printed(t, d)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						out[s.Name.Name] = printed(t, s)
					}
				}
			}
		}
	}
	return out
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	typ := d.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.IndexListExpr:
			typ = x.X
		default:
			return fmt.Sprint(typ) + "." + d.Name.Name
		}
	}
}

func printed(t *testing.T, node any) string {
	t.Helper()
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil { // an empty file set: no positions, no layout of the author's
		t.Fatal(err)
	}
	return b.String()
}
