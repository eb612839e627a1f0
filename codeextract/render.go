package codeextract

import (
	"context"
	"fmt"
	"html"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// render turns annotated snippets into the data that the theme draws, all but their notes. It waits until all are known,
// because an identifier in one may lead into another.
func (a *analysis) render(ctx context.Context) {
	a.indexLines()
	for _, page := range a.report.Pages {
		if a.takeOver(page) {
			continue
		}
		for _, s := range page.snippets {
			if s.item != nil && !s.item.Verdict.Broken() {
				a.renderSnippet(ctx, s)
			}
		}
		sortSymbols(page.data.Symbols)
		a.keepDrawn(page)
	}
}

func (a *analysis) renderSnippet(ctx context.Context, s *snippet) {
	out := s.page.data.Snippets[s.id]
	names := &naming{analysis: a, snippet: s, linked: map[string]bool{}}
	files := fileNumbers(s.parts)
	for i, p := range s.parts {
		out.Parts = append(out.Parts, a.renderPart(ctx, names, p, files[i]))
		out.Lines = append(out.Lines, searchLines(s, p, files[i])...)
	}
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

// lineID is the fragment of a line: ID-LN in the first file, ID-n-LN in the n-th further one; ID-oLN, mark being oL, for
// a line of an old version.
func lineID(id string, file int, mark string, line int) string {
	if file == 0 {
		return id + "-" + mark + strconv.Itoa(line)
	}
	return id + "-" + strconv.Itoa(file) + "-" + mark + strconv.Itoa(line)
}

func (a *analysis) renderPart(ctx context.Context, names *naming, p *part, file int) *pagedata.Part {
	out := a.describePart(p)
	for _, r := range p.view.runs(true) {
		c := renderRun(ctx, names, p, r, file)
		out.Rows += rowsOf(c)
		out.Chunks = append(out.Chunks, c)
	}
	return out
}

// describePart gives a part's data but for its code.
func (a *analysis) describePart(p *part) *pagedata.Part {
	o := p.origin
	out := &pagedata.Part{
		Package: o.importPath(), File: p.shownFile(), Source: o.source(p.file),
		Href: o.permalink(p, p.first, p.last), Label: o.config.Label, Version: o.version, License: o.license,
		Mirror: a.sources.mirrored(p), First: p.first, Last: p.last, Chunks: []*pagedata.Chunk{},
	}
	if p.decl != nil {
		out.Symbol = p.decl.Symbol
	}
	if p.was != nil {
		out.Old = &pagedata.Old{Symbol: p.was.decl.Symbol, File: p.was.shownFile(), Version: p.was.origin.version,
			Href: p.was.origin.permalink(p.was, p.was.first, p.was.last), First: p.was.first, Last: p.was.last}
	}
	return out
}

// rowsOf is how many rows a page gives a run of lines.
func rowsOf(c *pagedata.Chunk) int {
	if c.Kind == "lines" {
		return c.Count
	}
	return 1
}

func renderRun(ctx context.Context, names *naming, p *part, r run, file int) *pagedata.Chunk {
	var was *pagedata.Lines
	if r.gap {
		was = oldLines(p, r.lines)
		r.lines = slices.DeleteFunc(slices.Clone(r.lines), func(l *viewLine) bool { return l.deleted })
	}
	first, last := r.lines[0], r.lines[len(r.lines)-1]
	c := &pagedata.Chunk{Kind: "lines", Count: len(r.lines), First: first.number, Last: last.number}
	switch {
	case r.gap:
		c.Kind, c.Was = "gap", was
		c.Href = p.origin.permalink(p, first.number, last.number)
	case r.fold != nil:
		c.Kind, c.Summary = "fold", r.fold.summary
	}
	if c.Kind == "lines" {
		c.Columns = widest(r.lines)
	} else {
		c.Indent = columns(r.indent())
	}
	if !r.gap {
		c.HTML = renderLines(ctx, names, p, r.lines, file)
	}
	return c
}

// oldLines are those that a gap hides of the old version that a part is compared with; nil for none.
func oldLines(p *part, lines []*viewLine) *pagedata.Lines {
	var out *pagedata.Lines
	for _, l := range lines {
		n := l.old
		if l.deleted {
			n = l.number
		}
		switch {
		case n == 0:
		case out == nil:
			out = &pagedata.Lines{Count: 1, First: n, Last: n}
		default:
			out.Count, out.First, out.Last = out.Count+1, min(out.First, n), max(out.Last, n)
		}
	}
	if out != nil {
		out.Href = p.was.origin.permalink(p.was, out.First, out.Last)
	}
	return out
}

// renderLines writes one span.line a line. Everything but the source text is in attributes and empty elements, so that
// selecting, copying and indexing code gives just the code.
func renderLines(ctx context.Context, names *naming, p *part, lines []*viewLine, file int) string {
	s := names.snippet
	code := renderCode(ctx, names, p, lines, file)
	var b strings.Builder
	for i, l := range lines {
		class, id := "line", lineID(s.id, file, "L", l.number)
		switch {
		case l.deleted:
			class, id = "line del", lineID(s.id, file, "oL", l.number)
		case l.added && p.was != nil:
			class = "line add"
		}
		if l.mark {
			class += " mark"
		}
		if len(l.notes) > 0 {
			class += " noted"
		}
		fmt.Fprintf(&b, `<span class="%s" id="%s" data-n="%d"`, class, id, l.number)
		if l.old > 0 {
			fmt.Fprintf(&b, ` data-o="%d"`, l.old)
		}
		if len(l.notes) > 0 {
			fmt.Fprintf(&b, ` data-notes="%s"`, joinInts(l.notes))
		}
		b.WriteString(">" + code[i])
		for _, n := range l.markers {
			id := noteID(s, n)
			fmt.Fprintf(&b, `<a class="snippet-marker" href="#%s" data-note="%d"></a>`,
				html.EscapeString(id), n.number)
		}
		b.WriteString("</span>\n")
	}
	return b.String()
}

// renderCode highlights lines; those of an old version come from another file.
func renderCode(ctx context.Context, names *naming, p *part, lines []*viewLine, file int) []string {
	highlight := func(p *part, mark string, lines []*viewLine) []string {
		if p.text.goFile == nil {
			return snippethtml.Other(names.snippet.lang(), p.text.src, htmlLines(lines))
		}
		line := func(offset int) string { return lineID(names.snippet.id, file, mark, p.text.line(offset)) }
		return snippethtml.GoNamed(p.text.goFile, htmlLines(lines), names.names(ctx, p, line))
	}
	if p.was == nil {
		return highlight(p, "L", lines)
	}
	var of [2][]*viewLine // new, old
	for _, l := range lines {
		if l.deleted {
			of[1] = append(of[1], l)
		} else {
			of[0] = append(of[0], l)
		}
	}
	html := [2][]string{highlight(p, "L", of[0]), highlight(p.was, "oL", of[1])}
	out := make([]string, len(lines))
	for i, l := range lines {
		k := 0
		if l.deleted {
			k = 1
		}
		out[i], html[k] = html[k][0], html[k][1:]
	}
	return out
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
