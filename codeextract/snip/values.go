package snip

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// checkValues checks the values that have a form of their own.
func (s *headerScanner) checkValues() {
	h := &s.h
	parts := []string{"decl", "sig", "body", "doc"}
	if h.Part != "" && !slices.Contains(parts, h.Part) {
		hint := didYouMean(h.Part, parts)
		if strings.HasPrefix(hint, ":") {
			hint = "" // all are named
		}
		s.badf(h.Pos("part"), "part is one of %s, not %q%s", strings.Join(parts, ", "), h.Part, hint)
	}
	if h.Lines != "" {
		if first, last := h.LineRange(); first == 0 || last < first {
			s.badf(h.Pos("lines"), "lines is N or N-M, counted from 1, not %q", h.Lines)
		}
	}
	if h.For != "" && !platform.MatchString(h.For) {
		s.badf(h.Pos("for"), "for is GOOS/GOARCH, such as linux/amd64, not %q", h.For)
	}
	if h.Diff != "" && len(strings.Fields(h.Diff)) > 2 {
		s.badf(h.Pos("diff"), "diff is a version, or a version and a symbol's old name, not %q", h.Diff)
	}
	if strings.Contains(h.At, " ") {
		s.badf(h.Pos("at"), "at is one version, not %q", h.At)
	}
	if h.Lines != "" && (h.Sym != "" || h.Region != "") {
		s.badf(h.Pos("lines"), "lines names part of a file; it can't stand beside sym or region")
	}
	if h.Sym != "" && h.Region != "" {
		s.badf(h.Pos("region"), "region can't stand beside sym: a block shows one or the other")
	}
	s.checkSyms()
}

func (s *headerScanner) checkSyms() {
	h := &s.h
	if h.Sym == "" {
		return
	}
	pos := h.Pos("sym")
	for _, sym := range strings.Split(h.Sym, ";") {
		trimmed := strings.TrimSpace(sym)
		at := pos
		at.Column += len(sym) - len(strings.TrimLeft(sym, " \t"))
		bad, hint := BadSymbol(trimmed)
		switch {
		case trimmed == "":
			s.badf(at, "an empty symbol beside a ; in sym")
		case bad >= 0:
			at.Column += bad
			s.badf(at, "%s", hint)
		}
		pos.Column += len(sym) + 1
	}
}

// BadSymbol gives the offset of what can't stand in one symbol, and what to say of it; -1 where there is no such thing. Between
// type parameters there may be spaces and commas.
func BadSymbol(symbol string) (at int, message string) {
	depth := 0
	for i, r := range symbol {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		if hint := FullWidthHint(string(r)); hint != "" {
			return i, hint
		}
		if depth == 0 && (unicode.IsSpace(r) || r == ',') {
			return i, "a space or comma inside a symbol: several symbols are joined by ;"
		}
	}
	return -1, ""
}

var platform = regexp.MustCompile(`^[a-z0-9]+/[a-z0-9]+$`)
