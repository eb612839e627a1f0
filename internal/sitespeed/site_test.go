package sitespeed

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// perPost is how many snippets a post has.
const perPost = 5

// packages of Go's own source are what the posts show: it is on every machine that can run this.
const packages = "archive/tar archive/zip bufio bytes compress/flate crypto/tls crypto/x509 database/sql debug/dwarf debug/elf " +
	"encoding/gob encoding/json encoding/xml flag go/ast go/doc go/parser go/printer go/types html/template image/jpeg " +
	"image/png log log/slog math/big mime/multipart net net/http net/mail net/smtp net/textproto net/url os os/exec " +
	"path/filepath reflect regexp regexp/syntax sort strconv strings sync text/tabwriter text/template time"

// function is one that posts show.
type function struct{ pkg, symbol string }

// functions lists those of 10 to 100 lines, in the order of their files, so that a post shows neighbours, as articles do.
func functions(tb testing.TB) []function {
	var all []function
	for pkg := range strings.FieldsSeq(packages) {
		files, err := filepath.Glob(filepath.Join(goEnv(tb, "GOROOT"), "src", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			tb.Skipf("Go's own source is not on this machine: %v", err)
		}
		seen := map[string]int{}
		var here []function
		for _, file := range files {
			in := build.Default
			in.GOOS, in.GOARCH, in.CgoEnabled = "linux", "amd64", true
			if ok, err := in.MatchFile(filepath.Split(file)); !ok || err != nil || strings.HasSuffix(file, "_test.go") {
				continue
			}
			for symbol, lines := range declared(tb, file) {
				if seen[symbol]++; lines >= 10 && lines <= 100 {
					here = append(here, function{pkg, symbol})
				}
			}
		}
		for _, f := range here {
			if seen[f.symbol] == 1 {
				all = append(all, f)
			}
		}
	}
	return all
}

// declared yields a file's functions and methods in order, with their lines.
func declared(tb testing.TB, file string) func(yield func(symbol string, lines int) bool) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		tb.Fatal(err)
	}
	return func(yield func(string, int) bool) {
		for _, d := range tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || fn.Name.Name == "init" || fn.Name.Name == "_" {
				continue
			}
			symbol := fn.Name.Name
			if fn.Recv != nil {
				recv := fn.Recv.List[0].Type
				if star, ok := recv.(*ast.StarExpr); ok {
					recv = star.X
				}
				id, ok := recv.(*ast.Ident)
				if !ok {
					continue // a generic type's method
				}
				symbol = id.Name + "." + symbol
			}
			if !yield(symbol, fset.Position(fn.End()).Line-fset.Position(fn.Pos()).Line+1) {
				return
			}
		}
	}
}

// writePosts writes a site's content and srcblog.toml.
func writePosts(tb testing.TB, dir string, posts int) {
	all := functions(tb)
	put(tb, dir, "srcblog.toml", fmt.Sprintf("[sources.std]\nstd = %q\n", goEnv(tb, "GOVERSION")))
	for p := range posts {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Post %d\ndate: 2024-%02d-%02d\ntags: [t%d]\n---\n", p, p%12+1, p%28+1, p%20)
		for i := range perPost {
			f := all[(p*perPost+i)%len(all)]
			fmt.Fprintf(&b, "## 第 %d 节\n\n这一段说明下面的函数做什么、为什么这样做，以及调用者要知道的事。\n\n"+
				"```snip {#s%d src=\"std/%s\" sym=\"%s\"}\n```\n\n", i, i, f.pkg, f.symbol)
		}
		put(tb, dir, fmt.Sprintf("content/posts/p%04d.md", p), b.String())
	}
}

func put(tb testing.TB, dir, name, text string) {
	tb.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		tb.Fatal(err)
	}
}

func goEnv(tb testing.TB, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		tb.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
