package snippethtml

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Notes gives the HTML of a note's Markdown: GFM, block elements as Markdown makes them. There is no raw HTML: a tag is
// text, so that `Store<T>` stays readable. A link to anything but a web page, mail address or place of this site
// (javascript:, data:, …) loses the link and keeps its text.
func Notes(markdown string) (string, error) {
	return NotesLinked(markdown, nil)
}

// NotesLinked is Notes for links that only the caller understands: resolve is asked for every destination with a scheme
// that Notes would refuse (sym:cache#Store), with the link's text, and gives the one to write, or "" to keep just the text.
// It may give page:/PATH, which the theme resolves. The first error it returns ends the work.
func NotesLinked(markdown string, resolve func(dest, text string) (string, error)) (string, error) {
	links := &linkGuard{resolve: resolve}
	md := goldmark.New(
		goldmark.WithParser(notesParser(links, lineBreaks{})),
		goldmark.WithExtensions(
			extension.Linkify, extension.Strikethrough, extension.TaskList,
			// Attributes, because a strict content security policy blocks style="…".
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		),
	)
	var b bytes.Buffer
	if err := md.Convert([]byte(markdown), &b); err != nil {
		return "", fmt.Errorf("render note: %w", err)
	}
	if links.err != nil {
		return "", links.err
	}
	return b.String(), nil
}

// notesParser is goldmark's parser without its two readers of raw HTML. Priorities are those of goldmark's own lists.
func notesParser(links *linkGuard, breaks lineBreaks) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithASTTransformers(util.Prioritized(links, 1000), util.Prioritized(breaks, 1001)),
	)
}

// linkGuard lets only harmless destinations through.
type linkGuard struct {
	resolve func(dest, text string) (string, error)
	err     error
}

// Transform is called by goldmark once a note is parsed.
func (g *linkGuard) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var links []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink, ast.KindImage, ast.KindAutoLink:
			if entering {
				links = append(links, n)
			}
		}
		return ast.WalkContinue, nil // the walker itself has no errors
	})
	for _, n := range links {
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = g.check(n.Destination, plainText(n, reader.Source()))
			if len(n.Destination) == 0 {
				unwrap(n)
			}
		case *ast.Image:
			if strings.HasPrefix(string(n.Destination), "sym:") && g.err == nil {
				g.err = errors.New("an image can't show a symbol: drop the ! to make it a link, or write a snip block")
			}
			n.Destination = g.check(n.Destination, plainText(n, reader.Source()))
			if len(n.Destination) == 0 {
				unwrap(n)
			}
		case *ast.AutoLink:
			dest := n.URL(reader.Source())
			if n.AutoLinkType == ast.AutoLinkURL && !harmless(string(dest)) {
				n.Parent().ReplaceChild(n.Parent(), n, ast.NewString(n.Label(reader.Source())))
			}
		}
	}
}

// check gives the destination to write, empty for none.
func (g *linkGuard) check(dest []byte, text string) []byte {
	if len(dest) == 0 || harmless(string(dest)) {
		return dest
	}
	if g.resolve == nil || g.err != nil {
		return nil
	}
	resolved, err := g.resolve(string(dest), text)
	g.err = err
	if err != nil || !harmless(resolved) && !strings.HasPrefix(resolved, "page:/") {
		return nil
	}
	return []byte(resolved)
}

// harmless destinations lead to a place of this site or have a well-known scheme.
func harmless(dest string) bool {
	// Browsers skip white space and control characters when they look for a scheme.
	plain := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, decoded(dest))
	u, err := url.Parse(plain)
	if err != nil {
		// Not an address by the strict rules (a stray %): a colon before any slash may still make a scheme.
		first, _, _ := strings.Cut(plain, "/")
		return !strings.Contains(first, ":")
	}
	switch strings.ToLower(u.Scheme) {
	case "", "http", "https", "mailto":
		return true
	}
	return false
}

// decoded is a destination without Markdown's escapes and entities, as the renderer will write it (&colon; is a colon).
func decoded(dest string) string {
	b := util.UnescapePunctuations([]byte(dest))
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(b)))
}

// unwrap puts a link's text where the link was.
func unwrap(n ast.Node) {
	parent := n.Parent()
	for child := n.FirstChild(); child != nil; {
		next := child.NextSibling()
		parent.InsertBefore(parent, n, child)
		child = next
	}
	parent.RemoveChild(parent, n)
}

// plainText is the text of an inline node without its markup.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(src))
		}
		return ast.WalkContinue, nil // the walker itself has no errors
	})
	return b.String()
}
