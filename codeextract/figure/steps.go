package figure

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/srcblog/srcblog/codeextract/snip"
)

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// cut leaves off the first n bytes of a line.
func cut(line snip.Line, n int) snip.Line {
	line.Text = line.Text[n:]
	line.Pos.Column += n
	return line
}

// after leaves off the first n bytes of a line, and the white space that follows.
func after(line snip.Line, n int) snip.Line {
	line = cut(line, n)
	return cut(line, indent(line.Text))
}

// steps reads a call path. It may go over several lines, with an arrow at the end of one or at the start of the next.
func (p *parser) steps(body []snip.Line) []Name {
	var steps []Name
	open := true // an arrow, or the start, is right before
	for _, line := range body {
		rest := cut(line, indent(line.Text))
		for rest.Text != "" {
			if n := arrow(rest.Text); n > 0 {
				if open {
					p.badf(rest.Pos, "a step is missing before this arrow")
				}
				open = true
				rest = after(rest, n)
				continue
			}
			word, n := p.name(rest, "")
			if n == 0 {
				return nil
			}
			if !open {
				p.badf(rest.Pos, "expected → (or ->) between two steps")
				return nil
			}
			open = false
			steps = append(steps, word)
			rest = after(rest, n)
		}
	}
	if open && len(steps) > 0 {
		last := steps[len(steps)-1]
		p.badf(last.Pos, "an arrow after %s leads nowhere", last.Sym)
	}
	return steps
}

// arrow is the length of the arrow that text starts with, 0 for none.
func arrow(text string) int {
	for _, a := range []string{"→", "->"} {
		if strings.HasPrefix(text, a) {
			return len(a)
		}
	}
	return 0
}

// name reads a symbol, up to white space, an arrow or one of the characters in stop. n is its length, 0 after a problem.
func (p *parser) name(line snip.Line, stop string) (name Name, n int) {
	for n < len(line.Text) {
		r, size := utf8.DecodeRuneInString(line.Text[n:])
		if r == ' ' || r == '\t' || strings.ContainsRune(stop, r) || arrow(line.Text[n:]) > 0 {
			break
		}
		at := line.Pos
		at.Column += n
		if hint := arrowHint(r); hint != "" {
			p.badf(at, "%s", hint)
			return Name{}, 0
		}
		n += size
	}
	if name = newName(line.Text[:n], line.Pos); name.Sym == "" {
		at := line.Pos
		at.Column += n
		p.badf(at, "a symbol is missing here")
		return Name{}, 0
	}
	return name, n
}

// arrowHint names a character that is typed in place of an arrow or of ASCII punctuation, "" for any other.
func arrowHint(r rune) string {
	if strings.ContainsRune("⇒⟶⟹➜➔—－＝", r) {
		return fmt.Sprintf("unexpected %c (U+%04X): steps are joined by → or ->", r, r)
	}
	return snip.FullWidthHint(string(r))
}

// message reads a line of a sequence: A → B: call, and after another colon what there is to say.
func (p *parser) message(f *Block, line snip.Line) {
	rest := cut(line, indent(line.Text))
	from, n := p.name(rest, ":：")
	if n == 0 {
		return
	}
	rest = after(rest, n)
	n = arrow(rest.Text)
	if n == 0 {
		p.badf(rest.Pos, "a line of a sequence is A → B: call")
		return
	}
	rest = after(rest, n)
	to, n := p.name(rest, ":：")
	if n == 0 {
		return
	}
	rest = after(rest, n)
	n = colon(rest.Text)
	if n == 0 {
		p.badf(rest.Pos, "expected a colon and the function that %s has called: A → B: call", to)
		return
	}
	rest = after(rest, n)
	call, n := p.name(rest, ":：")
	if n == 0 {
		return
	}
	rest = cut(rest, n)
	m := Message{From: from, To: to, Call: call}
	if text := strings.TrimSpace(rest.Text); text != "" {
		n := colon(text)
		if n == 0 {
			p.badf(rest.Pos, "expected a colon before what there is to say about the call")
			return
		}
		m.Text = strings.TrimSpace(text[n:])
	}
	f.Messages = append(f.Messages, m)
}

// colon is the length of the colon that text starts with, 0 for none.
func colon(text string) int {
	for _, c := range []string{":", "："} {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}
