package gosource

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// step is one element of a node path: what it looks for, what that is called, which of several it is (from 1, 0 for all).
type step struct {
	word  string
	name  string
	code  *Pattern // of name, for the words that compare code
	index int
}

// stepWords are the words a step may begin with, and whether a name must or may follow: 0 no, 1 may, 2 must.
func stepWords() map[string]int {
	return map[string]int{
		"if": 0, "else": 0, "for": 0, "range": 0, "switch": 0, "select": 0, "go": 0, "defer": 0, "return": 0, "default": 0,
		"func": 0, "case": 1, "label": 1, "call": 2, "key": 2, "field": 2,
	}
}

// Path gives the nodes that a node path stands for, as `/if/for[2]`, `/case Deleted`, `/call:Wait`, `/key ListFunc`.
// Every step looks for nodes at any depth inside those of the step before, the first one inside within (the zero Span:
// the declaration), and never settles for the outermost, so that code added later can't change what a path means unseen; `[n]` keeps the n-th of them in source order. A name follows its word after a space or a colon; calls
// are named by their last element or in full (`call:f.cond.Wait`). The error is a *PatternError; no node is no error.
func (d *Decl) Path(path string, within Span) ([]Match, error) {
	steps, err := parsePath(path)
	if err != nil {
		return nil, err
	}
	start := d.inside(within)
	current := []Match{{Tokens: start, Node: start}}
	word := ""
	for _, s := range steps {
		var next []Match
		for _, m := range current {
			found := d.step(s, m, word)
			if s.index > 0 {
				found = found[min(s.index-1, len(found)):min(s.index, len(found))]
			}
			for _, f := range found {
				if !slices.ContainsFunc(next, func(have Match) bool { return have.Node == f.Node }) {
					next = append(next, f)
				}
			}
		}
		current, word = next, s.word
	}
	return current, nil
}

// step finds what a step looks for, each node once, in source order. What it looks in is found again only where another
// word named it, before: a label's loop, the function of a go statement.
func (d *Decl) step(s step, in Match, before string) []Match {
	f := d.File
	var found []Match
	ast.Inspect(d.root(), func(n ast.Node) bool {
		if n == nil {
			return false
		}
		span := f.span(n)
		if span.End <= in.Tokens.Start || in.Tokens.End <= span.Start {
			return false
		}
		if !in.Tokens.Contains(span) || !d.is(n, s) {
			return true
		}
		m := Match{Tokens: span, Node: d.Enclosing(span)}
		_, isExpr := n.(ast.Expr)
		again := m.Tokens == in.Tokens && before == s.word || before == "" && m.Node == in.Node && !isExpr
		if !again && !slices.ContainsFunc(found, func(have Match) bool { return have.Node == m.Node }) {
			found = append(found, m)
		}
		return true
	})
	return found
}

// is tells whether a syntax node is what the step looks for.
func (d *Decl) is(n ast.Node, s step) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		return s.word == "if" || s.word == "else" && d.isElse(n)
	case *ast.ForStmt:
		return s.word == "for"
	case *ast.RangeStmt:
		return s.word == "for" || s.word == "range"
	case *ast.SwitchStmt, *ast.TypeSwitchStmt:
		return s.word == "switch"
	case *ast.SelectStmt:
		return s.word == "select"
	case *ast.GoStmt:
		return s.word == "go"
	case *ast.DeferStmt:
		return s.word == "defer"
	case *ast.ReturnStmt:
		return s.word == "return"
	case *ast.FuncLit:
		return s.word == "func"
	case *ast.LabeledStmt:
		return s.word == "label" && (s.name == "" || n.Label.Name == s.name)
	case *ast.Field:
		return s.word == "field" && fieldNamed(n, s.name)
	case *ast.KeyValueExpr:
		return s.word == "key" && d.isCode(n.Key, s.code)
	case *ast.CallExpr:
		return s.word == "call" && d.callNamed(n.Fun, s)
	case *ast.CaseClause:
		return d.isClause(s, len(n.List) == 0, n.List...)
	case *ast.CommClause:
		return d.isClause(s, n.Comm == nil, commExpr(n.Comm)...) || s.word == "case" && n.Comm != nil && d.isCode(n.Comm, s.code)
	case *ast.BlockStmt:
		return s.word == "else" && d.isElse(n)
	}
	return false
}

// isClause compares each of a clause's expressions, so that `case Deleted` finds `case Added, Deleted:`.
func (d *Decl) isClause(s step, isDefault bool, list ...ast.Expr) bool {
	switch s.word {
	case "default":
		return isDefault
	case "case":
		return !isDefault && (s.name == "" || slices.ContainsFunc(list, func(e ast.Expr) bool { return d.isCode(e, s.code) }))
	}
	return false
}

// commExpr is what a select clause receives from or sends to.
func commExpr(comm ast.Stmt) []ast.Expr {
	switch c := comm.(type) {
	case *ast.ExprStmt:
		return []ast.Expr{c.X}
	case *ast.AssignStmt:
		return c.Rhs
	case *ast.SendStmt:
		return []ast.Expr{c.Chan}
	}
	return nil
}

// isElse tells whether a statement is an else branch.
func (d *Decl) isElse(n ast.Stmt) bool {
	tokens, i := d.File.tokenBefore(d.File.pos.Offset(n.Pos()))
	for i >= 0 && tokens[i].Kind == token.COMMENT {
		i--
	}
	return i >= 0 && tokens[i].Kind == token.ELSE
}

func (d *Decl) callNamed(fun ast.Expr, s step) bool {
	switch f := fun.(type) {
	case *ast.ParenExpr:
		return d.callNamed(f.X, s)
	case *ast.IndexExpr: // f[T](x)
		return d.callNamed(f.X, s)
	case *ast.IndexListExpr:
		return d.callNamed(f.X, s)
	case *ast.SelectorExpr:
		if f.Sel.Name == s.name {
			return true
		}
	}
	return d.isCode(fun, s.code)
}

func fieldNamed(field *ast.Field, name string) bool {
	if len(field.Names) == 0 {
		return typeName(field.Type) == name
	}
	return slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return id.Name == name })
}

// isCode tells whether a syntax node is the code, from its first token to its last; no code is any.
func (d *Decl) isCode(n ast.Node, code *Pattern) bool {
	if code == nil {
		return true
	}
	m := newMatcher(code, d.File.Tokens(d.File.span(n)))
	return len(m.text) > 0 && m.from(0, 0) == len(m.text)
}

var stepIndex = regexp.MustCompile(`\[([1-9][0-9]{0,5})\]$`)

func parsePath(path string) ([]step, error) {
	if !strings.HasPrefix(path, "/") {
		return nil, &PatternError{Msg: "a node path begins with /"}
	}
	var steps []step
	for offset := 1; offset <= len(path); {
		end := stepEnd(path, offset)
		s, err := parseStep(path[offset:end])
		if err != nil {
			return nil, &PatternError{Offset: offset + err.Offset, Msg: err.Msg}
		}
		steps = append(steps, s)
		offset = end + 1
	}
	return steps, nil
}

// stepEnd finds the slash that ends a step: one in a literal or between brackets belongs to the step's code.
func stepEnd(path string, start int) int {
	depth, quote := 0, byte(0)
	for i := start; i < len(path); i++ {
		switch c := path[i]; {
		case quote != 0 && c == '\\' && quote != '`':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == '/' && depth <= 0:
			return i
		}
	}
	return len(path)
}

// parseStep reads WORD, WORD NAME or WORD:NAME, and [N] behind that. The error's offset counts from the step's beginning.
func parseStep(text string) (step, *PatternError) {
	text = strings.TrimRight(text, " \t")
	start := len(text) - len(strings.TrimLeft(text, " \t"))
	end := start + strings.IndexFunc(text[start:]+" ", func(r rune) bool { return !unicode.IsLetter(r) })
	s := step{word: text[start:end]}
	takes, known := stepWords()[s.word]
	if !known {
		return s, &PatternError{Offset: start, Msg: fmt.Sprintf("unknown step %q%s", cmp.Or(s.word, text[start:]), suggestStep(s.word))}
	}
	if m := stepIndex.FindStringSubmatch(text); m != nil {
		s.index, _ = strconv.Atoi(m[1]) // the expression takes only small numbers
		text = strings.TrimRight(strings.TrimSuffix(text, m[0]), " \t")
	}
	rest := strings.TrimLeft(text[end:], " \t")
	at := len(text) - len(rest)
	colon := strings.HasPrefix(rest, ":")
	s.name = strings.TrimLeft(strings.TrimPrefix(rest, ":"), " \t")
	switch {
	case rest != "" && !colon && rest[0] == '[' && takes == 0 || at == end && rest != "" && !colon:
		return s, &PatternError{Offset: at, Msg: fmt.Sprintf("unexpected %q after step %q: [2] picks the second, and a name follows a space or a colon", rest, s.word)}
	case takes == 0 && rest != "":
		return s, &PatternError{Offset: at, Msg: fmt.Sprintf("step %q takes no name; before a text, a space must follow the colon", s.word)}
	case s.name == "" && (takes == 2 || colon):
		return s, &PatternError{Offset: start, Msg: fmt.Sprintf("step %q needs a name, as in /%s:Name", s.word, s.word)}
	case s.name == "" || s.word == "label" || s.word == "field":
		return s, nil
	}
	code, err := ParsePattern(s.name)
	var bad *PatternError
	if errors.As(err, &bad) {
		return s, &PatternError{Offset: len(text) - len(s.name) + bad.Offset, Msg: bad.Msg}
	}
	s.code = code
	return s, nil
}

// suggestStep names the nearest word, else all of them.
func suggestStep(word string) string {
	var words []string
	for w := range stepWords() {
		words = append(words, w)
	}
	slices.Sort(words)
	lower := strings.ToLower(word)
	for _, w := range words {
		swapped := len(w) == 2 && len(lower) == 2 && w[0] == lower[1] && w[1] == lower[0]
		if swapped || editDistance(w, lower) <= 1 {
			return fmt.Sprintf(" (did you mean %s?)", w)
		}
	}
	return " (there are " + strings.Join(words, ", ") + ")"
}
