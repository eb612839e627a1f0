package codeextract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// errorDocs is the table that authors read; a row begins with the message, "…" for what varies in it.
const errorDocs = "../docs/errors.md"

// neverShown are messages of branches that no input reaches; they are there so that a gap elsewhere is no silence.
var neverShown = []string{"… is no selector", "a node path begins with /", "region … in … is empty", `unexpected text: attributes are #id and key="value"`}

// messageDirs are the packages that speak to authors.
var messageDirs = []string{".", "snip", "figure", "mdscan", "regions", "gosource", "utf8text", "emphasis"}

// TestErrorsAreDocumented holds docs/errors.md to the code and to the tests: every message in the source has a row, and
// every row's message is what some test wants to see.
func TestErrorsAreDocumented(t *testing.T) {
	rows := documentedErrors(t)
	for _, message := range slices.Sorted(maps.Keys(messagesInSource(t))) {
		if !slices.Contains(rows, message) && !slices.Contains(neverShown, message) {
			t.Errorf("no row in %s for %s", errorDocs, message)
		}
	}
	wanted := wantedInTests(t)
	for _, row := range rows {
		if !rowPattern(row).MatchString(wanted) {
			t.Errorf("%s: no test wants to see: %s", errorDocs, row)
		}
	}
}

// rowPattern matches the messages of a row. What varies stays within a line.
func rowPattern(row string) *regexp.Regexp {
	row, open := strings.CutSuffix(row, "…") // what follows may be on the next line, or nothing
	text := strings.ReplaceAll(regexp.QuoteMeta(row), "…", ".+")
	if open {
		text += ".*"
	}
	return regexp.MustCompile(text)
}

var tableRow = regexp.MustCompile("(?m)^\\| (`+) ?(.*?) ?(`+) \\| ")

func documentedErrors(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(errorDocs)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, m := range tableRow.FindAllStringSubmatch(string(text), -1) {
		if m[1] != m[3] {
			t.Errorf("%s: unequal backticks around %s", errorDocs, m[2])
		}
		rows = append(rows, m[2])
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", errorDocs)
	}
	return rows
}

// wantedInTests is all that the tests of the flow's packages compare with.
func wantedInTests(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, pattern := range []string{"*_test.go", "testdata/*/*.txtar", "*/testdata/*.txtar",
		"../cmd/*/*_test.go", "../cmd/*/testdata/script/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no tests match %s: %v", pattern, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(text)
		}
	}
	return b.String()
}

// messagesInSource gives every message that the code can report, verbs and what is put together at run time as "…". A
// message that comes whole from elsewhere is not among them.
func messagesInSource(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, dir := range messageDirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if e := messageOf(n, filepath.Base(name)); e != nil {
					if m := pattern(e); len(letters.FindAllString(m, -1)) > 2 { // not just "… in …"
						found[m] = true
					}
				}
				return true
			})
		}
	}
	return found
}

// messageOf is the expression of a message in a call or a literal that makes a problem, nil elsewhere.
func messageOf(n ast.Node, file string) ast.Expr {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Msg") {
			return n.Value
		}
	case *ast.CallExpr:
		sel, ok := n.Fun.(*ast.SelectorExpr)
		switch {
		case !ok:
		case (sel.Sel.Name == "badf" || sel.Sel.Name == "refuse") && len(n.Args) > 1:
			return n.Args[1]
		case sel.Sel.Name == "Add" && len(n.Args) > 2:
			return n.Args[2]
		case sel.Sel.Name == "Errorf" && slices.Contains([]string{"annotate.go", "part.go", "path.go"}, file): // of selectors
			return n.Args[0]
		}
	}
	return nil
}

var verb = regexp.MustCompile(`%[a-zA-Z+]|\n\t?`)

var letters = regexp.MustCompile(`[a-z]`)

// pattern is an expression's text, with "…" for what is not constant. Lines after the first are a fix.
func pattern(e ast.Expr) string {
	text := "…"
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ = strconv.Unquote(e.Value)
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = text[:i]
		}
		text = verb.ReplaceAllString(text, "…")
	case *ast.BinaryExpr:
		text = pattern(e.X) + pattern(e.Y)
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Sprintf" {
			text = pattern(e.Args[0])
		}
	}
	return strings.ReplaceAll(text, "……", "…")
}
