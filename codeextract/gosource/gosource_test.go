package gosource

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func mustParse(t testing.TB, src string) *File {
	t.Helper()
	f, err := ParseFile("x.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func hashes(t *testing.T, src string) (code, all string) {
	t.Helper()
	f := mustParse(t, "package p\n"+src)
	tokens := f.Tokens(Span{len("package p"), len(f.Src)})
	return HashTokens(tokens, false), HashTokens(tokens, true)
}

func TestHashTokens(t *testing.T) {
	const base = "func f() {\n\ta(1, x) // why\n\treturn\n}"
	for _, tt := range []struct {
		name, src     string
		code, comment bool // equal to base without and with comments
	}{
		{"same", base, true, true},
		{"CRLF", strings.ReplaceAll(base, "\n", "\r\n"), true, true},
		{"layout", "\n\n  func f() { a(1,\n\tx,\n); //    why\nreturn; }", true, true},
		{"comment changed", "func f() {\n\ta(1, x) // why not\n\treturn\n}", true, false},
		{"comment gone", "func f() {\n\ta(1, x)\n\treturn\n}", true, false},
		{"number", "func f() {\n\ta(2, x) // why\n\treturn\n}", false, false},
		{"name", "func f() {\n\ta(1, y) // why\n\treturn\n}", false, false},
		{"one literal made two", "func f() {\n\ta(1, x) // why\n\tret\n\turn\n}", false, false},
	} {
		code, all := hashes(t, base)
		gotCode, gotAll := hashes(t, tt.src)
		if (code == gotCode) != tt.code || (all == gotAll) != tt.comment {
			t.Errorf("%s: code equal %t, with comments %t", tt.name, code == gotCode, all == gotAll)
		}
	}
	for _, pair := range [][2]string{
		{"var x = 0XFF + 1E3", "var x = 0xff + 1e3"},
		{"var x = `a\r\nb`", "var x = `a\nb`"},
		{"const ( a = 1; b = 2; )", "const (\n\ta = 1\n\tb = 2\n)"},
		{"/* a\r\n   b */ var x int", "/* a\n\tb */\nvar x int"},
	} {
		_, a := hashes(t, pair[0])
		_, b := hashes(t, pair[1])
		if a != b {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	// A statement's end is more than white space.
	a, _ := hashes(t, "func f() {\n\tx := a\n\t(b)()\n}")
	b, _ := hashes(t, "func f() {\n\tx := a(b)()\n}")
	if a == b {
		t.Error("a statement's end doesn't count")
	}
}

func TestSimilarity(t *testing.T) {
	for _, tt := range []struct {
		a, b []string
		want float64
	}{
		{nil, nil, 0},
		{[]string{"a"}, nil, 0},
		{[]string{"a", "b"}, []string{"b", "a"}, 1},
		{[]string{"a", "a", "b"}, []string{"a", "c", "d"}, 1.0 / 3},
	} {
		if got := Similarity(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Similarity(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestCheckFragment(t *testing.T) {
	for _, tt := range []struct {
		kind Kind
		text string
		want string // the error, "" for none
	}{
		{Func, "// F does.\nfunc F() {\n\n}", ""},
		{Method, "func (t *T) F() (int, error)", ""},
		{Func, "func F() {\n\tif x {\n}", "line 3: expected '}', found 'EOF'"},
		{Func, "func F() {\n}\n}\nfunc G() {", "line 3: } closes what was opened in a part left out"},
		{Type, "type T struct {\n\ta int\n}", ""},
		{Type, "// T is one of a group.\nT struct {\n}", ""},
		{Const, "B", ""},
		{Const, "const B = 1", ""},
		{Var, "x, y = 1, 2", ""},
		{Field, "a, b int `json:\"a\"` // why", ""},
		{Field, "pkg.Other", ""},
		{InterfaceMethod, "// Add adds.\nAdd(x int) error", ""},
		{"", "case x:\n\treturn", ""},
		{"", "case v := <-ch:\n\tuse(v)", ""},
		{"", "else if b {\n}", ""},
		{"", "Key: value,", ""},
		{"", "a()\nb()", ""},
		{"", "a int // field", ""},
		{"", "a(", "line 2: expected operand, found '}'"},
		{"", "", ""},
	} {
		got := ""
		if err := CheckFragment(tt.kind, tt.text); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("CheckFragment(%q, %q): %q, want %q", tt.kind, tt.text, got, tt.want)
		}
	}
}

func TestLines(t *testing.T) {
	f := mustParse(t, "\ufeffpackage p\r\n\r\nvar s = `a\r\nb`\n")
	var got []string
	for line := 1; line <= f.Lines(); line++ {
		s := f.LineSpan(line)
		got = append(got, string(f.Src[s.Start:s.End]))
	}
	if want := "[package p||var s = `a|b`|]"; "["+strings.Join(got, "|")+"]" != want {
		t.Errorf("lines %q", got)
	}
	if !f.LineSpan(0).IsZero() || !f.LineSpan(99).IsZero() {
		t.Error("lines the file doesn't have")
	}
	if f.Line(-5) != 1 || f.Line(1<<30) != f.Lines() {
		t.Error("offsets outside the file")
	}
	open, shut := strings.IndexByte(string(f.Src), '`'), strings.LastIndexByte(string(f.Src), '`')
	for offset := range len(f.Src) + 1 {
		if got, want := f.InRawString(offset), open < offset && offset <= shut; got != want {
			t.Errorf("byte %d in a raw string: %t", offset, got)
		}
	}
}

// Long lines and deep patterns take time in proportion, not more.
func TestLongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p; func f() { ")
	for i := range 30000 {
		fmt.Fprintf(&b, "a(%d); ", i)
	}
	b.WriteString("}")
	f := mustParse(t, b.String())
	d, err := (&Package{Files: []*File{f}}).Find("f")
	if err != nil {
		t.Fatal(err)
	}
	p, err := ParsePattern("a(…) … a(…) … a(…) … b")
	if err != nil {
		t.Fatal(err)
	}
	if m := d.Match(p, Span{}); len(m) != 0 {
		t.Errorf("matches %v", m)
	}
	p, _ = ParsePattern("a(29999)")
	if m := d.Match(p, Span{}); len(m) != 1 {
		t.Errorf("matches %v", m)
	}
}

// TestRelease: a file that let go of its syntax gives the same nodes and paths as before, in every call on its own.
func TestRelease(t *testing.T) {
	src := []byte("package p\n\nconst (\n\ta, b = 1, 2 // two\n)\n\nfunc f(x int) {\n\tif x > 1 {\n\t\tf(2)\n\t} else {\n\t\tf(3)\n\t}\n}\n\ntype T struct {\n\tX int\n}\n")
	f, err := ParseFile("x.go", src)
	if err != nil {
		t.Fatal(err)
	}
	all := (&Package{Files: []*File{f}}).Decls()
	all = append(all, f.Stretch(Span{Start: 40, End: 70}), f.Stretch(Span{Start: 0, End: len(src)}))
	look := func(release bool) string {
		var b strings.Builder
		for _, d := range all {
			if release {
				f.Release()
			}
			paths, nodes := d.Paths()
			if release {
				f.Release()
			}
			fmt.Fprintln(&b, d.Symbol, paths, nodes, d.Statements(), d.Enclosing(Span{Start: d.Span.Start, End: d.Span.Start + 1}))
		}
		return b.String()
	}
	before := look(false)
	if f.syntax == nil || !strings.Contains(before, "/else") {
		t.Fatalf("nothing was looked at: %s", before)
	}
	if after := look(true); after != before {
		t.Errorf("after Release\n%s\nbefore\n%s", after, before)
	}
	if len(f.decls) != 5 {
		t.Errorf("%d declarations", len(f.decls))
	}
}
