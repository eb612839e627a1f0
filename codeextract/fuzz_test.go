package codeextract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// FuzzAnnotate applies any directives to any Go: nothing panics, and where no problem is told, every line that the reader
// sees is a line of the source, in order, each once, and gaps and lines together are all of it.
func FuzzAnnotate(f *testing.F) {
	code := "package p\n\n// F is.\nfunc F(x int) (y int) {\n\tfor i := range x {\n\t\tif i > 2 { y++ } else {\n\t\t\ty--\n\t\t}\n\t}\n\ts := `\nraw`\n\tdefer func() { _ = s }()\n\treturn y // done\n}\n"
	for _, body := range []string{
		"elide doc\nfold /for: x\nnote `y--`: n", "show /if\nmark all `y`", "only `return y` .. /defer", "show comments\nelide body",
		"fold sig", "elide `s := …`\nnote `raw`: x", "only /func\nfold /for/if, /return", "note /for > `y++`: a\nnote all /if: b",
	} {
		f.Add(code, "F", body)
	}
	own, err := filepath.Glob("*.go")
	if err != nil || len(own) == 0 {
		f.Fatal("no code of our own", err)
	}
	for _, name := range own {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), "annotate", "show all /if\nfold all `return …`")
	}
	f.Fuzz(func(t *testing.T, src, symbol, body string) {
		file, err := gosource.ParseFile("a.go", []byte(src))
		if err != nil {
			return
		}
		d, err := (&gosource.Package{Files: []*gosource.File{file}}).Find(symbol)
		if err != nil {
			return
		}
		var lines []snip.Line
		for _, text := range strings.Split(body, "\n") {
			lines = append(lines, snip.Line{Text: text})
		}
		block, problems := snip.Parse(snip.Line{Text: `{src="a" sym="F"}`}, lines)
		if len(problems) > 0 {
			return
		}
		p := &part{src: "a", name: symbol, origin: &origin{dir: "."}, file: "a.go", decl: d, code: d, span: d.Span}
		p.text = newTextFile("a.go", []byte(src), file)
		p.first, p.last = p.text.lines(d.Span)
		if len(annotate(&snippet{block: block, parts: []*part{p}})) == 0 {
			checkView(t, p)
		}
	})
}

func checkView(t *testing.T, p *part) {
	next := p.first
	for _, r := range p.view.runs(true) {
		for _, l := range r.lines {
			for next < l.number && p.text.marker(next) {
				next++
			}
			if l.number != next {
				t.Fatalf("line %d follows line %d", l.number, next-1)
			}
			next++
			source := p.text.lineText(l.number)
			if !strings.HasSuffix(source, string(l.bytes()[l.cut:])) || strings.TrimSpace(source[:l.cut]) != "" {
				t.Fatalf("line %d %q is shown without %q", l.number, source, source[:l.cut])
			}
		}
	}
	for next <= p.last && p.text.marker(next) {
		next++
	}
	if next != p.last+1 {
		t.Fatalf("lines from %d to %d are lost", next, p.last)
	}
}
