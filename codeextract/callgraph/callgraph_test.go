package callgraph

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata: read the diff")

// TestGolden asks each testdata/*.txtar, a module, for the steps and ways that its section "ask" names, a line each:
// "A > B" for a step of package q, "A >> B" for a way.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { golden(t, name) })
	}
}

func golden(t *testing.T, name string) {
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir, ask, want := t.TempDir(), "", ""
	for _, f := range ar.Files {
		switch f.Name {
		case "ask":
			ask = string(f.Data)
		case "want":
			want = string(f.Data)
		default:
			file := filepath.Join(dir, f.Name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	pkgs, err := gotypes.Load(t.Context(), gotypes.Query{Dir: dir, Paths: []string{"example.org/m/q"}, GOOS: "linux", GOARCH: "amd64", Env: os.Environ()})
	if err != nil {
		t.Fatal(err)
	}
	got := answers(New(pkgs...), ask)
	if got == want {
		return
	}
	if *update {
		ar.Files = append(withoutWant(ar.Files), txtar.File{Name: "want", Data: []byte(got)})
		if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s", diff.Diff("want", []byte(want), "got", []byte(got)))
}

func withoutWant(files []txtar.File) []txtar.File {
	if last := len(files) - 1; files[last].Name == "want" {
		return files[:last]
	}
	return files
}

func answers(g *Graph, ask string) string {
	q := func(symbol string) Func { return Func{"example.org/m/q", strings.TrimSpace(symbol)} }
	var b strings.Builder
	for line := range strings.Lines(ask) {
		line = strings.TrimSpace(line)
		if from, to, ok := strings.Cut(line, ">>"); ok {
			b.WriteString(line + "\n")
			for _, e := range g.Path(q(from), q(to)) {
				b.WriteString("\t" + describe(e) + "\n")
			}
			continue
		}
		from, to, _ := strings.Cut(line, ">")
		e, ok := g.Between(q(from), q(to))
		if !ok {
			fmt.Fprintf(&b, "%s: no\n", line)
			continue
		}
		b.WriteString(describe(e) + "\n")
	}
	return b.String()
}

func describe(e Edge) string {
	s := fmt.Sprintf("%s > %s: %s", e.From.Symbol, e.To.Symbol, e.Kind)
	for word, is := range map[string]bool{" go": e.Go, " defer": e.Defer} {
		if is {
			s += word
		}
	}
	if e.Closure {
		s += " closure"
	}
	if e.Via != "" {
		s += " via " + e.Via
	}
	s += fmt.Sprintf(" at %s:%d", e.At.File, e.At.Line)
	if e.Handed != nil {
		s += fmt.Sprintf(", handed over in %s at %s:%d", e.Handed.In.Symbol, e.Handed.File, e.Handed.Line)
	}
	if e.Weak {
		s += ", by type"
	}
	return s
}
