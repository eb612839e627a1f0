package codeextract

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/regions"
)

// resolve finds the code that a snippet's header names and puts it into the snippet's parts.
func (a *analysis) resolve(ctx context.Context, s *snippet, old *lockfile.Entry) *problem.Problem {
	at := s.place()
	if at.src == "" {
		return &problem.Problem{Pos: s.pos, Kind: problem.BadSyntax,
			Message: `a snippet needs a source: src="…", or snip: {src: …} in the page's front matter`}
	}
	if len(s.symbols()) > 0 {
		return a.resolveSymbols(ctx, s, at, old)
	}
	h := s.block.Header
	for key, value := range map[string]string{"part": h.Part, "diff": h.Diff} {
		if value != "" {
			return &problem.Problem{Pos: h.Pos(key), Kind: problem.BadSyntax, Message: key + ` goes with a symbol: sym="…"`}
		}
	}
	p, problem := a.sources.stretch(ctx, s, at)
	if problem == nil {
		s.parts = []*part{p}
	}
	return problem
}

func (a *analysis) resolveSymbols(ctx context.Context, s *snippet, at place, old *lockfile.Entry) *problem.Problem {
	h := s.block.Header
	if problem := s.unknownBuild(at); problem != nil {
		return problem
	}
	if _, problem := a.sources.locate(ctx, s.srcPos(), at); problem != nil {
		return s.ofVersion(problem)
	}
	for i, symbol := range s.symbols() {
		p, problem := a.sources.symbol(ctx, h.Pos("sym"), at, symbol)
		if problem != nil {
			if old != nil && i < len(old.Parts) {
				a.suggestRename(ctx, problem, at, &old.Parts[i])
			}
			return problem
		}
		if problem := narrow(p, cmp.Or(h.Part, s.page.md.Defaults["part"]), h.Pos("part")); problem != nil {
			return problem
		}
		if problem := apart(s.parts, p, h.Pos("sym")); problem != nil {
			return problem
		}
		if h.Diff != "" {
			if problem := a.resolveOld(ctx, s, at, p); problem != nil {
				return problem
			}
		}
		s.parts = append(s.parts, p)
	}
	return nil
}

// place is where the snippet's header, with the page's defaults, says its code comes from.
func (s *snippet) place() place {
	h, page := s.block.Header, s.page.md.Defaults
	at := place{src: cmp.Or(h.Src, page["src"]), at: cmp.Or(h.At, page["at"]), build: cmp.Or(h.For, page["for"], defaultBuild)}
	if h.At == "" && h.Src != "" && h.Src != page["src"] {
		at.at = "" // the page's version is that of the page's source
	}
	return at
}

// unknownBuild refuses a build for which no file was ever written: all that are for one system would be left out unseen.
func (s *snippet) unknownBuild(at place) *problem.Problem {
	goos, goarch, _ := strings.Cut(at.build, "/")
	// Files are left out of other builds by the names that Go knows, and by no others.
	known := func(name string) bool {
		return len(gosource.Builds("x_"+name+".go", []byte("package x\n"), "another/one")) == 0
	}
	if at.build == defaultBuild || known(goos) && known(goarch) {
		return nil
	}
	pos := s.pos
	if s.block.Header.For != "" {
		pos = s.block.Header.Pos("for")
	}
	return &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: fmt.Sprintf("for names no system that Go knows: %q", at.build)}
}

// srcPos is where problems with the source are reported.
func (s *snippet) srcPos() problem.Position {
	if s.fence == nil {
		return s.pos
	}
	if s.block.Header.Src != "" {
		return s.block.Header.Pos("src")
	}
	return s.pos
}

// ofVersion moves what is wrong with the version of a source to where the header gives it.
func (s *snippet) ofVersion(p *problem.Problem) *problem.Problem {
	if h := s.block.Header; p.Kind == problem.BadSyntax && h.At != "" {
		p.Pos = h.Pos("at")
	}
	return p
}

// apart refuses symbols of which one holds the other or its line: lines would stand twice, under one id.
func apart(parts []*part, p *part, pos problem.Position) *problem.Problem {
	for _, q := range parts {
		if q.file == p.file && q.first <= p.last && p.first <= q.last {
			return &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
				Message: fmt.Sprintf("%s and %s share lines of %s: name one of them, or put them into two snippets", q.name, p.name, p.file)}
		}
	}
	return nil
}

// narrow keeps the piece of a declaration that part="…" asks for.
func narrow(p *part, piece string, pos problem.Position) *problem.Problem {
	spans := map[string]gosource.Span{"doc": p.decl.Doc, "sig": p.decl.Sig, "body": p.decl.Body}
	switch piece {
	case "", "decl":
		return nil
	case "doc", "sig", "body":
	default:
		return &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: fmt.Sprintf("part %q is none of decl, sig, body and doc", piece)}
	}
	span := spans[piece]
	if span.IsZero() {
		return &problem.Problem{Pos: pos, Kind: problem.Missing, Message: fmt.Sprintf("%s has no %s", p.name, piece)}
	}
	p.piece, p.span = piece, span
	p.first, p.last = p.text.lines(span)
	if piece == "body" {
		p.trimBraces()
	}
	return nil
}

// trimBraces leaves out the lines that a body shares with its braces.
func (p *part) trimBraces() {
	if first := p.text.lineSpan(p.first); first.Start < p.span.Start && p.first < p.last {
		p.first++
	}
	if last := p.text.lineSpan(p.last); last.End > p.span.End && p.first < p.last {
		p.last--
	}
}

// suggestRename adds to a missing symbol's problem the declarations whose statements are most like those that the lock
// recorded. Nothing is re-attached: the author decides.
func (a *analysis) suggestRename(ctx context.Context, p *problem.Problem, at place, old *lockfile.Part) {
	pkg, _, missing := a.sources.open(ctx, p.Pos, at)
	if missing != nil || p.Kind != problem.Missing || len(old.Nodes) == 0 {
		return
	}
	statements := map[string][]string{}
	for _, d := range pkg.Decls() {
		for _, s := range d.Statements() {
			statements[d.Symbol] = append(statements[d.Symbol], digest(d.File.Tokens(s))[:nodeDigits])
		}
	}
	if names := freshness.Renames(old, statements); len(names) > 0 {
		p.Fix = fmt.Sprintf("renamed? write sym=\"%s\"", strings.Join(names, `" or sym="`))
	}
}

// symbol finds one symbol of a source.
func (c *sources) symbol(ctx context.Context, pos problem.Position, at place, symbol string) (*part, *problem.Problem) {
	o, p := c.locate(ctx, pos, at)
	if p != nil {
		return nil, p
	}
	d, p := c.find(pos, o, at.build, symbol)
	if p != nil {
		return nil, p
	}
	out := &part{src: at.src, name: symbol, build: at.build, origin: o, file: d.File.Name, decl: d, code: d, span: d.Span}
	out.text = c.textOf(o, d.File)
	out.first, out.last = out.text.lines(d.Span)
	return out, nil
}

func symbolProblem(pos problem.Position, o *origin, err error) *problem.Problem {
	p := &problem.Problem{Pos: pos, Kind: problem.Missing, Message: fmt.Sprintf("%v in %s", err, o.where())}
	var missing *gosource.NotFoundError
	var several *gosource.AmbiguousError
	switch {
	case errors.As(err, &missing):
		p.Message = fmt.Sprintf("no symbol %q in %s", missing.Symbol, o.where())
		if len(missing.Similar) > 0 {
			names := make([]string, len(missing.Similar))
			for i, d := range missing.Similar {
				names[i] = d.Symbol
			}
			p.Message += fmt.Sprintf(" (did you mean %s?)", strings.Join(names, ", "))
		}
	case errors.As(err, &several):
		p.Kind = problem.Ambiguous
	}
	return p
}

// stretch takes a region, lines, or all of the file that a snippet's source names.
func (c *sources) stretch(ctx context.Context, s *snippet, at place) (*part, *problem.Problem) {
	h, pos := s.block.Header, s.srcPos()
	o, p := c.locate(ctx, pos, at)
	if p != nil {
		return nil, s.ofVersion(p)
	}
	if o.only == "" {
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: fmt.Sprintf("%s is a folder: name a symbol (sym=\"…\"), or a file (src=\"%s/FILE\")", o.where(), at.src)}
	}
	text, p := c.read(pos, o, o.only)
	if p != nil {
		return nil, p
	}
	out := &part{src: at.src, name: h.Region, build: at.build, origin: o, file: o.only, text: text, first: 1, last: text.last()}
	switch {
	case h.Region != "":
		found, p := findRegion(h.Pos("region"), o, text.src, h.Region)
		if p != nil {
			return nil, p
		}
		out.first, out.last = found.First, found.Last
	case h.Lines != "":
		out.first, out.last = h.LineRange()
		if text.goFile != nil {
			return nil, &problem.Problem{Pos: h.Pos("lines"), Kind: problem.BadSyntax,
				Message: "lines is for files that are not Go: name a symbol, or put a region around the lines"}
		}
		if out.last > text.last() {
			return nil, &problem.Problem{Pos: h.Pos("lines"), Kind: problem.Missing,
				Message: fmt.Sprintf("%s has %d lines, not %d", o.where(), text.last(), out.last)}
		}
	}
	out.span = gosource.Span{Start: text.lineSpan(out.first).Start, End: text.lineSpan(out.last).End}
	if len(bytes.TrimSpace(text.src[out.span.Start:out.span.End])) == 0 {
		return nil, &problem.Problem{Pos: s.srcPos(), Kind: problem.Missing,
			Message: fmt.Sprintf("there is nothing in lines %d to %d of %s", out.first, out.last, o.where())}
	}
	if text.goFile != nil {
		out.code = text.goFile.Stretch(out.span)
	}
	return out, nil
}

// findRegion looks a region up by name. Broken markers anywhere in the file are an error: a region that is not closed
// may take in what its author never meant to show.
func findRegion(pos problem.Position, o *origin, src []byte, name string) (regions.Region, *problem.Problem) {
	found, err := regions.Find(o.only, src, name)
	var missing *regions.NotFoundError
	if errors.As(err, &missing) {
		return found, &problem.Problem{Pos: pos, Kind: problem.Missing, Message: err.Error()}
	}
	if err != nil {
		return found, &problem.Problem{Pos: pos, Kind: problem.ParseError, Message: err.Error()}
	}
	if found.First > found.Last {
		return regions.Region{}, &problem.Problem{Pos: pos, Kind: problem.Missing, Message: fmt.Sprintf("region %q in %s is empty", name, o.where())}
	}
	return found, nil
}
