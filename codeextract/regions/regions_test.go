package regions

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGolden scans the files of each testdata/*.txtar. testdata/README.md tells the form.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var inputs []txtar.File
			var want, got string
			for _, f := range ar.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				inputs = append(inputs, f)
				got += f.Name + "\n" + dump(f.Name, f.Data)
			}
			if len(inputs) == 0 || len(ar.Files) > len(inputs)+1 {
				t.Fatal("want files and one section want")
			}
			if got == want {
				return
			}
			if *update {
				ar.Files = append(inputs, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s", diff.Diff("want", []byte(want), "got", []byte(got)))
		})
	}
}

func dump(name string, src []byte) string {
	f, problems := Scan(name, src)
	var b strings.Builder
	lines := strings.Split(string(src), "\n")
	for _, r := range f.Regions {
		fmt.Fprintf(&b, "  %v hidden %v\n", r, f.Hidden(r.First, r.Last))
	}
	for _, n := range f.Notes {
		fmt.Fprintf(&b, "  note %v line %d %q: %s\n", n.Pos, n.Line, lines[n.Line-1], n.Text)
	}
	fmt.Fprintf(&b, "  markers %v\n", f.Markers)
	for _, p := range problems {
		fmt.Fprintf(&b, "  %v\n", p)
	}
	return b.String()
}

func TestMatchLine(t *testing.T) {
	for _, c := range []struct {
		selector, line string
		want           bool
	}{
		{"a: b", "  a: b  ", true},
		{"a: b", "a: bc", false},
		{"a: …", "a: anything", true},
		{"a: …", "a:", true},
		{"…: b", "  deep: b", true},
		{"a … c … e", "a b c d e", true},
		{"a … c … e", "a e c", false},
		{"a……b", "a b", true},
		{"a … a", "a", false},
		{"---", "---", true},
		{"...", "anything", false}, // three dots are text: they end a YAML document
		{"…", "", true},
		{"资源：…", "\t资源：内存", true},
	} {
		if got := MatchLine(c.selector, c.line); got != c.want {
			t.Errorf("MatchLine(%q, %q) = %v", c.selector, c.line, got)
		}
	}
}

func TestLongLine(t *testing.T) {
	src := "# snip:region a\n" + strings.Repeat("x", 300<<10) + "\n# snip:end\n"
	f, problems := Scan("a.yaml", []byte(src))
	if len(problems) > 0 || len(f.Regions) != 1 {
		t.Errorf("regions %v, problems %v", f.Regions, problems)
	}
}

// Files end as they like, and lines as well: a region is its lines.
func TestLineEnds(t *testing.T) {
	for _, src := range []string{
		"# snip:region a\nx\n# snip:end",
		"# snip:region a\r\nx\r\n# snip:end a",
		"\ufeff# snip:region a\nx\n# snip:end a\r\n",
		"# snip:region a\n\r\nx\n\n# snip:end\n",
	} {
		r, err := Find("a.sh", []byte(src), "a")
		if lines := strings.Split(src, "\n"); err != nil || r.First != r.Last || strings.TrimSpace(lines[r.First-1]) != "x" {
			t.Errorf("%q: %v, %v", src, r, err)
		}
	}
	for src, want := range map[string]string{
		"# snip:region a\nx":                     "region a is never closed",
		"//snip:region a\nvar x int\n//snip:end": "",
	} {
		name := "a.sh"
		if want == "" {
			name = "a.go"
			src = "package a\n\n" + src
		}
		if _, err := Find(name, []byte(src), "a"); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func FuzzScan(f *testing.F) {
	cases, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range cases {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, in := range ar.Files {
			f.Add(in.Name, in.Data)
		}
	}
	f.Fuzz(func(t *testing.T, name string, src []byte) {
		file, _ := Scan(name, src)
		lines := strings.Count(string(src), "\n") + 1
		for _, r := range file.Regions {
			if r.First < 2 || r.First > r.Last || r.Last > lines {
				t.Errorf("region %v of %d lines", r, lines)
			}
		}
		for _, n := range file.Notes {
			if n.Line <= n.Pos.Line || n.Line > lines {
				t.Errorf("note %v of %d lines", n, lines)
			}
		}
	})
}
