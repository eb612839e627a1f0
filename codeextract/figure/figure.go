package figure

import (
	"strings"
	"unicode"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// The kinds of block, which are the words that open them.
const (
	CallPath  = "callpath"
	CallGraph = "callgraph"
	TypeGraph = "typegraph"
	Sequence  = "sequence"
)

// Kinds gives all of them.
func Kinds() []string { return []string{CallPath, CallGraph, TypeGraph, Sequence} }

// Block is one block that says how code hangs together: a call path, or a picture.
type Block struct {
	Kind     string // CallPath, CallGraph, TypeGraph or Sequence
	Header   snip.Header
	Steps    []Name    // of a call path, two or more
	Messages []Message // of a sequence, one or more
}

// Name names a symbol, of another source than the block's where Src is given.
type Name struct {
	Src, Sym string
	Pos      problem.Position
}

// String is the name as it is written.
func (n Name) String() string {
	if n.Src == "" {
		return n.Sym
	}
	return n.Src + "#" + n.Sym
}

// Message is a line of a sequence: one of From's functions calls a function of To.
type Message struct {
	From, To Name
	Call     Name   // the function or method; To's, where To is a type
	Text     string // what the author says about it
}

// Parse reads a block. info is what follows the word on the fence's first line; body holds the lines between the fences, the
// fence's own indentation removed. The block is never nil; the list, sorted by position, has every mistake.
func Parse(kind string, info snip.Line, body []snip.Line) (*Block, problem.List) {
	b := &Block{Kind: kind}
	p := &parser{}
	if b.Header, p.problems = snip.ParseHeader(info, body, keysOf(kind)); len(p.problems) == 0 {
		p.block(b, body)
	}
	p.problems.Sort()
	return b, p.problems
}

type parser struct {
	problems problem.List
}

func (p *parser) badf(pos problem.Position, format string, args ...any) {
	p.problems.Add(pos, problem.BadSyntax, format, args...)
}

func keysOf(kind string) []string {
	keys := []string{"src", "at", "for", "title"}
	switch kind {
	case CallGraph:
		keys = append(keys, "root", "depth", "stop", "fold")
	case TypeGraph:
		keys = append(keys, "sym", "fold")
	}
	return keys
}

// DefaultID is the block's id: the one given, else its kind, and of a callgraph or typegraph what it begins with, made an
// id as a snippet's. The theme's code block hooks follow the same rule.
func (b *Block) DefaultID() string {
	if b.Header.ID != "" {
		return b.Header.ID
	}
	return snip.Header{Src: b.Kind + " " + b.Header.Root + b.Header.Sym}.DefaultID()
}

// Names splits one of the header's values, the one of root, sym, stop or fold: symbols joined by ";".
func (b *Block) Names(key string) []Name {
	pos := b.Header.Pos(key)
	var names []Name
	for _, text := range strings.Split(b.value(key), ";") {
		at := pos
		at.Column += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
		if text := strings.TrimSpace(text); text != "" {
			names = append(names, newName(text, at))
		}
		pos.Column += len(text) + 1
	}
	return names
}

func (b *Block) value(key string) string {
	h := b.Header
	return map[string]string{"root": h.Root, "sym": h.Sym, "stop": h.Stop, "fold": h.Fold}[key]
}

func newName(text string, pos problem.Position) Name {
	if src, sym, ok := strings.Cut(text, "#"); ok {
		if src == "" { // of the block's own source, as in a link
			pos.Column++
		}
		return Name{src, sym, pos}
	}
	return Name{"", text, pos}
}

func (p *parser) block(f *Block, body []snip.Line) {
	h := &f.Header
	switch f.Kind {
	case CallPath:
		f.Steps = p.steps(body)
		if len(f.Steps) < 2 && len(p.problems) == 0 {
			p.badf(h.Pos(""), "a call path has two steps or more, joined by →: A.Run → B.loop")
		}
	case Sequence:
		for _, line := range body {
			if strings.TrimSpace(line.Text) != "" {
				p.message(f, line)
			}
		}
		if len(f.Messages) == 0 && len(p.problems) == 0 {
			p.badf(h.Pos(""), "a sequence has lines such as A → B: call")
		}
	default:
		p.noBody(f.Kind, body)
	}
	if f.Kind == CallGraph && h.Root == "" {
		p.badf(h.Pos(""), `a callgraph needs a function to begin with: root="…"`)
	}
	if f.Kind == TypeGraph && h.Sym == "" {
		p.badf(h.Pos(""), `a typegraph needs a type to begin with: sym="…"`)
	}
	for _, key := range []string{"root", "sym", "stop", "fold"} {
		p.names(f, key)
	}
	if h.Depth != "" && (len(h.Depth) != 1 || h.Depth < "1" || h.Depth > "9") {
		p.badf(h.Pos("depth"), "depth is a number from 1 to 9, not %q", h.Depth)
	}
}

// names checks a value that holds symbols. That of sym was checked when the header was read, as far as a snippet has it.
func (p *parser) names(f *Block, key string) {
	pos := f.Header.Pos(key)
	for _, text := range strings.Split(f.value(key), ";") {
		at := pos
		at.Column += len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
		name := strings.TrimSpace(text)
		bad, hint := snip.BadSymbol(name)
		switch {
		case f.value(key) == "":
		case strings.HasSuffix(name, "#") && (key == "root" || key == "sym"):
			at.Column += len(name)
			p.badf(at, "a symbol is missing here")
		case key == "sym":
		case name == "":
			p.badf(at, "an empty symbol beside a ; in %s", key)
		case bad >= 0:
			at.Column += bad
			p.badf(at, "%s", hint)
		}
		pos.Column += len(text) + 1
	}
}

func (p *parser) noBody(kind string, body []snip.Line) {
	for _, line := range body {
		if strings.TrimSpace(line.Text) != "" {
			p.badf(line.Pos, "a %s says everything in its header: this line is not read", kind)
			return
		}
	}
}
