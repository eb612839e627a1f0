package snip

import (
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Kind is the form of a selector.
type Kind int

// The forms. ".." binds closer than ">": A > B .. C is the stretch from B to C inside A.
const (
	Quoted  Kind = iota + 1 // `code`, a sequence of tokens; in non-Go files a line's text
	Comment                 // `// text`, a comment by its text
	Path                    // /if/for[2], a node path below the symbol
	Part                    // doc, sig, body, comments or imports
	Range                   // A .. B
	Within                  // A > B
)

// Selector picks a part of a snippet.
type Selector struct {
	Pos          problem.Position
	Kind         Kind
	Text         string    // code or a comment, without the backticks; a path; a part's word
	All          bool      // it may match several places
	From, To     *Selector // of a Range
	Outer, Inner *Selector // of a Within: Inner is searched inside Outer

	written string
}

// String gives the selector as the author wrote it.
func (s Selector) String() string { return s.written }

func parts() []string { return []string{"doc", "sig", "body", "comments", "imports"} }

// selectors reads a list. all is true if the whole list is under an "all". After a problem it returns what it has.
func (s *scanner) selectors(all bool) []Selector {
	var list []Selector
	for {
		sel := s.within(all)
		if sel == nil {
			return list
		}
		list = append(list, *sel)
		s.skipSpace()
		if s.peek() != ',' {
			return list
		}
		s.i++
		s.skipSpace()
	}
}

func (s *scanner) within(all bool) *Selector {
	start := s.i
	left := s.stretch(all)
	for left != nil {
		end := s.i
		s.skipSpace()
		if s.peek() != '>' {
			s.i = end
			return left
		}
		s.i++
		s.skipSpace()
		inner := s.stretch(all)
		if inner == nil {
			return nil
		}
		left = &Selector{Pos: left.Pos, Kind: Within, Outer: left, Inner: inner, written: s.text[start:s.i]}
	}
	return nil
}

func (s *scanner) stretch(all bool) *Selector {
	start := s.i
	from := s.atom(all)
	if from == nil {
		return nil
	}
	end := s.i
	s.skipSpace()
	if !strings.HasPrefix(s.text[s.i:], "..") {
		s.i = end
		return from
	}
	dots := s.i
	s.i += 2
	s.skipSpace()
	to := s.atom(all)
	if to == nil {
		return nil
	}
	if from.All || to.All {
		s.badf(s.pos(dots), "all and .. don't go together: the two ends of a stretch are one place each")
		return nil
	}
	return &Selector{Pos: from.Pos, Kind: Range, From: from, To: to, written: s.text[start:s.i]}
}

func (s *scanner) atom(all bool) *Selector {
	start := s.i
	if s.takeAll() {
		all = true
	}
	sel := &Selector{Pos: s.pos(min(s.i, len(s.text)-1)), All: all}
	ok := false
	switch r := s.peek(); {
	case s.i >= len(s.text) || s.atSeparator():
		s.badf(sel.Pos, "a selector is missing here")
	case r == '`':
		ok = s.quoted(sel)
	case r == '/':
		ok = s.path(sel)
	case FullWidthHint(s.text[s.i:]) != "":
		s.badf(sel.Pos, "%s", FullWidthHint(s.text[s.i:]))
	case r == '"' || r == '\'':
		s.badf(sel.Pos, "quote code with backticks: `code`")
	case r == ':':
		s.badf(sel.Pos, "a space must follow the colon")
	default:
		ok = s.part(sel)
	}
	if !ok {
		return nil
	}
	sel.written = s.text[start:s.i]
	return sel
}

// quoted reads code between two equal runs of backticks.
func (s *scanner) quoted(sel *Selector) bool {
	open := len(s.text[s.i:]) - len(strings.TrimLeft(s.text[s.i:], "`"))
	code, end := "", -1
	for j := s.i + open; j < len(s.text); {
		if s.text[j] != '`' {
			j++
			continue
		}
		n := len(s.text[j:]) - len(strings.TrimLeft(s.text[j:], "`"))
		if n == open {
			code, end = s.text[s.i+open:j], j+n
			break
		}
		j += n
	}
	if end < 0 {
		for j, r := range s.text[s.i+open:] {
			if what, _ := fullWidth(r); what == "backtick" {
				s.badf(s.pos(s.i+open+j), "%s", FullWidthHint(s.text[s.i+open+j:]))
				return false
			}
		}
		s.badf(sel.Pos, "the code has no closing %s", strings.Repeat("`", open))
		return false
	}
	s.i = end
	code = strings.TrimSpace(code)
	if code == "" {
		s.badf(sel.Pos, "the quoted code is empty")
		return false
	}
	sel.Kind, sel.Text = Quoted, code
	if text, ok := commentText(code); ok {
		sel.Kind = Comment
		if text == "" {
			s.badf(sel.Pos, "the quoted comment is empty")
			return false
		}
	}
	return true
}

// commentText gives the text of code that is nothing but a comment.
func commentText(code string) (text string, ok bool) {
	if rest, is := strings.CutPrefix(code, "//"); is && !strings.Contains(code, "\n") {
		return strings.TrimSpace(rest), true
	}
	if rest, is := strings.CutPrefix(code, "/*"); is {
		if i := strings.Index(rest, "*/"); i < 0 || i == len(rest)-2 {
			return strings.TrimSpace(strings.TrimSuffix(rest, "*/")), true
		}
	}
	return "", false
}

func (s *scanner) part(sel *Selector) bool {
	start := s.i
	word := s.word()
	if word == "" {
		s.badf(sel.Pos, "unexpected %q: a selector is `code`, doc, sig, body, comments, imports or a /path", s.peek())
		return false
	}
	for _, p := range parts() {
		if p == word {
			sel.Kind, sel.Text = Part, word
			return true
		}
	}
	hint := didYouMean(word, parts())
	if strings.HasPrefix(hint, ":") {
		hint = ": code is quoted with backticks, and a text follows a colon"
	}
	s.i = start
	s.badf(sel.Pos, "no selector %s%s", word, hint)
	return false
}
