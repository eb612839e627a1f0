package snippethtml

import (
	"bytes"
	"flag"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/srcblog/srcblog/codeextract/gosource"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the golden files; read the diff")

// golden is one file of testdata, as testdata/README.md describes it.
type golden struct {
	name    string
	archive *txtar.Archive
	input   string // the input section's name
	src     []byte
	lines   []Line
	want    int // index of the section
}

func goldens(t testing.TB) []*golden {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files in testdata (%v)", err)
	}
	var all []*golden
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		g := &golden{name: name, archive: ar, want: -1}
		for i, sec := range ar.Files {
			switch {
			case sec.Name == "want":
				g.want = i
			case g.input == "" && path.Ext(sec.Name) != "":
				g.input = sec.Name
				g.src, g.lines = source(sec.Data)
			default:
				t.Fatalf("%s: unknown section %q", name, sec.Name)
			}
		}
		if g.want < 0 || g.input == "" {
			t.Fatalf("%s: needs an input section and want", name)
		}
		all = append(all, g)
	}
	return all
}

// source undoes the marks of a golden input and gives its lines.
func source(data []byte) (src []byte, lines []Line) {
	for line := range strings.Lines(strings.ReplaceAll(string(data), "␍", "\r")) {
		l := Line{Start: len(src)}
		if cut, _, ok := strings.Cut(line, "¦"); ok {
			l.Cut = len(cut)
			line = strings.Replace(line, "¦", "", 1)
		}
		src = append(src, line...)
		l.End = l.Start + len(strings.TrimRight(line, "\r\n"))
		lines = append(lines, l)
	}
	return src, lines
}

func TestGolden(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(filepath.Base(g.name), func(t *testing.T) {
			var got string
			switch {
			case g.input == "note.md":
				html, err := Notes(string(g.src))
				if err != nil {
					t.Fatal(err)
				}
				got = html
			case strings.HasSuffix(g.input, ".go"):
				f, err := gosource.ParseFile(g.input, g.src)
				if err != nil {
					t.Fatal(err)
				}
				html := Go(f, g.lines)
				checkExact(t, g.src, g.lines, html)
				got = strings.Join(html, "\n") + "\n"
			default:
				html := Other(strings.TrimPrefix(path.Ext(g.input), "."), g.src, g.lines)
				checkExact(t, g.src, g.lines, html)
				got = strings.Join(html, "\n") + "\n"
			}
			want := &g.archive.Files[g.want]
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(g.name, txtar.Format(g.archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(want.Data, []byte(got)) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want.Data)
			}
		})
	}
}
