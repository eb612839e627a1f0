package gosource

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the golden files; read the diff")

// goldens reads testdata/*.txtar; testdata/README.md tells what is in them.
func goldens(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files in testdata (%v)", err)
	}
	all := map[string]*txtar.Archive{}
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = ar
	}
	return all
}

func TestGolden(t *testing.T) {
	for name, ar := range goldens(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			got := runGolden(t, ar)
			for i, sec := range ar.Files {
				if sec.Name != "want" {
					continue
				}
				if *update {
					ar.Files[i].Data = []byte(got)
					if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
						t.Fatal(err)
					}
				} else if string(sec.Data) != got {
					t.Errorf("got:\n%s\nwant:\n%s", got, sec.Data)
				}
				return
			}
			t.Error("no section want")
		})
	}
}

// goldenSource undoes the escapes that testdata/README.md describes.
func goldenSource(data []byte) []byte {
	return []byte(strings.NewReplacer("␍", "\r", "␇BOM", "\ufeff", "␇BAD", "\xff").Replace(string(data)))
}

func runGolden(t *testing.T, ar *txtar.Archive) string {
	pkg := &Package{}
	var queries string
	var out strings.Builder
	for _, sec := range ar.Files {
		switch {
		case strings.HasSuffix(sec.Name, ".go"):
			f, err := ParseFile(sec.Name, goldenSource(sec.Data))
			if err != nil {
				fmt.Fprintf(&out, "%v\n", err)
				continue
			}
			pkg.Files = append(pkg.Files, f)
		case sec.Name == "queries":
			queries = string(sec.Data)
		case sec.Name != "want":
			t.Fatalf("unknown section %q", sec.Name)
		}
	}
	for query := range strings.Lines(queries) {
		query = strings.TrimSpace(query)
		if query == "" || strings.HasPrefix(query, "#") {
			continue
		}
		fmt.Fprintf(&out, "> %s\n", query)
		word, rest, _ := strings.Cut(query, " ")
		switch word {
		case "for":
			system, arch, _ := strings.Cut(rest, "/")
			pkg = pkg.For(system, arch)
			for _, f := range pkg.Files {
				fmt.Fprintln(&out, f.Name)
			}
		case "decls":
			for _, d := range pkg.Decls() {
				fmt.Fprintf(&out, "%s %s exported=%t doc=%s sig=%s body=%s all=%s\n", d.Kind, d.Symbol, d.Exported,
					lines(d.File, d.Doc), lines(d.File, d.Sig), lines(d.File, d.Body), lines(d.File, d.Span))
			}
		default:
			symbol, arg, _ := strings.Cut(rest, ": ")
			if err := declQuery(t, &out, pkg, word, symbol, arg); err != nil {
				fmt.Fprintf(&out, "error: %v\n", err)
			}
		}
	}
	return out.String()
}

// find takes * for all of the first file.
func find(pkg *Package, symbol string) (*Decl, error) {
	if symbol == "*" {
		f := pkg.Files[0]
		return f.Stretch(Span{0, len(f.Src)}), nil
	}
	return pkg.Find(symbol)
}

func declQuery(t *testing.T, out *strings.Builder, pkg *Package, word, symbol, arg string) error {
	d, err := find(pkg, symbol)
	if err != nil {
		return err
	}
	var within Span
	if outer, inner, ok := strings.Cut(arg, " ⟩ "); ok {
		p, err := ParsePattern(outer)
		if err != nil {
			return err
		}
		within, arg = d.Match(p, Span{})[0].Node, inner
	}
	switch word {
	case "find":
		show(out, d.File, d.Span)
	case "part":
		for _, span := range d.Part(arg) {
			show(out, d.File, span)
		}
	case "comment":
		for _, m := range d.MatchComment(arg, within) {
			fmt.Fprintf(out, "at %s\n", lines(d.File, m.Tokens))
			show(out, d.File, m.Node)
		}
	case "match":
		p, err := ParsePattern(arg)
		if err != nil {
			var pe *PatternError
			if errors.As(err, &pe) {
				return fmt.Errorf("byte %d: %w", pe.Offset, err)
			}
			return err
		}
		for _, m := range d.Match(p, within) {
			show(out, d.File, m.Node)
		}
	case "similar":
		p, err := ParsePattern(arg)
		if err != nil {
			return err
		}
		for _, code := range d.Similar(p, 3) {
			fmt.Fprintf(out, "`%s`\n", code)
		}
	case "path":
		matches, err := d.Path(arg, within)
		if err != nil {
			return err
		}
		for _, m := range matches {
			fmt.Fprintf(out, "%s `%s`\n", lines(d.File, m.Node), d.Quote(m.Node))
		}
	case "frame":
		p, err := ParsePattern(arg)
		if err != nil {
			return err
		}
		for _, m := range d.Match(p, within) {
			for _, span := range d.Frame(m.Node) {
				show(out, d.File, span)
			}
		}
	case "quotes":
		for _, span := range d.Statements() {
			fmt.Fprintf(out, "%s `%s`\n", lines(d.File, span), d.Quote(span))
		}
	case "hash":
		tokens := d.File.Tokens(d.Span)
		fmt.Fprintf(out, "code %s, with comments %s\n", HashTokens(tokens, false), HashTokens(tokens, true))
	default:
		t.Fatalf("unknown query %q", word)
	}
	return nil
}

// lines prints a span as line:column-line:column, columns in bytes, the end exclusive.
func lines(f *File, s Span) string {
	if s.IsZero() {
		return "-"
	}
	column := func(offset int) string {
		line := f.Line(offset)
		return fmt.Sprintf("%d:%d", line, offset-f.lines[line-1]+1)
	}
	return column(s.Start) + "-" + column(s.End)
}

func show(out *strings.Builder, f *File, s Span) {
	text := strings.ReplaceAll(string(f.Src[s.Start:s.End]), "\r", "␍")
	fmt.Fprintf(out, "%s\n\t%s\n", lines(f, s), strings.ReplaceAll(text, "\n", "\n\t"))
}
