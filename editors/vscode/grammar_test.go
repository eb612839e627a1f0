package vscode

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

var update = flag.Bool("update", false, "rewrite the goldens: read the diff")

// rule is the part of the TextMate format that the grammar uses.
type rule struct {
	Name, ContentName, Include, Match, Begin, End string
	Captures, BeginCaptures, EndCaptures          map[string]*rule
	Patterns                                      []*rule
	Repository                                    map[string]*rule
}

func readGrammar(t *testing.T) *rule {
	t.Helper()
	data, err := os.ReadFile("syntaxes/snip.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var g rule
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return &g
}

// The extension names a grammar that is there, by its scope.
func TestManifest(t *testing.T) {
	data, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Contributes struct {
			Grammars []struct{ ScopeName, Path string }
		}
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	g := m.Contributes.Grammars
	if len(g) != 1 || g[0].ScopeName != "markdown.snip.codeblock" || filepath.Clean(g[0].Path) != filepath.FromSlash("syntaxes/snip.tmLanguage.json") {
		t.Errorf("grammars: %+v", g)
	}
}

// The grammar colours the words that the parser knows: those that it names itself when it is given one that it does not know.
func TestWordsAreTheParsers(t *testing.T) {
	rules := readGrammar(t).Repository
	words := func(source string) []string { // the alternatives in a pattern's first group of words
		m := regexp.MustCompile(`\((?:\?:)?([a-z|]+)\)`).FindStringSubmatch(source)
		if m == nil {
			t.Fatalf("no words in %s", source)
		}
		list := strings.Split(m[1], "|")
		slices.Sort(list)
		return list
	}
	known := func(list problem.List, after string) []string {
		for _, p := range list {
			if _, names, ok := strings.Cut(p.Message, after); ok {
				names, _, _ = strings.Cut(names, " (")
				words := strings.Split(names, ", ")
				slices.Sort(words)
				return words
			}
		}
		t.Fatalf("%q is in none of %v", after, list)
		return nil
	}
	wrong := snip.Line{Text: `{zzzzzz="x"}`}
	_, list := snip.Parse(wrong, nil)
	wants := map[string][]string{"header": known(list, "it is one of ")}
	for kind, header := range map[string]string{
		figure.CallPath: "figure-header", figure.Sequence: "figure-header", figure.CallGraph: "callgraph-header", figure.TypeGraph: "typegraph-header",
	} {
		_, list := figure.Parse(kind, wrong, nil)
		wants[header] = known(list, "it is one of ")
		if rule := rules[kind]; rule == nil || rule.BeginCaptures["5"].Patterns[0].Include != "#"+header {
			t.Errorf("%s has not the header of %s", kind, header)
		}
	}
	for name, want := range wants {
		if got := words(rules[name].Patterns[0].Match); !slices.Equal(got, want) {
			t.Errorf("%s colours %v, the parser knows %v", name, got, want)
		}
	}
	_, list = snip.Parse(snip.Line{Text: `{src="q"}`}, []snip.Line{{Text: "(x)"}})
	if got, want := words(rules["directive"].Begin), known(list, "a directive starts with one of "); !slices.Equal(got, want) {
		t.Errorf("directives: coloured %v, parsed %v", got, want)
	}
	if len(figure.Kinds())+1 != len(readGrammar(t).Patterns) {
		t.Errorf("%d kinds of block are coloured", len(readGrammar(t).Patterns))
	}
}

// TestGolden runs the grammar over the page in each testdata/*.txtar.
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
			if len(ar.Files) != 2 || ar.Files[0].Name != "page.md" || ar.Files[1].Name != "want" {
				t.Fatal("want the sections page.md and want")
			}
			k := &tokenizer{t: t, grammar: readGrammar(t)}
			got := k.run(string(ar.Files[0].Data))
			if got == string(ar.Files[1].Data) {
				return
			}
			if *update {
				ar.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s", diff.Diff("want", ar.Files[1].Data, "got", []byte(got)))
		})
	}
}

// tokenizer does what an editor does with the grammar, as far as this one needs it. Rules of other grammars match nothing.
type tokenizer struct {
	t       *testing.T
	grammar *rule
	stack   []frame
	out     strings.Builder
}

// frame is a begin/end rule that is open.
type frame struct {
	rule *rule
	end  *regexp.Regexp
}

func (k *tokenizer) run(page string) string {
	for i, line := range strings.Split(strings.TrimSuffix(page, "\n"), "\n") {
		fmt.Fprintf(&k.out, "%d %s\n", i+1, line)
		k.line(line)
	}
	if len(k.stack) > 0 {
		k.t.Errorf("%d rules are open at the end", len(k.stack))
	}
	return k.out.String()
}

func (k *tokenizer) line(line string) {
	seen := map[string]bool{} // states at one place: an empty match must not go on for ever
	for at := 0; at <= len(line); {
		state := fmt.Sprint(at, len(k.stack))
		best, m := (*rule)(nil), []int(nil)
		patterns := k.grammar.Patterns
		if n := len(k.stack); n > 0 {
			m = k.find(k.stack[n-1].end, line, at)
			patterns = k.stack[n-1].rule.Patterns
		}
		for _, r := range k.flat(patterns) {
			source := r.Match + r.Begin
			if found := k.find(k.compile(source), line, at); found != nil && (m == nil || found[0] < m[0]) && !(found[1] == at && seen[state]) {
				best, m = r, found
			}
		}
		seen[state] = true
		switch {
		case m == nil:
			return
		case best == nil:
			k.captures(k.stack[len(k.stack)-1].rule.EndCaptures, line, m)
			k.stack = k.stack[:len(k.stack)-1]
		case best.Match != "":
			k.emit(best.Name, line[m[0]:m[1]])
			k.captures(best.Captures, line, m)
		default:
			k.captures(best.BeginCaptures, line, m)
			end := regexp.MustCompile(`\\[0-9]`).ReplaceAllStringFunc(best.End, func(ref string) string {
				n, _ := strconv.Atoi(ref[1:])
				return regexp.QuoteMeta(line[m[2*n]:m[2*n+1]])
			})
			k.stack = append(k.stack, frame{best, k.compile(end)})
		}
		at = m[1]
		if at == len(line) && len(k.stack) > 0 && k.find(k.stack[len(k.stack)-1].end, line, at) == nil {
			return
		}
	}
}

// compile turns \G, which Go lacks, into the line's start: there are no rules around ours here.
func (k *tokenizer) compile(source string) *regexp.Regexp {
	k.t.Helper()
	re, err := regexp.Compile(strings.ReplaceAll(source, `(^|\G)`, `(^)`))
	if err != nil {
		k.t.Fatalf("%s: %v", source, err)
	}
	return re
}

// find matches from an offset on, ^ being the line's start only.
func (k *tokenizer) find(re *regexp.Regexp, line string, at int) []int {
	for _, m := range re.FindAllStringSubmatchIndex(line, -1) {
		if m[0] >= at {
			return m
		}
	}
	if at == 0 || strings.HasPrefix(re.String(), "(^)") {
		return nil
	}
	m := re.FindStringSubmatchIndex(line[at:]) // a match before the offset may have hidden one behind it
	for i := range m {
		if m[i] >= 0 {
			m[i] += at
		}
	}
	return m
}

// flat resolves includes.
func (k *tokenizer) flat(patterns []*rule) []*rule {
	var out []*rule
	for _, p := range patterns {
		name, local := strings.CutPrefix(p.Include, "#")
		switch {
		case p.Include == "":
			if p.Match+p.Begin != "" {
				out = append(out, p)
				continue
			}
			out = append(out, k.flat(p.Patterns)...)
		case local:
			r := k.grammar.Repository[name]
			if r == nil {
				k.t.Fatalf("no rule %s", p.Include)
			}
			out = append(out, k.flat([]*rule{r})...)
		}
	}
	return out
}

func (k *tokenizer) captures(captures map[string]*rule, line string, m []int) {
	for n := 1; 2*n < len(m); n++ {
		c := captures[strconv.Itoa(n)]
		if c == nil || m[2*n] < 0 {
			continue
		}
		text := line[m[2*n]:m[2*n+1]]
		k.emit(c.Name, text)
		if len(c.Patterns) > 0 {
			inner := &tokenizer{t: k.t, grammar: &rule{Patterns: c.Patterns, Repository: k.grammar.Repository}}
			inner.line(text)
			k.out.WriteString(inner.out.String())
		}
	}
}

func (k *tokenizer) emit(scope, text string) {
	if scope != "" && text != "" {
		fmt.Fprintf(&k.out, "    %s %q\n", scope, text)
	}
}
