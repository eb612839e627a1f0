package snipfmt

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/snip"
)

var update = flag.Bool("update", false, "rewrite the goldens: read the diff")

// TestGolden formats the page in each testdata/*.txtar. testdata/README.md tells the form.
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
	page, want := ar.Files[0], txtar.File{Name: "want.md"}
	if len(ar.Files) == 2 {
		want = ar.Files[1]
	}
	if page.Name != "page.md" || want.Name != "want.md" || len(ar.Files) > 2 {
		t.Fatal("want the sections page.md and want.md")
	}
	src := page.Data
	formatted, problems := Format("page.md", src)
	check(t, src, formatted)
	got := string(formatted)
	for _, p := range problems {
		got += "problem " + p.Error() + "\n"
	}
	crlf := append([]byte("\ufeff"), bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))...)
	if out, _ := Format("page.md", crlf); string(out) != "\ufeff"+strings.ReplaceAll(string(formatted), "\n", "\r\n") {
		t.Errorf("with CRLF and a byte order mark:\n%q", out)
	}
	switch {
	case got == string(want.Data):
	case *update:
		ar.Files = []txtar.File{page, {Name: "want.md", Data: []byte(got)}}
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s", diff.Diff("want.md", want.Data, "got", []byte(got)))
	}
}

// check verifies what must hold for every page: formatting again changes nothing, what is outside of blocks is the same,
// and every block means what it meant.
func check(t *testing.T, src, formatted []byte) {
	t.Helper()
	if again, _ := Format("page.md", formatted); !bytes.Equal(again, formatted) {
		t.Errorf("formatting again changes the page:\n%s", diff.Diff("once", formatted, "twice", again))
	}
	before, _ := mdscan.Scan("page.md", src)
	after, _ := mdscan.Scan("page.md", formatted)
	if a, b := outside(src, before.Fences), outside(formatted, after.Fences); a != b {
		t.Errorf("the page around its blocks changed:\n%s", diff.Diff("before", []byte(a), "after", []byte(b)))
		return
	}
	for i := range before.Fences {
		was, old := snip.Parse(before.Fences[i].Info, before.Fences[i].Body)
		is, new := snip.Parse(after.Fences[i].Info, after.Fences[i].Body)
		if a, b := meaning(was, before), meaning(is, after); a != b || len(old) != len(new) {
			t.Errorf("block %d means something else:\n%s\nit was\n%s", i, b, a)
		}
	}
}

func outside(src []byte, fences []mdscan.Fence) string {
	text, at := "", 0
	for _, f := range fences {
		text += string(src[at:max(at, f.Start)]) + "\x00"
		at = max(at, f.End)
	}
	return text + string(src[at:])
}

func meaning(b *snip.Block, page *mdscan.Page) string {
	h := b.Header
	text := fmt.Sprintf("%q\n", []string{blockID(b, page), h.Src, h.Sym, h.Region, h.Part, h.At, h.Diff, h.For, h.Lines, h.Group, h.Title})
	for _, d := range b.Directives {
		text += fmt.Sprintf("%s %v %q %q", d.Keyword, d.All, d.Slug, d.Text)
		for _, s := range d.Selectors {
			text += " " + tree(s)
		}
		text += "\n"
	}
	return text
}

func tree(s snip.Selector) string {
	switch s.Kind {
	case snip.Range:
		return "(" + tree(*s.From) + " .. " + tree(*s.To) + ")"
	case snip.Within:
		return "(" + tree(*s.Outer) + " > " + tree(*s.Inner) + ")"
	}
	return fmt.Sprintf("%d %v %q", s.Kind, s.All, s.Text)
}

func FuzzFormat(f *testing.F) {
	var files []string
	for _, pattern := range []string{"testdata/*.txtar", "../mdscan/testdata/*.txtar", "../testdata/flow/*.txtar"} {
		found, _ := filepath.Glob(pattern)
		files = slices.Concat(files, found)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, page := range ar.Files {
			if strings.HasSuffix(page.Name, ".md") {
				f.Add(page.Data)
				f.Add(bytes.ReplaceAll(page.Data, []byte("\n"), []byte("\r\n")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		formatted, _ := Format("page.md", src)
		check(t, src, formatted)
	})
}
