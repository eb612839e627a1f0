package snip

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

	"github.com/srcblog/srcblog/codeextract/problem"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGolden parses the blocks of each testdata/*.txtar. testdata/README.md tells the form.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) == 0 || ar.Files[0].Name != "blocks" || len(ar.Files) > 2 || len(ar.Files) == 2 && ar.Files[1].Name != "want" {
				t.Fatal("want the sections blocks and want")
			}
			got, want := "", ""
			for _, b := range blocks(t, string(ar.Files[0].Data)) {
				got += dump(t, b)
			}
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
		})
	}
}

type block struct {
	info Line
	body []Line
}

// blocks cuts a text into blocks: from a line that starts with ```snip to one that is ```.
func blocks(t *testing.T, text string) []block {
	t.Helper()
	var all []block
	open := false
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		pos := problem.Position{File: "p.md", Line: i + 1, Column: 1}
		info, starts := strings.CutPrefix(line, "```snip")
		switch {
		case starts && !open:
			pos.Column += len("```snip")
			trimmed := strings.TrimLeft(info, " ")
			pos.Column += len(info) - len(trimmed)
			all, open = append(all, block{info: Line{trimmed, pos}}), true
		case line == "```":
			open = false
		case open:
			all[len(all)-1].body = append(all[len(all)-1].body, Line{line, pos})
		case line != "":
			t.Fatalf("line %d is in no block", i+1)
		}
	}
	if len(all) == 0 || open {
		t.Fatal("no blocks, or the last one is open")
	}
	return all
}

func dump(t *testing.T, in block) string {
	b, problems := Parse(in.info, in.body)
	check(t, in, b, problems)
	var out strings.Builder
	h := b.Header
	fmt.Fprintf(&out, "block %d: id %q", in.info.Pos.Line, h.DefaultID())
	for _, key := range append([]string{"id"}, headerKeys()...) {
		value := h.ID
		if f := h.field(key); f != nil {
			value = *f
		}
		if value != "" {
			fmt.Fprintf(&out, " %s@%d=%q", key, h.Pos(key).Column, value)
		}
	}
	out.WriteByte('\n')
	for _, d := range b.Directives {
		fmt.Fprintf(&out, "  %d %s", d.Pos.Line, d.Keyword)
		if d.Slug != "" {
			fmt.Fprintf(&out, " #%s", d.Slug)
		}
		if d.All {
			fmt.Fprintf(&out, " all")
		}
		out.WriteByte('\n')
		for _, s := range d.Selectors {
			fmt.Fprintf(&out, "    %s\n", tree(&s))
		}
		if d.Text != "" {
			fmt.Fprintf(&out, "    %d:%d %q\n", d.TextPos.Line, d.TextPos.Column, d.Text)
		}
	}
	for _, p := range problems {
		fmt.Fprintf(&out, "  %v\n", p)
	}
	return out.String()
}

func tree(s *Selector) string {
	all := ""
	if s.All {
		all = "all "
	}
	at := fmt.Sprintf("%d:%d ", s.Pos.Line, s.Pos.Column)
	switch s.Kind {
	case Range:
		return at + "from (" + tree(s.From) + ") to (" + tree(s.To) + ")"
	case Within:
		return at + "in (" + tree(s.Outer) + ") find (" + tree(s.Inner) + ")"
	}
	return fmt.Sprintf("%s%s%s %q", at, all, []string{"", "code", "comment", "path", "part"}[s.Kind], s.Text)
}

// check verifies what must hold for every block: positions are places in its text, and selectors read as written.
func check(t *testing.T, in block, b *Block, problems problem.List) {
	t.Helper()
	lines := append([]Line{in.info}, in.body...)
	inside := func(what string, pos problem.Position) {
		if !slices.ContainsFunc(lines, func(l Line) bool {
			n := pos.Column - l.Pos.Column
			return l.Pos.Line == pos.Line && n >= 0 && n <= len(l.Text)
		}) {
			t.Errorf("%s at %v, outside of the block", what, pos)
		}
	}
	for _, p := range problems {
		inside(p.Message, p.Pos)
	}
	written := ""
	for _, l := range in.body {
		written += l.Text + "\n"
	}
	for _, d := range b.Directives {
		inside("directive", d.Pos)
		if d.Text != "" {
			inside("text", d.TextPos)
		}
		for _, s := range d.Selectors {
			inside("selector", s.Pos)
			if s.String() == "" || !strings.Contains(written, s.String()) {
				t.Errorf("selector %q is not in the block", s.String())
			}
		}
	}
}

func TestHeaderMethods(t *testing.T) {
	h := Header{Sym: " A.B ;C", Diff: "v0.26.1  old.Name", Lines: "10-20"}
	if got := h.Syms(); !slices.Equal(got, []string{"A.B", "C"}) {
		t.Errorf("Syms: %q", got)
	}
	if v, s := h.OldSymbol(); v != "v0.26.1" || s != "old.Name" {
		t.Errorf("OldSymbol: %q %q", v, s)
	}
	if first, last := h.LineRange(); first != 10 || last != 20 {
		t.Errorf("LineRange: %d %d", first, last)
	}
	if first, last := (Header{Lines: "7"}).LineRange(); first != 7 || last != 7 {
		t.Errorf("LineRange: %d %d", first, last)
	}
	for want, h := range map[string]Header{
		"Kept_As-is": {ID: "Kept_As-is", Sym: "x"},
		"a-b-c":      {Sym: "A.B;C", Region: "r", Src: "s"},
		"r1":         {Region: "R1", Src: "s"},
		"./x/y.yaml": {ID: "./x/y.yaml"},
		"x-y-yaml":   {Src: "./x/y.yaml"},
		"":           {Sym: "数据"},
	} {
		if got := h.DefaultID(); got != want {
			t.Errorf("DefaultID %q, want %q", got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil || len(ar.Files) == 0 {
			f.Fatal(file, err)
		}
		info, text, _ := strings.Cut(string(ar.Files[0].Data), "\n")
		f.Add(info, text)
		for line := range strings.SplitSeq(text, "\n") {
			f.Add("{src=\"a\"}", line)
		}
	}
	f.Fuzz(func(t *testing.T, info, text string) {
		in := block{info: Line{info, problem.Position{File: "p.md", Line: 1, Column: 8}}}
		for i, line := range strings.Split(text, "\n") {
			in.body = append(in.body, Line{line, problem.Position{File: "p.md", Line: i + 2, Column: 1}})
		}
		b, problems := Parse(in.info, in.body)
		check(t, in, b, problems)
	})
}
