package codeextract

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// note is one note of a snippet, bound to code.
type note struct {
	number  int // in source order from 1; 0 for the caption
	slug    string
	text    string // Markdown
	textPos problem.Position
	pos     problem.Position // of the directive, or the marker in the source
	part    int              // index of the part it hangs on
	at      int              // offset of the code it names
	line    int
	nodes   []placed                  // what it stands for; none for the caption
	links   map[string]*pagedata.Link // its symbol links, by linkKey
}

// key names a note in the lock and in reports: its slug, else its number.
func (n *note) key() string {
	if n.slug != "" {
		return n.slug
	}
	return strconv.Itoa(n.number)
}

// note binds a note to the code that its selectors stand for.
func (a *annotator) note(d *snip.Directive, matches []placed) {
	n := &note{slug: d.Slug, text: d.Text, textPos: d.TextPos, nodes: matches, pos: d.Pos}
	first := slices.MinFunc(matches, func(x, y placed) int {
		if x.part != y.part {
			return x.part - y.part
		}
		return x.Tokens.Start - y.Tokens.Start
	})
	n.part, n.at = first.part, first.Tokens.Start
	n.line = a.snippet.parts[first.part].text.line(n.at)
	a.snippet.notes = append(a.snippet.notes, n)
}

// sourceNotes adds the notes that stand in source of ours, where the line that they speak of is shown.
func (a *annotator) sourceNotes() {
	for i, p := range a.snippet.parts {
		if p.origin.module != "" {
			continue
		}
		for _, written := range p.text.notes {
			k := slices.IndexFunc(p.view.lines, func(l *viewLine) bool { return l.number == written.Line && l.state == shown })
			if k < 0 {
				continue
			}
			m := p.lineMatch(p.view.lines[k].span)
			a.snippet.notes = append(a.snippet.notes, &note{text: written.Text, textPos: written.Pos, pos: written.Pos,
				part: i, at: m.Tokens.Start, line: written.Line, nodes: []placed{{part: i, Match: m}}})
		}
	}
}

// lineMatch is what the code on a line stands for; the line alone, if there is none.
func (p *part) lineMatch(line gosource.Span) gosource.Match {
	m := gosource.Match{Tokens: line, Node: line}
	if p.code == nil {
		return m
	}
	tokens := slices.DeleteFunc(slices.Clone(p.text.goFile.Tokens(line)), gosource.Token.IsComment)
	if len(tokens) > 0 {
		m.Tokens = gosource.Span{Start: tokens[0].Start, End: tokens[len(tokens)-1].End}
		m.Node = p.code.Enclosing(m.Tokens)
	}
	return m
}

// numberNotes numbers the notes in source order and hangs them on their lines. Captions keep the number 0 and come first.
func (a *annotator) numberNotes() {
	slices.SortStableFunc(a.snippet.notes, func(x, y *note) int {
		if cx, cy := len(x.nodes) == 0, len(y.nodes) == 0; cx != cy {
			if cx {
				return -1
			}
			return 1
		}
		if x.part != y.part {
			return x.part - y.part
		}
		return x.at - y.at
	})
	number := 0
	for _, n := range a.snippet.notes {
		if len(n.nodes) == 0 {
			continue
		}
		number++
		n.number = number
		a.each(n.nodes, func(l *viewLine) {
			if !slices.Contains(l.notes, number) {
				l.notes = append(l.notes, number)
			}
		})
		a.hang(n)
	}
}

// hang puts a note's marker on the line where its code begins.
func (a *annotator) hang(n *note) {
	for _, l := range a.snippet.parts[n.part].view.lines {
		if l.number != n.line {
			continue
		}
		if l.state == elided {
			a.problems.Add(n.pos, problem.AnchorLost,
				"the note hangs on line %d, which this snippet leaves out; fold it instead of eliding it, or drop the note", n.line)
			return
		}
		l.markers = append(l.markers, n)
	}
}

// notes renders the notes of all snippets, now that their symbol links can find the snippets of other pages.
func (a *analysis) notes(ctx context.Context) {
	for s := range a.report.snippets() {
		if s.item.Verdict.Broken() || s.fence == nil {
			continue
		}
		data := s.page.data.Snippets[s.id]
		files := fileNumbers(s.parts)
		for _, n := range s.notes {
			if a.quick && !strings.Contains(strings.ToLower(n.text), symPrefix) {
				continue // nothing in it can be wrong
			}
			rendered, wrong := a.renderNote(ctx, s, n, files)
			if wrong != nil {
				a.fail(s, wrong)
				break
			}
			data.Notes = append(data.Notes, rendered)
		}
	}
}

// lettersOf counts the characters of HTML that are no tags, an entity as one.
func lettersOf(html string) int {
	n, tag, entity := 0, false, false
	for _, r := range html {
		switch {
		case tag:
			tag = r != '>'
		case entity:
			entity = r != ';'
		case r == '<':
			tag = true
		default:
			n++
			entity = r == '&'
		}
	}
	return n
}

func (a *analysis) renderNote(ctx context.Context, s *snippet, n *note, files []int) (*pagedata.Note, *problem.Problem) {
	var wrong *problem.Problem
	n.links = map[string]*pagedata.Link{}
	before := len(a.uses)
	text, err := snippethtml.NotesLinked(n.text, func(dest, text string) (string, error) {
		if strings.HasPrefix(strings.ToLower(dest), symPrefix) && !isSymLink(dest) {
			return "", errors.New("a symbol link begins with sym: in small letters and with an ASCII colon")
		}
		if !isSymLink(dest) {
			return dest, nil // NotesLinked judges it
		}
		key := linkKey(dest, text)
		if n.links[key], wrong = a.symLink(ctx, s.page, n.textPos, key); wrong != nil {
			return "", wrong
		}
		return n.links[key].Href, nil
	})
	if wrong != nil {
		return nil, wrong
	}
	if err != nil {
		return nil, &problem.Problem{Pos: n.textPos, Kind: problem.BadSyntax, Message: "note: " + err.Error()}
	}
	for i := before; i < len(a.uses); i++ {
		a.uses[i].note = noteID(s, n)
	}
	out := &pagedata.Note{N: n.number, ID: noteID(s, n), Slug: n.slug, HTML: text, Letters: lettersOf(text)}
	if n.number > 0 {
		out.Line = n.line
		out.Href = "#" + lineID(s.id, files[n.part], "L", n.line)
	}
	return out, nil
}
