package codeextract

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/freshness"
)

// The site of TestVerdicts: a page that shows a method in part, with notes, a type, a region and a script.
const verdictsToml = "[sources.q]\ndir = \"q\"\n"

const verdictsPage = "---\ntitle: Queue\nsnip: {src: q}\n---\n\nThe prose.\n\n" +
	"```snip {#pop sym=\"Queue.Pop\"}\n" +
	"elide `if debug { … }`\n" +
	"fold `for range limit { … }`: spinning\n" +
	"note #item `item := q.items[0]`: the oldest\n" +
	"note #rest `q.items = q.items[1:]`: the others\n" +
	"```\n\n" +
	"```snip {#type sym=\"Queue\"}\n```\n\n" +
	"```snip {#body sym=\"Queue.Len\" part=\"body\"}\n```\n\n" +
	"```snip {#region src=\"q/queue.go\" region=\"errors\"}\n```\n\n" +
	"```snip {#script src=\"q/run.sh\"}\n```\n"

const verdictsQueue = `package q

import "errors"

const limit = 3

// Queue holds items.
type Queue struct {
	items []string // oldest first
	max   int
}

//snip:region errors
var errEmpty = errors.New("empty")

//snip:end

var debug bool

// Pop takes the oldest item.
func (q *Queue) Pop(wait bool) (string, error) {
	if debug {
		println("pop")
	}
	for range limit {
		spin()
	}
	if len(q.items) == 0 && wait { // nothing there
		return "", errEmpty
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item, nil
}

// Len counts.
func (q *Queue) Len() int {
	return len(q.items)
}

func spin() {}
`

// change is one scripted change of the code or the page, and what check has to say of the snippet it is about.
type scripted struct {
	name    string
	snippet string // id in the page
	file    string // "" for q/queue.go
	edits   []string
	want    string
	exit    int
	hit     string // notes hit, space separated
}

func verdictCases() []scripted {
	pop := func(name, want string, exit int, edits ...string) scripted {
		return scripted{name: name, snippet: "pop", edits: edits, want: want, exit: exit}
	}
	return []scripted{
		pop("nothing", "fresh", 0),
		pop("a constant in the code", "stale", 1, `return "", errEmpty`, `return "-", errEmpty`),
		pop("an operator", "stale", 1, "== 0 && wait", "== 0 || wait"),
		pop("a comparison", "stale", 1, "len(q.items) == 0", "len(q.items) <= 0"),
		pop("a number's value", "stale", 1, "len(q.items) == 0", "len(q.items) == 1"),
		pop("a space before a bracket", "format", 0, "len(q.items) == 0 ", "len (q.items) == 0 "),
		pop("a type of the result", "stale", 1, "(wait bool) (string, error)", "(wait bool) (any, error)"),
		pop("a parameter renamed", "stale", 1, "Pop(wait bool)", "Pop(block bool)", "&& wait", "&& block"),
		pop("a parameter added", "stale", 1, "Pop(wait bool)", "Pop(wait bool, n int)"),
		pop("the result named", "stale", 1, "(string, error) {", "(s string, err error) {"),
		pop("receiver to a value", "stale", 1, "(q *Queue) Pop", "(q Queue) Pop"),
		pop("receiver renamed", "stale", 1, "func (q *Queue) Pop", "func (x *Queue) Pop"),
		pop("a call put in", "stale", 1, "return item, nil", "spin()\n\treturn item, nil"),
		pop("statements swapped", "stale", 1, "\titem := q.items[0]\n\tq.items = q.items[1:]\n", "\tq.items = q.items[1:]\n\titem := q.items[0]\n"),
		pop("a return value", "stale", 1, "return item, nil", "return item, errEmpty"),
		pop("a semicolon statement on one line", "format", 0, "\titem := q.items[0]\n\tq.items", "\titem := q.items[0]; q.items"),
		pop("the folded part", "stale", 1, "\tfor range limit {\n\t\tspin()", "\tfor range limit {\n\t\tspin()\n\t\tspin()"),
		pop("inside the elided branch", "outside", 0, `println("pop")`, `println("pop!")`),
		pop("the elided branch longer", "outside", 0, `println("pop")`, "println(\"pop\")\n\t\tprintln(1)"),
		pop("a comment in the elided branch", "outside", 0, `println("pop")`, `println("pop") // say so`),
		pop("another function changed", "fresh", 0, "func spin() {}", "func spin() { spin() }"),
		pop("the constant's value elsewhere", "fresh", 0, "const limit = 3", "const limit = 4"),
		pop("the doc comment", "comment", 0, "Pop takes the oldest item.", "Pop takes the oldest item out."),
		pop("a comment inside", "comment", 0, "// nothing there", "// nothing here"),
		pop("a comment added", "comment", 0, "\treturn item, nil", "\t// Done.\n\treturn item, nil"),
		pop("a comment removed", "comment", 0, " // nothing there", ""),
		pop("a comment wrapped anew", "format", 0, "// Pop takes the oldest item.", "//   Pop takes the oldest   item."),
		pop("ten lines above", "moved", 0, "package q\n", "package q\n"+strings.Repeat("// line\n", 10)),
		pop("below another function", "moved", 0, "func spin() {}\n", "", "// Pop takes", "func spin() {}\n\n// Pop takes"),
		pop("white space as gofmt puts it", "format", 0, "item := q.items[0]", "item  :=  q.items[ 0 ]"),
		pop("a blank line", "format", 0, "\titem :=", "\n\titem :="),
		pop("arguments on several lines", "format", 0, "Pop(wait bool)", "Pop(\n\twait bool,\n)"),
		pop("CRLF line ends", "fresh", 0, "\n", "\r\n"),
		pop("a byte order mark", "fresh", 0, "package q\n", "\ufeffpackage q\n"),
		pop("spaces for tabs", "format", 0, "\t", "    "),
		pop("renamed", "missing", 2, ") Pop(", ") Take("),
		pop("moved to another type", "missing", 2, "(q *Queue) Pop", "(q *Other) Pop", "func spin() {}", "func spin() {}\n\ntype Other struct{ items []string }"),
		pop("removed", "missing", 2, verdictsQueue[strings.Index(verdictsQueue, "// Pop"):strings.Index(verdictsQueue, "// Len")], ""),
		pop("declared twice", "ambiguous", 2, "func spin() {}", "func spin() {}\n\nfunc (q *Queue) Pop() {}"),
		pop("broken Go", "parse-error", 2, "return item, nil\n}", "return item, nil"),
		pop("the note's statement", "anchor-lost", 2, "item := q.items[0]", "item := q.items[len(q.items)-1]"),
		pop("the note's statement twice", "anchor-lost", 2, "\tq.items = q.items[1:]\n", "\tq.items = q.items[1:]\n\tq.items = q.items[1:]\n"),
		{name: "a note's own statement, still found", snippet: "pop", file: "content/a.md",
			edits: []string{"`item := q.items[0]`", "`item := …`"}, want: "fresh"},
		{name: "a note's own statement changed", snippet: "pop", edits: []string{"item := q.items[0]", "item := q.items[0:1][0]"},
			file: "", want: "anchor-lost", exit: 2},
		{name: "the prose alone", snippet: "pop", file: "content/a.md", edits: []string{"The prose.", "Better prose."}, want: "fresh"},
		{name: "the snippet up in the page", snippet: "pop", file: "content/a.md", edits: []string{"The prose.\n", ""}, want: "fresh"},
		{name: "a note more", snippet: "pop", file: "content/a.md", edits: []string{"note #rest", "note `return item, nil`: done\nnote #rest"},
			want: "fresh", hit: "3"},
		{name: "another id", snippet: "take", file: "content/a.md", edits: []string{"#pop", "#take"}, want: "unlocked", exit: 1},
		{name: "the id on another symbol", snippet: "type", file: "content/a.md", edits: []string{`sym="Queue"}`, `sym="spin"}`}, want: "unlocked", exit: 1},
		{name: "the snippet gone", snippet: "type", file: "content/a.md", edits: []string{"```snip {#type sym=\"Queue\"}\n```\n", ""}, want: "orphan"},
		{name: "the page gone", snippet: "pop", file: "content/a.md", edits: []string{verdictsPage, "---\ntitle: Queue\n---\n"}, want: "orphan"},
		{name: "a field's type", snippet: "type", edits: []string{"max   int", "max   int64"}, want: "stale", exit: 1},
		{name: "a field more", snippet: "type", edits: []string{"max   int", "max   int\n\tn     int"}, want: "stale", exit: 1},
		{name: "a field's comment", snippet: "type", edits: []string{"// oldest first", "// oldest at 0"}, want: "comment"},
		{name: "a field's tag", snippet: "type", edits: []string{"max   int", "max   int `json:\"max\"`"}, want: "stale", exit: 1},
		{name: "the signature, where the body is shown", snippet: "body", edits: []string{"Len() int", "Len() (n int)"}, want: "fresh"},
		{name: "the body", snippet: "body", edits: []string{"return len(q.items)", "return cap(q.items)"}, want: "stale", exit: 1},
		{name: "a region's code", snippet: "region", edits: []string{`New("empty")`, `New("Empty")`}, want: "stale", exit: 1},
		{name: "a region's marker gone", snippet: "region", edits: []string{"//snip:region errors\n", ""}, want: "parse-error", exit: 2},
		{name: "a line in a region that is code", snippet: "region", edits: []string{"\n//snip:end", "\nvar errFull error\n//snip:end"}, want: "stale", exit: 1},
		{name: "a script's line", snippet: "script", file: "q/run.sh", edits: []string{"echo one", "echo 1"}, want: "stale", exit: 1},
		{name: "a script's trailing space", snippet: "script", file: "q/run.sh", edits: []string{"echo one", "echo one  "}, want: "format"},
		{name: "a script gone", snippet: "script", file: "q/run.sh", edits: nil, want: "missing", exit: 2},
	}
}

// Every change gets the verdict and the exit code of the freshness table.
func TestVerdicts(t *testing.T) {
	cases := verdictCases()
	if len(cases) < 40 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := verdictSite(t)
			name := filepath.Join(dir, "q", "queue.go")
			if c.file != "" {
				name = filepath.Join(dir, filepath.FromSlash(c.file))
			}
			if c.edits == nil && c.file != "" {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			} else {
				editFile(t, name, c.edits)
			}
			checkOne(t, dir, c)
		})
	}
}

func verdictSite(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "srcblog.toml"), verdictsToml)
	write(t, filepath.Join(dir, "q", "queue.go"), verdictsQueue)
	write(t, filepath.Join(dir, "q", "run.sh"), "echo one\necho two\n")
	write(t, filepath.Join(dir, "content", "a.md"), verdictsPage)
	accept(t, dir)
	return dir
}

// editFile replaces in pairs: every occurrence, at least one.
func editFile(t *testing.T, name string, edits []string) {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	for pair := range slices.Chunk(edits, 2) {
		if !strings.Contains(text, pair[0]) {
			t.Fatalf("nothing to replace: %q", pair[0])
		}
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	write(t, name, text)
}

func checkOne(t *testing.T, dir string, c scripted) {
	t.Helper()
	report := checkSite(t, dir, "")
	for _, it := range report.Items {
		if it.ID != "content/a.md#"+c.snippet {
			continue
		}
		if string(it.Verdict) != c.want {
			t.Errorf("verdict %s, want %s (%s)", it.Verdict, c.want, it.Reason)
		}
		if hit := strings.Join(it.NotesHit, " "); hit != c.hit {
			t.Errorf("notes hit %q, want %q", hit, c.hit)
		}
		code := it.Exit(false)
		if code != c.exit || report.Exit(false) < code {
			t.Errorf("exit %d (all: %d), want %d", code, report.Exit(false), c.exit)
		}
		if it.Verdict == freshness.Comment && it.Exit(true) != 1 {
			t.Error("a changed comment passes --strict")
		}
		return
	}
	t.Errorf("no item %s in %s", c.snippet, fmt.Sprint(report.Counts()))
}

// checkSite runs Check, or CheckSince where a base is given.
func checkSite(t *testing.T, dir, base string) *Report {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	var report *Report
	if base == "" {
		report, err = site.Check(context.Background())
	} else {
		report, err = site.CheckSince(context.Background(), base)
	}
	if err != nil {
		t.Fatal(err)
	}
	return report
}
