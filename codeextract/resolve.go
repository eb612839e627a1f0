package codeextract

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/regions"
)

// resolve finds the code that a snippet's header names and puts it into the snippet's parts.
func (a *analysis) resolve(ctx context.Context, s *snippet, old *lockfile.Entry) *problem.Problem {
	h := s.block.Header
	for key, value := range map[string]string{"at": h.At, "diff": h.Diff, "for": h.For, "lines": h.Lines} {
		if value != "" {
			return &problem.Problem{Pos: h.Pos(key), Kind: problem.BadSyntax, Message: key + " is not supported by this version"}
		}
	}
	src := a.sourceOf(s)
	if src == "" {
		return &problem.Problem{Pos: s.pos, Kind: problem.BadSyntax,
			Message: `a snippet needs a source: src="…", or snip: {src: …} in the page's front matter`}
	}
	pos := s.pos
	if h.Src != "" {
		pos = h.Pos("src")
	}
	symbols := s.symbols()
	if len(symbols) == 0 {
		p, problem := a.sources.stretch(ctx, pos, src, h.Region, h.Pos("region"))
		if problem == nil {
			s.parts = []*part{p}
		}
		return problem
	}
	for i, symbol := range symbols {
		p, problem := a.sources.symbol(ctx, pos, src, symbol)
		if problem != nil {
			if problem.Pos == pos {
				problem.Pos = h.Pos("sym")
			}
			if old != nil && i < len(old.Parts) {
				a.suggestRename(ctx, problem, src, &old.Parts[i])
			}
			return problem
		}
		if problem := narrow(p, h.Part, h.Pos("part")); problem != nil {
			return problem
		}
		s.parts = append(s.parts, p)
	}
	return nil
}

// sourceOf is the source that a snippet names, or its page's default.
func (a *analysis) sourceOf(s *snippet) string {
	if src := s.block.Header.Src; src != "" {
		return src
	}
	return s.page.md.Defaults["src"]
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
	p.span = span
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
func (a *analysis) suggestRename(ctx context.Context, p *problem.Problem, src string, old *lockfile.Part) {
	pkg, _, missing := a.sources.open(ctx, p.Pos, src)
	if missing != nil || p.Kind != problem.Missing || len(old.Nodes) == 0 {
		return
	}
	statements := map[string][]string{}
	for _, d := range pkg.Decls() {
		for _, s := range d.Statements() {
			statements[d.Symbol] = append(statements[d.Symbol], digest(d.File.Tokens(s))[:nodeDigits])
		}
	}
	if names := renameCandidates(old, statements); len(names) > 0 {
		p.Fix = fmt.Sprintf("renamed? write sym=\"%s\"", strings.Join(names, `" or sym="`))
	}
}

// symbol finds one symbol of a source.
func (c *sources) symbol(ctx context.Context, pos problem.Position, src, symbol string) (*part, *problem.Problem) {
	pkg, o, p := c.open(ctx, pos, src)
	if p != nil {
		return nil, p
	}
	d, err := pkg.Find(symbol)
	if err != nil {
		return nil, symbolProblem(pos, o, err)
	}
	out := &part{src: src, name: symbol, origin: o, file: d.File.Name, decl: d, span: d.Span}
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

// stretch takes a region of a file, or all of it where region is "".
func (c *sources) stretch(ctx context.Context, pos problem.Position, src, region string, regionPos problem.Position) (*part, *problem.Problem) {
	o, p := c.locate(ctx, pos, src)
	if p != nil {
		return nil, p
	}
	if o.only == "" {
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: fmt.Sprintf("%s is a folder: name a symbol (sym=\"…\"), or a file (src=\"%s/FILE\")", o.where(), src)}
	}
	text, p := c.read(pos, o, o.only)
	if p != nil {
		return nil, p
	}
	out := &part{src: src, name: region, origin: o, file: o.only, text: text, first: 1, last: len(text.starts)}
	if region != "" {
		found, p := findRegion(regionPos, o, text.src, region)
		if p != nil {
			return nil, p
		}
		out.first, out.last = found.First, found.Last
	}
	out.span = gosource.Span{Start: text.lineSpan(out.first).Start, End: text.lineSpan(out.last).End}
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
