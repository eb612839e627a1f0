package gosource

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds gives the sources and the quoted code of the golden files.
func seeds(t testing.TB) (sources [][]byte, codes []string) {
	for _, ar := range goldens(t) {
		for _, sec := range ar.Files {
			if strings.HasSuffix(sec.Name, ".go") {
				sources = append(sources, goldenSource(sec.Data))
			}
			if sec.Name != "queries" {
				continue
			}
			for line := range strings.Lines(string(sec.Data)) {
				if _, code, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
					codes = append(codes, code)
				}
			}
		}
	}
	return sources, codes
}

func FuzzParsePattern(f *testing.F) {
	_, codes := seeds(f)
	for _, code := range codes {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		p, err := ParsePattern(code)
		if err != nil {
			var pe *PatternError
			if !errors.As(err, &pe) || pe.Offset < 0 || pe.Offset > len(code) || pe.Msg == "" {
				t.Fatalf("error %#v", err)
			}
			return
		}
		if len(p.tokens) == 0 || p.tokens[0].wild || p.tokens[len(p.tokens)-1].wild {
			t.Fatalf("pattern %+v", p.tokens)
		}
	})
}

func FuzzMatch(f *testing.F) {
	sources, codes := seeds(f)
	for i, src := range sources {
		f.Add(src, codes[i%len(codes)])
		for _, code := range codes {
			if i == 0 {
				f.Add(src, code)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, code string) {
		file, err := ParseFile("x.go", src)
		if err != nil {
			var se *SyntaxError
			if !errors.As(err, &se) || se.Line < 1 || se.Column < 1 {
				t.Fatalf("error %#v", err)
			}
			return
		}
		if !utf8.Valid(src) {
			t.Fatal("invalid UTF-8 accepted")
		}
		checkTokens(t, file)
		whole := file.Stretch(Span{0, len(src)})
		for _, word := range []string{"doc", "sig", "body", "comments", "imports"} {
			end := 0
			for _, s := range whole.Part(word) {
				if s.Start < end && word != "comments" || s.End < s.Start || s.End > len(src) {
					t.Fatalf("%s: %v after %d", word, s, end)
				}
				end = s.Start
			}
		}
		pattern, _ := ParsePattern(code)
		for _, d := range (&Package{Files: []*File{file}}).Decls() {
			checkDecl(t, d)
			d.MatchComment(code, Span{})
			matches, err := d.Path(code, Span{})
			var wrong *PatternError
			if err != nil && (!errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Offset > len(code) || wrong.Msg == "") {
				t.Fatalf("path %q: %#v", code, err)
			}
			for _, m := range matches {
				if !d.Span.Contains(m.Node) {
					t.Fatalf("path %q leads to %v, outside of %v", code, m.Node, d.Span)
				}
			}
			if pattern == nil {
				continue
			}
			for _, m := range d.Match(pattern, Span{}) {
				if !m.Node.Contains(m.Tokens) || !d.Span.Contains(m.Node) {
					t.Fatalf("match %v of %v", m, d.Span)
				}
			}
			d.Similar(pattern, 3)
		}
	})
}

// checkTokens: tokens come in order, apart from each other, with nothing but white space between; scanned in pieces they are
// those of the whole file.
func checkTokens(t *testing.T, f *File) {
	all := Span{0, len(f.Src)}
	tokens := f.Tokens(all)
	if whole := scan(f.Src, all); !slices.Equal(tokens, whole) {
		t.Fatalf("in pieces %v, whole %v", tokens, whole)
	}
	end := 0
	for _, tok := range tokens {
		if tok.Start < end || tok.End <= tok.Start || tok.End > len(f.Src) {
			t.Fatalf("token %+v after %d", tok, end)
		}
		if gap := string(f.Src[end:tok.Start]); strings.Trim(gap, " \t\r\n\ufeff") != "" {
			t.Fatalf("%q between tokens", gap)
		}
		end = tok.End
	}
	for line := 1; line <= f.Lines(); line++ {
		if s := f.LineSpan(line); s.End < s.Start || f.Line(s.Start) != line || f.Line(s.End) != line {
			t.Fatalf("line %d is %v", line, s)
		}
	}
}
