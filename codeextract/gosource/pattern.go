package gosource

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
)

// Pattern is quoted code: a sequence of tokens in which a wild card stands for any balanced tokens, as few as
// possible. White space, comments, semicolons and a comma before a closing bracket don't count.
type Pattern struct {
	code   string
	tokens []patternToken
}

type patternToken struct {
	wild bool
	kind token.Token
	lit  string
}

// String gives the code as it was written.
func (p *Pattern) String() string { return p.code }

// PatternError says what is wrong with quoted code. Offset is where, in bytes from its beginning.
type PatternError struct {
	Offset int
	Msg    string
}

// Error gives the message alone: only the caller knows where the code was quoted.
func (e *PatternError) Error() string { return e.Msg }

// ParsePattern reads quoted code. The wild card is `…` or `……`, and `...` where Go itself couldn't have it. The error,
// if any, is a *PatternError.
func ParsePattern(code string) (*Pattern, error) {
	tokens, err := scanPattern(code)
	if err != nil {
		return nil, err
	}
	p := &Pattern{code: code}
	for i, t := range tokens {
		switch {
		case t.Kind == token.COMMA && (i == len(tokens)-1 || closes(tokens[i+1].Kind)) && len(tokens) > 1:
			continue
		case t.Kind == token.ILLEGAL || t.Kind == token.ELLIPSIS && isWild(tokens, i):
			// One wild card at the beginning or after another adds nothing.
			if len(p.tokens) > 0 && !p.tokens[len(p.tokens)-1].wild {
				p.tokens = append(p.tokens, patternToken{wild: true})
			}
		default:
			p.tokens = append(p.tokens, patternToken{kind: t.Kind, lit: normalLit(t)})
		}
	}
	if n := len(p.tokens); n > 0 && p.tokens[n-1].wild {
		p.tokens = p.tokens[:n-1]
	}
	if len(p.tokens) == 0 {
		return nil, &PatternError{Msg: "quoted code has no Go token besides wild cards and comments"}
	}
	return p, nil
}

// scanPattern gives the tokens of quoted code without comments and semicolons; `…` comes as ILLEGAL.
func scanPattern(code string) ([]Token, error) {
	var firstErr *PatternError
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(code))
	s.Init(file, []byte(code), func(pos token.Position, msg string) {
		// An illegal character is judged below, where `…` is told from the others.
		if firstErr == nil && !strings.HasPrefix(msg, "illegal character") && !strings.HasPrefix(msg, "curly quotation") {
			firstErr = &PatternError{Offset: pos.Offset, Msg: "not valid Go: " + msg}
		}
	}, 0)
	var tokens []Token
	for {
		pos, kind, lit := s.Scan()
		start := file.Offset(pos)
		if kind == token.ILLEGAL && lit != "…" && (firstErr == nil || firstErr.Offset >= start) {
			return nil, &PatternError{Offset: start, Msg: illegalCharacter(lit)}
		}
		switch kind {
		case token.EOF:
			if firstErr != nil {
				return nil, firstErr
			}
			return tokens, nil
		case token.SEMICOLON:
			continue
		}
		if lit == "" {
			lit = kind.String()
		}
		tokens = append(tokens, Token{Kind: kind, Lit: lit, Span: Span{start, tokenEnd([]byte(code), start, lit)}})
	}
}

// illegalCharacter explains a character that Go doesn't know; those of Chinese input methods have their own name.
func illegalCharacter(lit string) string {
	r := []rune(lit)[0]
	ascii := ""
	switch r {
	case '“', '”', '„', '«', '»':
		return fmt.Sprintf("full-width quote %c — typed with an input method? use \"", r)
	case '‘', '’', '‚':
		return fmt.Sprintf("full-width quote %c — typed with an input method? use '", r)
	case '｀':
		return "full-width backtick ｀ — typed with an input method? use `"
	case '；':
		return "full-width semicolon ； — typed with an input method? use ;"
	case '。':
		ascii = "."
	case '、':
		ascii = ","
	case '【', '〔':
		ascii = "["
	case '】', '〕':
		ascii = "]"
	case '《', '〈':
		ascii = "<"
	case '》', '〉':
		ascii = ">"
	default:
		if r >= '！' && r <= '～' { // the full-width forms mirror ASCII's order
			ascii = string(r - '！' + '!')
		}
	}
	if ascii != "" {
		return fmt.Sprintf("full-width character %c — typed with an input method? use %s", r, ascii)
	}
	return fmt.Sprintf("character %q can't stand in Go code", r)
}

// isWild tells a wild card `...` from Go's own: a parameter's `...T`, a call's `x...` and the array type `[...]T`.
func isWild(tokens []Token, i int) bool {
	kind := func(i int) token.Token {
		if i < 0 || i >= len(tokens) {
			return token.EOF
		}
		return tokens[i].Kind
	}
	before, after := kind(i-1), kind(i+1)
	touches := func(a, b int) bool {
		return kind(a) != token.EOF && kind(b) != token.EOF && tokens[a].End == tokens[b].Start
	}
	if before == token.LBRACK && after == token.RBRACK {
		return false
	}
	if touches(i, i+1) {
		switch after {
		case token.IDENT, token.MUL, token.LBRACK, token.LPAREN, token.FUNC, token.MAP, token.CHAN, token.INTERFACE,
			token.STRUCT, token.ARROW:
			return false
		}
	}
	if touches(i-1, i) && (after == token.RPAREN || after == token.COMMA) {
		switch before {
		case token.IDENT, token.RPAREN, token.RBRACK, token.RBRACE, token.STRING:
			return false
		}
	}
	return true
}
