package codeextract

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// figureSite writes a site with one package and one page.
func figureSite(t *testing.T, goMod, code, page string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, ConfigName), "[sources.q]\ndir = \"q\"\n")
	write(t, filepath.Join(dir, "go.mod"), goMod)
	write(t, filepath.Join(dir, "q/q.go"), code)
	write(t, filepath.Join(dir, "content/a.md"), page)
	return dir
}

func reportOf(t *testing.T, dir string) *Report {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Without types a path is neither right nor wrong: exit 4, and the page says so.
func TestFigureWithoutTypes(t *testing.T) {
	dir := figureSite(t, "module example.org/m\n\ngo 99.9\n", "package q\n\nfunc A() { B() }\nfunc B() {}\n",
		"```callpath {src=\"q\"}\nA → B\n```\n")
	report := reportOf(t, dir)
	if len(report.Problems) != 1 {
		t.Fatalf("problems: %v", report.Problems)
	}
	p := report.Problems[0]
	want := "cannot judge a callpath without the types of q: go list: go: "
	if p.Kind != problem.Unavailable || p.Pos.String() != "content/a.md:1:13" || !strings.HasPrefix(p.Message, want) {
		t.Errorf("%s: %v, want %s…", p.Kind, p, want)
	}
	if report.Exit(false) != 4 || len(report.Figures) != 1 || !report.Figures[0].Broken {
		t.Errorf("exit %d, figures %v", report.Exit(false), report.Figures)
	}
}

// A page without such blocks needs no types to be checked.
func TestCheckAsksForNoTypesWithoutFigures(t *testing.T) {
	dir := figureSite(t, "module example.org/m\n\ngo 99.9\n", "package q\n\nfunc A() {}\n", "```snip {src=\"q\" sym=\"A\"}\n```\n")
	if report := reportOf(t, dir); report.Broken() {
		t.Errorf("problems: %v", report.Problems)
	}
	if _, err := os.Stat(filepath.Join(dir, cacheDir, "types")); err == nil {
		t.Error("types were looked for")
	}
}

func TestPictureTooLarge(t *testing.T) {
	var code strings.Builder
	code.WriteString("package q\n\nfunc A() {\n")
	for i := range 90 {
		fmt.Fprintf(&code, "\tf%d()\n", i)
	}
	code.WriteString("}\n")
	for i := range 90 {
		fmt.Fprintf(&code, "func f%d() {}\n", i)
	}
	dir := figureSite(t, "module example.org/m\n\ngo 1.26\n", code.String(), "```callgraph {src=\"q\" root=\"A\"}\n```\n")
	report := reportOf(t, dir)
	want := "content/a.md:1:14: the picture would have 91 functions, more than 80\n"
	if got := report.Problems.Error(); !strings.HasPrefix(got, want) || report.Exit(false) != 3 {
		t.Errorf("exit %d, %s", report.Exit(false), got)
	}
}

// Blocks of the same page and different runs give the same bytes.
func TestFiguresAreDeterministic(t *testing.T) {
	page := "```callgraph {src=\"q\" root=\"A\"}\n```\n\n```typegraph {src=\"q\" sym=\"T\"}\n```\n"
	code := "package q\n\ntype I interface{ M() }\ntype J interface{ M() }\ntype T struct{ i I; j J; u U }\ntype U struct{}\nfunc (T) M() {}\nfunc (U) M() {}\nfunc A(i I) { i.M(); T{}.M() }\n"
	dir := figureSite(t, "module example.org/m\n\ngo 1.26\n", code, page)
	first := ""
	for range 5 {
		site, err := Open(dir, os.Environ())
		if err != nil {
			t.Fatal(err)
		}
		report, err := site.Analyze(context.Background())
		if err != nil || report.Broken() {
			t.Fatal(err, report.Problems)
		}
		data, err := report.Pages[0].data.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(data)
		}
		if string(data) != first {
			t.Fatalf("%s\n\nand then\n\n%s", first, data)
		}
	}
	if strings.Contains(first, "style=") || strings.Contains(first, "fill=") {
		t.Error("a picture has looks of its own, which a strict policy would block")
	}
}

// While a server leaves types for later, a page says so where a path will stand, and nothing is called broken.
func TestFigureWaitsForTypes(t *testing.T) {
	dir := figureSite(t, "module example.org/m\n\ngo 1.26\n", "package q\n\nfunc A() { B() }\nfunc B() {}\n",
		"```callpath {src=\"q\"}\nA → B\n```\n")
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	site.TypesLater = true
	said := func() (pending bool, text string, steps int) {
		t.Helper()
		report, err := site.Analyze(context.Background())
		if err != nil || report.Broken() {
			t.Fatal(err, report.Problems)
		}
		path := report.Pages[0].data.Paths["callpath"]
		return report.TypesPending, path.Error, len(path.Steps)
	}
	if pending, text, steps := said(); !pending || text == "" || steps != 0 {
		t.Errorf("at first: pending %v, %q, %d steps", pending, text, steps)
	}
	if _, err := site.LoadTypes(context.Background()); err != nil {
		t.Fatal(err)
	}
	if pending, text, steps := said(); pending || text != "" || steps != 2 {
		t.Errorf("then: pending %v, %q, %d steps", pending, text, steps)
	}
	// The code changes: the path that there was is judged anew, once its types are known.
	write(t, filepath.Join(dir, "q/q.go"), "package q\n\nfunc A() {}\nfunc B() {}\n")
	if pending, text, _ := said(); !pending || text != "" {
		t.Errorf("after the change: pending %v, %q", pending, text)
	}
	if _, err := site.LoadTypes(context.Background()); err != nil {
		t.Fatal(err)
	}
	if report, err := site.Analyze(context.Background()); err != nil || report.Exit(false) != 2 {
		t.Errorf("in the end: %v, exit %d", err, report.Exit(false))
	}
}
