package codeextract

import (
	"fmt"
	"html"
	"path"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// render turns an annotated snippet into the data that the theme draws.
func (a *analysis) render(s *snippet) (*pagedata.Snippet, *problem.Problem) {
	out := &pagedata.Snippet{
		Title: s.block.Header.Title, Group: s.block.Header.Group, Lang: s.lang(),
		Parts: []*pagedata.Part{}, Notes: []*pagedata.Note{},
	}
	files := fileNumbers(s.parts)
	for i, p := range s.parts {
		out.Parts = append(out.Parts, a.renderPart(s, p, files[i]))
	}
	for _, n := range s.notes {
		rendered, err := renderNote(s, n, files)
		if err != nil {
			return nil, &problem.Problem{Pos: n.textPos, Kind: problem.BadSyntax, Message: err.Error()}
		}
		out.Notes = append(out.Notes, rendered)
	}
	return out, nil
}

// fileNumbers gives each part the ordinal of its file among the snippet's files: line ids of further files carry it,
// because two files may have lines of the same number.
func fileNumbers(parts []*part) []int {
	seen := map[string]int{}
	out := make([]int, len(parts))
	for i, p := range parts {
		key := p.origin.key() + "/" + p.file
		if _, ok := seen[key]; !ok {
			seen[key] = len(seen)
		}
		out[i] = seen[key]
	}
	return out
}

// lineID is the fragment of a line: ID-LN in the first file, ID-n-LN in the n-th further one.
func lineID(id string, file, line int) string {
	if file == 0 {
		return fmt.Sprintf("%s-L%d", id, line)
	}
	return fmt.Sprintf("%s-%d-L%d", id, file, line)
}

func (a *analysis) renderPart(s *snippet, p *part, file int) *pagedata.Part {
	o := p.origin
	out := &pagedata.Part{
		Package: o.importPath(), File: p.shownFile(), Source: o.source(p.file),
		Href: o.permalink(p, p.first, p.last), Label: o.config.Label, Version: o.version, License: o.license,
		Mirror: a.sources.mirrored(p), First: p.first, Last: p.last, Chunks: []*pagedata.Chunk{},
	}
	if p.decl != nil {
		out.Symbol = p.decl.Symbol
	}
	for _, r := range p.view.runs() {
		out.Chunks = append(out.Chunks, renderRun(s, p, r, file))
	}
	return out
}

func renderRun(s *snippet, p *part, r run, file int) *pagedata.Chunk {
	first, last := r.lines[0], r.lines[len(r.lines)-1]
	c := &pagedata.Chunk{Kind: "lines", Count: len(r.lines), First: first.number, Last: last.number}
	switch {
	case r.gap:
		c.Kind = "gap"
		c.Href = p.origin.permalink(p, first.number, last.number)
	case r.fold != nil:
		c.Kind, c.Summary = "fold", r.fold.summary
	}
	if c.Kind != "lines" {
		c.Indent = columns(p.view.indent(first))
	}
	if !r.gap {
		c.HTML = renderLines(s, p, r.lines, file)
	}
	return c
}

// renderLines writes one span.line a line. Everything but the source text is in attributes and empty elements, so that
// selecting, copying and indexing code gives just the code.
func renderLines(s *snippet, p *part, lines []*viewLine, file int) string {
	var code []string
	if p.text.goFile != nil {
		code = snippethtml.Go(p.text.goFile, htmlLines(lines))
	} else {
		code = snippethtml.Other(s.lang(), p.text.src, htmlLines(lines))
	}
	var b strings.Builder
	for i, l := range lines {
		class := "line"
		if l.mark {
			class += " mark"
		}
		if len(l.notes) > 0 {
			class += " noted"
		}
		fmt.Fprintf(&b, `<span class="%s" id="%s" data-n="%d"`, class, lineID(s.id, file, l.number), l.number)
		if len(l.notes) > 0 {
			fmt.Fprintf(&b, ` data-notes="%s"`, joinInts(l.notes))
		}
		b.WriteString(">" + code[i])
		for _, n := range l.markers {
			id := noteID(s, n)
			fmt.Fprintf(&b, `<a class="snippet-marker" id="%[1]s-mark" href="#%[1]s" aria-labelledby="%[1]s-label" data-note="%[2]d"></a>`,
				html.EscapeString(id), n.number)
		}
		b.WriteString("</span>\n")
	}
	return b.String()
}

func joinInts(ns []int) string {
	out := make([]string, len(ns))
	for i, n := range ns {
		out[i] = strconv.Itoa(n)
	}
	return strings.Join(out, " ")
}

// noteID is a note's fragment: ID-SLUG, or ID-nN without a slug, ID-about for a caption.
func noteID(s *snippet, n *note) string {
	switch {
	case n.slug != "":
		return s.id + "-" + n.slug
	case n.number > 0:
		return fmt.Sprintf("%s-n%d", s.id, n.number)
	}
	return s.id + "-about"
}

func renderNote(s *snippet, n *note, files []int) (*pagedata.Note, error) {
	text, err := snippethtml.Notes(n.text)
	if err != nil {
		return nil, fmt.Errorf("note: %w", err)
	}
	out := &pagedata.Note{N: n.number, ID: noteID(s, n), Slug: n.slug, HTML: text}
	if n.number > 0 {
		out.Line = n.line
		out.Href = "#" + lineID(s.id, files[n.part], n.line)
	}
	return out, nil
}

// lang is the language of the snippet's code as Chroma names it, by its file's name.
func (s *snippet) lang() string {
	if len(s.parts) == 0 {
		return "text"
	}
	p := s.parts[0]
	if p.text.goFile != nil {
		return "go"
	}
	switch ext := strings.TrimPrefix(path.Ext(p.file), "."); ext {
	case "":
		return strings.ToLower(path.Base(p.file)) // Dockerfile, Makefile
	case "sh":
		return "bash"
	case "yml":
		return "yaml"
	default:
		return ext
	}
}
