package figure

import (
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// What a block names stands where it says, byte by byte, and a block without a mistake is complete.
func FuzzParse(f *testing.F) {
	for _, body := range []string{"A.Run → B.loop -> q#C", "A →\n  B", "A → B: call", "A → B：call：文字", "→", "A B", "A ⇒ B", "{{< x >}}", "a->b->", "",
		"q#A → #B", "A → q#", "A→B:#c:x", "A.B[T] → C:\tD ：e", "x.Run →\n→ y", "  A → 乙: 调用", "A\n→ B\n-> C", "\ufeffA → B", "A — B", "Ａ → B"} {
		for _, kind := range Kinds() {
			f.Add(kind, `{#x src="q"}`, body)
		}
	}
	for kind, info := range map[string]string{
		CallGraph: "{src=\"q\" root=\"A;q#B\" depth=\"2\" stop=\"q#\" fold=\";A; B ;\fC\" title=\"图\"}", TypeGraph: `{sym="A; B" fold="C" at="v1.0.0" for="linux/amd64"}`,
	} {
		for _, body := range []string{"", "x", "\n \n"} {
			f.Add(kind, info, body)
		}
	}
	f.Fuzz(func(t *testing.T, kind, info, body string) {
		var lines []snip.Line
		all := strings.Split(body, "\n")
		for i, text := range all {
			lines = append(lines, snip.Line{Text: text, Pos: problem.Position{File: "p", Line: 2 + i, Column: 1}})
		}
		b, problems := Parse(kind, snip.Line{Text: info, Pos: problem.Position{File: "p", Line: 1, Column: 1}}, lines)
		names := b.Steps
		for _, m := range b.Messages {
			names = append(names, m.From, m.To, m.Call)
		}
		for _, n := range names {
			if n.Sym == "" {
				t.Errorf("no symbol in %q at %v", n, n.Pos)
			}
			if line := all[n.Pos.Line-2]; !strings.HasPrefix(line[n.Pos.Column-1:], n.String()) {
				t.Errorf("%q does not stand at %v in %q", n, n.Pos, line)
			}
		}
		if len(problems) == 0 && (kind == CallPath && len(b.Steps) < 2 || kind == Sequence && len(b.Messages) == 0) {
			t.Errorf("nothing in %q, and no problem", body)
		}
		for _, key := range []string{"root", "sym", "stop", "fold"} {
			for _, n := range b.Names(key) {
				if !strings.HasPrefix(info[n.Pos.Column-1:], n.String()) {
					t.Errorf("%q does not stand at %v in %q", n, n.Pos, info)
				}
			}
		}
		b.DefaultID()
	})
}
