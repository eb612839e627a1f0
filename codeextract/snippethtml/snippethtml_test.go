package snippethtml

import (
	"bytes"
	"errors"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/chroma/v2"
	chromahtml "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/srcblog/srcblog/codeextract/gosource"
)

// span is all the markup that lines may have; every opening tag is closed on its line.
var span = regexp.MustCompile(`<span class="[a-z0-9]+">([^<>]*)</span>`)

// checkExact: without tags and entities, a line is its source text.
func checkExact(t testing.TB, src []byte, lines []Line, got []string) {
	t.Helper()
	if len(got) != len(lines) {
		t.Fatalf("%d lines of HTML for %d", len(got), len(lines))
	}
	for i, line := range lines {
		start, end := line.text(len(src))
		want := strings.ReplaceAll(string(src[start:end]), "\r", "")
		text := span.ReplaceAllString(got[i], "$1")
		if strings.ContainsAny(text, "<>") {
			t.Errorf("line %d has other markup: %s", i+1, got[i])
		}
		if html.UnescapeString(text) != want {
			t.Errorf("line %d: %q from %q", i+1, text, want)
		}
	}
}

func allLines(f *gosource.File) []Line {
	var lines []Line
	for n := 1; n <= f.Lines(); n++ {
		s := f.LineSpan(n)
		lines = append(lines, Line{Start: s.Start, End: s.End})
	}
	return lines
}

func realFile(t testing.TB, name string) *gosource.File {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("needs the go command: %v", err)
	}
	src, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("needs Go's own source: %v", err)
	}
	f, err := gosource.ParseFile(name, src)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRealSource(t *testing.T) {
	for _, name := range []string{"runtime/proc.go", "go/parser/parser.go", "html/template/template_test.go", "strings/strings_test.go"} {
		f := realFile(t, name)
		lines := allLines(f)
		checkExact(t, f.Src, lines, Go(f, lines))
	}
}

// Lines are independent: any choice, in any order, gives the same HTML as all of them; odd offsets do no harm.
func TestLines(t *testing.T) {
	src := []byte("package p\n\nvar s = `a\nb\nc` + \"é\"\n")
	f, err := gosource.ParseFile("x.go", src)
	if err != nil {
		t.Fatal(err)
	}
	lines := allLines(f)
	all := Go(f, lines)
	for i := range lines {
		if one := Go(f, lines[i:i+1]); one[0] != all[i] {
			t.Errorf("line %d alone: %s, with others: %s", i+1, one[0], all[i])
		}
	}
	odd := []Line{{-5, 3, 0}, {0, 1 << 30, 2}, {9, 4, 1}, {0, 7, 99}, {0, len(src), 0}}
	checkLen := func(got []string) {
		t.Helper()
		if len(got) != len(odd) {
			t.Errorf("%d lines of HTML for %d", len(got), len(odd))
		}
	}
	checkLen(Go(f, odd))
	checkLen(Other("go", src, odd))
	if Go(f, nil) != nil || Other("go", src, nil) != nil {
		t.Error("no lines give lines")
	}
}

func TestConcurrent(t *testing.T) {
	src := []byte("package p\n\nfunc f() { g(1, `x`) }\n")
	f, err := gosource.ParseFile("x.go", src)
	if err != nil {
		t.Fatal(err)
	}
	lines := allLines(f)
	want := strings.Join(Go(f, lines), "\n")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := strings.Join(Go(f, lines), "\n"); got != want {
				t.Errorf("got %s", got)
			}
			Other("yaml", []byte("a: b"), []Line{{0, 4, 0}})
			if _, err := Notes("a **b**"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestNotesLinked(t *testing.T) {
	resolve := func(dest, _ string) (string, error) {
		switch dest {
		case "sym:cache#Store":
			return "#snip-store", nil
		case "sym:evil":
			return "javascript:alert(1)", nil
		case "sym:gone":
			return "", errors.New("no symbol")
		}
		return "", nil
	}
	got, err := NotesLinked("[`Store`](sym:cache#Store) [b](sym:evil) [c](javascript:x) [d](/e/)", resolve)
	want := "<p><a href=\"#snip-store\"><code>Store</code></a> b c <a href=\"/e/\">d</a></p>\n"
	if err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := NotesLinked("[x](sym:gone)", resolve); err == nil || err.Error() != "no symbol" {
		t.Errorf("error %v", err)
	}
}

func FuzzGoHTML(f *testing.F) {
	for _, g := range goldens(f) {
		if strings.HasSuffix(g.input, ".go") {
			f.Add(g.src, 0)
			f.Add(g.src, 3)
		}
	}
	f.Add([]byte("\ufeffpackage p\r\nvar x = `\r\n`/*\r\n*/"), 1)
	f.Fuzz(func(t *testing.T, src []byte, cut int) {
		file, err := gosource.ParseFile("x.go", src)
		if err != nil {
			return
		}
		lines := allLines(file)
		for i := range lines {
			lines[i].Cut = min(max(cut, 0), lines[i].End-lines[i].Start)
		}
		if cut > 0 && bytes.ContainsFunc(src, func(r rune) bool { return r > 0x7f }) {
			return // cutting is for white space, never inside a character
		}
		checkExact(t, src, lines, Go(file, lines))
	})
}

func FuzzNotes(f *testing.F) {
	for _, g := range goldens(f) {
		if g.input == "note.md" {
			f.Add(string(g.src))
		}
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		got, err := Notes(markdown)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`<[^>]*>`).FindAllString(got, -1) {
			if !noteTag.MatchString(m) {
				t.Errorf("tag %q in %q", m, got)
			}
			if scheme := hrefScheme.FindStringSubmatch(m); scheme != nil && !strings.Contains(" http https mailto ", " "+strings.ToLower(scheme[1])+" ") {
				t.Errorf("scheme %q in %q", scheme[1], got)
			}
		}
	})
}

// noteTag is every tag that a note may have.
var noteTag = regexp.MustCompile(`^<(/?(p|em|strong|del|code|pre|ul|ol|li|blockquote|h[1-6]|table|thead|tbody|tr|th|td)|br|hr|` +
	`code class="language-[^"]*"|ol start="\d+"|t[hd] align="\w+"|input( checked="")? disabled="" type="checkbox"|` +
	`a href="[^"]*"( title="[^"]*")?|/a|img src="[^"]*" alt="[^"]*"( title="[^"]*")?)>$`)

// hrefScheme is where a browser would see a scheme.
var hrefScheme = regexp.MustCompile(`^<(?:a href|img src)="\s*([a-zA-Z][a-zA-Z0-9+.-]*):`)

// BenchmarkGo compares with chroma's own lexer in front of the same formatter; "ratio" is how often ours runs in its time.
func BenchmarkGo(b *testing.B) {
	f := realFile(b, "runtime/mbitmap.go")
	lines := allLines(f)
	var ours, theirs float64
	b.Run("tokens", func(b *testing.B) {
		for b.Loop() {
			parsed, err := gosource.ParseFile(f.Name, f.Src)
			if err != nil {
				b.Fatal(err)
			}
			Go(parsed, lines)
		}
		ours = float64(b.Elapsed()) / float64(b.N)
	})
	b.Run("chroma", func(b *testing.B) {
		formatter := chromahtml.New(chromahtml.WithClasses(true), chromahtml.PreventSurroundingPre(true))
		style := chroma.MustNewStyle("classes only", chroma.StyleEntries{})
		for b.Loop() {
			iterator, err := lexers.Get("go").Tokenise(nil, string(f.Src))
			if err != nil {
				b.Fatal(err)
			}
			var out bytes.Buffer
			if err := formatter.Format(&out, style, iterator); err != nil {
				b.Fatal(err)
			}
		}
		theirs = float64(b.Elapsed()) / float64(b.N)
		if ours > 0 {
			b.ReportMetric(theirs/ours, "ratio")
		}
	})
}

func TestGoNamed(t *testing.T) {
	src := "package p\n\nfunc (s *Store) Add(key string) { s.add(key, \"<a>\"); s.add(key) }\n"
	f, err := gosource.ParseFile("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]*Name{
		"s": {Kind: "receiver"}, "Store": {Kind: "type", Exported: true, Href: "#x-L1"}, "key": {Kind: "param"},
		"Add": {Kind: "method", Exported: true}, "add": {Kind: "method", Href: `https://x.org/?a=1&b="2"`},
	}
	seen := map[string]bool{}
	line := f.LineSpan(3)
	got := GoNamed(f, []Line{{Start: line.Start, End: line.End}}, func(offset int) *Name {
		for word, name := range names {
			if strings.HasPrefix(src[offset:], word) && !isLetter(src[offset+len(word)]) {
				one := *name
				one.Again = seen[word]
				seen[word] = true
				return &one
			}
		}
		return nil
	})[0]
	want := `<span class="kd">func</span> (<span class="bp">s</span> *<a class="sym nc" href="#x-L1">Store</a>) ` +
		`<span class="nf me">Add</span>(<span class="nv pa">key</span> <span class="kt">string</span>) { <span class="bp">s</span>.` +
		`<a class="sym nf me un" href="https://x.org/?a=1&amp;b=&#34;2&#34;">add</a>(<span class="nv pa">key</span>, <span class="s">"&lt;a&gt;"</span>); ` +
		`<span class="bp">s</span>.<a class="sym nf me un" tabindex="-1" href="https://x.org/?a=1&amp;b=&#34;2&#34;">add</a>(<span class="nv pa">key</span>) }`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func TestJoinLines(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"一行":                 "一行",
		"第一行，\n  第二行\n\n第三行": "第一行，第二行第三行",
		"one,\n two\n三 \n四":  "one, two 三四",
		"前”\n“后":             "前” “后",
		"前”\n后":              "前”后",
	} {
		if got := JoinLines(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What LineBreaks finds, taken out, is what Notes leaves out: the rest renders alike.
func TestLineBreaks(t *testing.T) {
	for markdown, want := range map[string]string{
		"等待\n信号":                      "等待信号",
		"等待，\n  信号\nand more\n等":      "等待，信号\nand more\n等",
		"等\n**待**":                    "等**待**",
		"**等**\n待":                    "**等**待",
		"[等](sym:q#F)\n待\n\n- 一\n  二": "[等](sym:q#F)待\n\n- 一二",
		"> 一\n> 二":                    "> 一\n> 二",
		"```\n一\n二\n```":              "```\n一\n二\n```",
		"hello,\nworld\n`x`":          "hello,\nworld\n`x`",
	} {
		got, at := "", 0
		for _, b := range LineBreaks(markdown) {
			got, at = got+markdown[at:b[0]], b[1]
		}
		if got += markdown[at:]; got != want {
			t.Errorf("%q: %q, want %q", markdown, got, want)
		}
		same := func(dest, _ string) (string, error) { return dest, nil }
		before, err := NotesLinked(markdown, same)
		after, err2 := NotesLinked(got, same)
		if err != nil || err2 != nil || before != after {
			t.Errorf("%q renders as %q (%v), %q as %q (%v)", markdown, before, err, got, after, err2)
		}
	}
}
