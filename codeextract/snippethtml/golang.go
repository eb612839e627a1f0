package snippethtml

import (
	"go/token"
	"regexp"
	"sort"
	"strings"

	"github.com/alecthomas/chroma/v2"

	"github.com/srcblog/srcblog/codeextract/gosource"
)

// Go gives the HTML of a Go file's lines. The tokens are the file's own: several times faster than chroma's Go lexer,
// and right where that one guesses.
func Go(f *gosource.File, lines []Line) []string { return GoNamed(f, lines, nil) }

// GoNamed is Go for a file whose identifiers are known by their types: names is asked for each by its offset, in the order
// of the lines, and gives nil for one that is told by its neighbours as in Go. It may be nil.
func GoNamed(f *gosource.File, lines []Line, names func(offset int) *Name) []string {
	if len(lines) == 0 {
		return nil
	}
	first, _ := lines[0].text(len(f.Src))
	_, last := lines[len(lines)-1].text(len(f.Src))
	tokens := f.Around(gosource.Span{Start: first, End: last})
	text := textOf(f.Src, lines)
	var w writer
	for _, line := range lines {
		pos, end := line.text(len(f.Src))
		i := sort.Search(len(tokens), func(i int) bool { return tokens[i].End > pos })
		out := w.next()
		for ; i < len(tokens) && tokens[i].Start < end; i++ {
			start, stop := max(tokens[i].Start, pos), min(tokens[i].End, end)
			if pos < start {
				out = append(out, piece{text: text(pos, start)})
			}
			p := piece{kind: tokenType(tokens, i), text: text(start, stop)}
			if names != nil && tokens[i].Kind == token.IDENT {
				p.name = names(tokens[i].Start)
			}
			out = append(out, p)
			pos = stop
		}
		if pos < end {
			out = append(out, piece{text: text(pos, end)})
		}
		w.line(out)
	}
	return w.html
}

func tokenType(tokens []gosource.Token, i int) chroma.TokenType {
	t := tokens[i]
	switch t.Kind {
	case token.IDENT:
		return nameType(tokens, i)
	case token.COMMENT:
		return commentType(t.Lit)
	case token.STRING:
		return chroma.LiteralString
	case token.CHAR:
		return chroma.LiteralStringChar
	case token.INT, token.FLOAT, token.IMAG:
		return numberType(t)
	case token.PACKAGE, token.IMPORT:
		return chroma.KeywordNamespace
	case token.VAR, token.FUNC, token.STRUCT, token.MAP, token.CHAN, token.TYPE, token.INTERFACE, token.CONST:
		return chroma.KeywordDeclaration
	case token.LPAREN, token.RPAREN, token.LBRACK, token.RBRACK, token.LBRACE, token.RBRACE,
		token.COMMA, token.PERIOD, token.SEMICOLON, token.COLON:
		return chroma.Punctuation
	}
	if t.Kind.IsKeyword() {
		return chroma.Keyword
	}
	return chroma.Operator
}

// nameType tells names by their neighbours, as chroma does: without types, a local variable called len looks like the
// builtin where it is called.
func nameType(tokens []gosource.Token, i int) chroma.TokenType {
	before, called := neighbour(tokens, i, -1), neighbour(tokens, i, +1) == token.LPAREN
	if before == token.FUNC {
		return chroma.NameFunction
	}
	if before != token.PERIOD {
		switch kind := predeclared(tokens[i].Lit); {
		case kind == chroma.NameBuiltin && !called:
		case kind != chroma.None:
			return kind
		}
	}
	if called {
		return chroma.NameFunction
	}
	return chroma.NameOther
}

// neighbour is the kind of the next token that is no comment, before or after the i-th.
func neighbour(tokens []gosource.Token, i, step int) token.Token {
	for i += step; i >= 0 && i < len(tokens); i += step {
		if tokens[i].Kind != token.COMMENT {
			return tokens[i].Kind
		}
	}
	return token.EOF
}

// predeclared sorts the names of Go's universe block (the specification's "Predeclared identifiers").
func predeclared(name string) chroma.TokenType {
	switch name {
	case "true", "false", "iota", "nil":
		return chroma.KeywordConstant
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8",
		"int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		return chroma.KeywordType
	case "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new",
		"panic", "print", "println", "real", "recover":
		return chroma.NameBuiltin
	}
	return chroma.None
}

// directive is the form of comments that speak to tools (go doc's rule, and the compiler's older words).
var directive = regexp.MustCompile(`^//([a-z0-9]+:[a-z0-9]|line |export |extern )`)

func commentType(lit string) chroma.TokenType {
	switch {
	case strings.HasPrefix(lit, "/*"):
		return chroma.CommentMultiline
	case directive.MatchString(lit):
		return chroma.CommentPreproc
	}
	return chroma.CommentSingle
}

func numberType(t gosource.Token) chroma.TokenType {
	lit := strings.ToLower(t.Lit)
	switch {
	case t.Kind == token.FLOAT:
		return chroma.LiteralNumberFloat
	case t.Kind == token.IMAG:
		return chroma.LiteralNumber
	case strings.HasPrefix(lit, "0x"):
		return chroma.LiteralNumberHex
	case strings.HasPrefix(lit, "0b"):
		return chroma.LiteralNumberBin
	case strings.HasPrefix(lit, "0") && len(lit) > 1:
		return chroma.LiteralNumberOct
	}
	return chroma.LiteralNumberInteger
}
