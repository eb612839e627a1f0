package gosource

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Token is one Go token or comment. Lit is its text without carriage returns, also for operators and keywords.
type Token struct {
	Kind token.Token
	Lit  string
	Span

	semicolon bool // an automatic semicolon follows
}

// IsComment tells comments from tokens of the language.
func (t Token) IsComment() bool { return t.Kind == token.COMMENT }

// hashBytes is enough that two of a site's texts never meet by accident, and short enough to read in a diff.
const hashBytes = 16

// scan gives the tokens of a stretch of text that is known to be Go, automatic semicolons folded into the token before.
func scan(whole []byte, stretch Span) []Token {
	src := whole[stretch.Start:stretch.End]
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	text := string(src)                      // what literals are slices of, so that they are not one allocation each
	tokens := make([]Token, 0, len(src)/5+8) // Go's own source has one in six bytes; growing costs more than what stays free
	code := -1                               // the last token that is not a comment
	for {
		pos, kind, lit := s.Scan()
		if kind == token.EOF {
			if cap(tokens) > len(tokens)*6/5 {
				return slices.Clone(tokens) // without the room that was not needed: files live long
			}
			return tokens
		}
		if kind == token.SEMICOLON && lit == "\n" {
			if code >= 0 {
				tokens[code].semicolon = true
			}
			continue
		}
		if kind != token.COMMENT {
			code = len(tokens)
		}
		if lit == "" {
			lit = kind.String()
		}
		start := file.Offset(pos)
		end := tokenEnd(src, start, lit)
		if kind.IsLiteral() && end-start == len(lit) { // else carriage returns were dropped
			lit = text[start:end]
		}
		tokens = append(tokens, Token{Kind: kind, Lit: lit, Span: Span{stretch.Start + start, stretch.Start + end}})
	}
}

// tokenEnd finds where a token really ends: the scanner drops carriage returns from comments and raw strings.
func tokenEnd(src []byte, start int, lit string) int {
	rest := src[start:]
	switch {
	case strings.HasPrefix(lit, "//"):
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		return start + len(bytes.TrimSuffix(rest, []byte("\r")))
	case strings.HasPrefix(lit, "/*"):
		if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
			return start + 2 + i + 2
		}
	case strings.HasPrefix(lit, "`"):
		if i := bytes.IndexByte(rest[1:], '`'); i >= 0 {
			return start + 1 + i + 1
		}
	}
	return min(start+len(lit), len(src))
}

func isRawString(t Token) bool { return t.Kind == token.STRING && strings.HasPrefix(t.Lit, "`") }

// HashTokens is a hash over kinds and literals, 128 bits of SHA-256 in hexadecimal. Positions, line ends and what gofmt
// changes don't count: white space, line breaks with the semicolons and commas they ask for, the case of digits.
// Comments count only when asked for, by their words. Tokens of several spans may be joined.
func HashTokens(tokens []Token, comments bool) string {
	h := make([]byte, 0, 12*len(tokens))
	pending := ""
	for i, t := range tokens {
		switch t.Kind {
		case token.COMMENT:
			if comments {
				h = appendToken(h, t.Kind.String(), strings.Join(strings.Fields(t.Lit), " "))
			}
			continue
		case token.SEMICOLON:
			pending = ";"
			continue
		case token.COMMA:
			if closes(nextCode(tokens, i)) {
				continue
			}
		}
		if pending != "" && !closes(t.Kind) {
			h = appendToken(h, pending, "")
		}
		h = appendToken(h, t.Kind.String(), normalLit(t))
		pending = ""
		if t.semicolon {
			pending = ";"
		}
	}
	sum := sha256.Sum256(h)
	return hex.EncodeToString(sum[:hashBytes])
}

func appendToken(b []byte, kind, lit string) []byte {
	b = append(append(b, kind...), 0)
	return append(append(b, lit...), 1)
}

// nextCode is the kind of the first token after i that is neither comment nor semicolon.
func nextCode(tokens []Token, i int) token.Token {
	for _, t := range tokens[i+1:] {
		if t.Kind != token.COMMENT && t.Kind != token.SEMICOLON {
			return t.Kind
		}
	}
	return token.EOF
}

func opens(k token.Token) bool  { return k == token.LPAREN || k == token.LBRACE || k == token.LBRACK }
func closes(k token.Token) bool { return k == token.RPAREN || k == token.RBRACE || k == token.RBRACK }

// normalLit is a literal as it is compared: gofmt writes 0XFF as 0xFF and 1E3 as 1e3.
func normalLit(t Token) string {
	switch t.Kind {
	case token.INT, token.FLOAT, token.IMAG:
		return strings.ToLower(t.Lit)
	}
	return t.Lit
}
