package snip

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/srcblog/srcblog/codeextract/emphasis"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// textLines gives the lines of the text that starts at the scanner's place, the indentation that all continuation
// lines share removed.
func (s *scanner) textLines() []Line {
	k := s.line(min(s.i, len(s.text)-1))
	rest := s.lines[k].Text[min(s.i-s.start[k], len(s.lines[k].Text)):]
	lines := []Line{cut(Line{rest, s.lines[k].Pos}, 0)}
	lines[0].Pos.Column += min(s.i-s.start[k], len(s.lines[k].Text))
	lines[0] = cut(lines[0], indent(lines[0].Text))
	common := -1
	for _, line := range s.lines[k+1:] {
		if n := indent(line.Text); n < len(line.Text) && (common < 0 || n < common) {
			common = n
		}
	}
	for _, line := range s.lines[k+1:] {
		lines = append(lines, cut(line, min(max(common, 0), len(line.Text))))
	}
	for len(lines) > 1 && strings.TrimSpace(lines[0].Text) == "" {
		lines = lines[1:]
	}
	return lines
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// cut leaves off the first n bytes of a line.
func cut(line Line, n int) Line {
	line.Text = line.Text[n:]
	line.Pos.Column += n
	return line
}

func (s *scanner) restText() (string, problem.Position) {
	lines := s.textLines()
	return strings.TrimSpace(newPassage(lines).text), lines[0].Pos
}

// checkMarkdown refuses raw HTML in a text: the page would swallow it without a word. It tells of emphasis that will be none.
func (s *scanner) checkMarkdown(d *Directive) {
	if !strings.Contains(d.Text, "<") && !strings.Contains(d.Text, "**") && !strings.Contains(d.Text, "~~") {
		return
	}
	t := newPassage(s.textLines())
	src := []byte(t.text)
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
	// The walk's callback never fails.
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		at := -1
		switch n := n.(type) {
		case *ast.RawHTML:
			at = n.Segments.At(0).Start
		case *ast.HTMLBlock:
			if n.Lines().Len() > 0 {
				at = n.Lines().At(0).Start
			}
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
			if run, ok := emphasis.Stuck(src, n); ok {
				s.lints.Add(t.pos(run.At), problem.Lint,
					"%s is no emphasis to Markdown between %c and %c: move the punctuation out of it, or put a space outside", run.Mark, run.Before, run.After)
			}
		}
		if at >= 0 {
			at += indent(t.text[at:])
			s.badf(t.pos(at), "raw HTML in a text: quote it with backticks, or write \\<")
		}
		return ast.WalkContinue, nil
	})
}
