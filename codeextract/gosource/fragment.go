package gosource

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// frame is what a fragment must stand in to be a file. Its first part has no line break, so that lines count as in
// the fragment.
type frame struct{ before, after string }

// CheckFragment tells whether text is Go where a declaration of the kind may stand: a declaration, or a line of a group,
// struct or interface. The empty Kind takes any whole nodes: declarations, statements, clauses, fields, elements. The
// text is what remains of source after leaving parts out. The error gives the line, from 1, and what the parser said.
func CheckFragment(kind Kind, text string) error {
	first := checkBrackets(text)
	if first != nil {
		return first // a bracket that closes the frame's own would make half a block look whole
	}
	for _, f := range frames(kind, text) {
		err := parseFramed(f, text)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func frames(kind Kind, text string) []frame {
	var (
		file   = frame{"package p; ", ""}
		fields = frame{"package p; type _ struct { ", "\n}"}
		iface  = frame{"package p; type _ interface { ", "\n}"}
		stmts  = frame{"package p; func _() { ", "\n}"}
	)
	group := func(keyword, first string) []frame {
		if startsWith(text, keyword) {
			return []frame{file}
		}
		return []frame{{"package p; " + keyword + " ( " + first, "\n)"}}
	}
	switch kind {
	case Func, Method:
		return []frame{file}
	case Type:
		return group("type", "")
	case Const:
		return group("const", "_ = iota; ") // a line of a group may repeat the expression before it
	case Var:
		return group("var", "")
	case Field:
		return []frame{fields, iface}
	case InterfaceMethod:
		return []frame{iface}
	}
	return []frame{
		stmts, file, fields, iface,
		{"package p; func _() { switch { ", "\n}}"},
		{"package p; func _() { select { ", "\n}}"},
		{"package p; func _() { if x { } ", "\n}"},
		{"package p; var _ = T{ ", "\n}"},
		{"package p; const ( _ = iota; ", "\n)"},
		{"package p; type ( ", "\n)"},
	}
}

// checkBrackets finds a closing bracket whose partner isn't in the text.
func checkBrackets(text string) error {
	depth := 0
	for _, t := range scan([]byte(text), Span{0, len(text)}) {
		switch {
		case opens(t.Kind):
			depth++
		case closes(t.Kind):
			depth--
		}
		if depth < 0 {
			return fmt.Errorf("line %d: %s closes what was opened in a part left out", 1+strings.Count(text[:t.Start], "\n"), t.Lit)
		}
	}
	return nil
}

// startsWith reports whether the first code in text is the keyword.
func startsWith(text, keyword string) bool {
	for _, t := range scan([]byte(text), Span{0, len(text)}) {
		if t.Kind != token.COMMENT {
			return t.Lit == keyword
		}
	}
	return false
}

func parseFramed(f frame, text string) error {
	src := f.before + strings.TrimPrefix(text, string(byteOrderMark)) + f.after
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		line := 1 + strings.Count(src[:min(list[0].Pos.Offset, len(src))], "\n")
		return fmt.Errorf("line %d: %s", line, list[0].Msg)
	}
	return err
}
