package mdscan

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGolden scans the page in each testdata/*.txtar. testdata/README.md tells the form.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(ar.Files) == 0 || ar.Files[0].Name != "page.md" || len(ar.Files) > 2 || len(ar.Files) == 2 && ar.Files[1].Name != "want" {
		t.Fatalf("want the sections page.md and want")
	}
	src := input(ar)
	page, problems := Scan("page.md", src)
	check(t, src, page)
	got := dump(page) + "problems\n" + indentLines(problems.Error())
	want := ""
	if len(ar.Files) == 2 {
		want = string(ar.Files[1].Data)
	}
	if got == want {
		return
	}
	if *update {
		ar.Files = append(ar.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s", diff.Diff("want", []byte(want), "got", []byte(got)))
}

// input is the page, changed as the lines of the archive's comment say.
func input(ar *txtar.Archive) []byte {
	src := string(ar.Files[0].Data)
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		switch line {
		case "CRLF":
			src = strings.ReplaceAll(src, "\n", "\r\n")
		case "BOM":
			src = "\ufeff" + src
		case "no final newline":
			src = strings.TrimSuffix(src, "\n")
		}
	}
	return []byte(src)
}

// check verifies that offsets, positions and texts of a page agree with its source.
func check(t *testing.T, src []byte, page *Page) {
	t.Helper()
	offset := func(line, column int) int { return lineStarts(src)[line-1] + column - 1 }
	for _, l := range page.Links {
		if got := string(src[l.Start:l.End]); got != l.Dest || offset(l.Pos.Line, l.Pos.Column) != l.Start {
			t.Errorf("link %q: source has %q at its offsets", l.Dest, got)
		}
	}
	for _, f := range page.Fences {
		if f.Start < 0 || f.Start > f.End || f.End > len(src) {
			t.Fatalf("fence offsets %d %d of %d", f.Start, f.End, len(src))
		}
		for _, line := range append(slices.Clone(f.Body), f.Info) {
			at := offset(line.Pos.Line, line.Pos.Column)
			if strings.HasPrefix(line.Text, " ") && (at < 0 || !strings.HasPrefix(string(src[at:]), line.Text)) {
				continue // a tab, split
			}
			if !strings.HasPrefix(string(src[at:]), line.Text) {
				t.Errorf("%v: line %q is not there", line.Pos, line.Text)
			}
		}
	}
}

func dump(page *Page) string {
	var b strings.Builder
	fmt.Fprintf(&b, "front matter %v draft %v defaults %v\n", page.FrontMatter, page.Draft, page.Defaults)
	for _, f := range page.Fences {
		fmt.Fprintf(&b, "fence %d:%d %q offsets %d-%d lead %q prefix %q\n",
			f.Info.Pos.Line, f.Info.Pos.Column, f.Info.Text, f.Start, f.End, f.Lead, f.Prefix)
		for _, l := range f.Body {
			fmt.Fprintf(&b, "  %d:%d %q\n", l.Pos.Line, l.Pos.Column, l.Text)
		}
	}
	for _, l := range page.Links {
		fmt.Fprintf(&b, "link %d:%d %s %q\n", l.Pos.Line, l.Pos.Column, l.Dest, l.Text)
	}
	return b.String()
}

func indentLines(s string) string {
	if s == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(s, "\n", "\n  ") + "\n"
}

func FuzzScan(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(input(ar))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		page, _ := Scan("page.md", src)
		check(t, src, page)
	})
}
