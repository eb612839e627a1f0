package codeextract

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// Ref is one place of the site that shows a symbol or speaks of it.
type Ref struct {
	Pos  problem.Position
	Kind string // "snippet", "link" (in prose or a note), "track" (a link that locks the symbol), or the kind of a call path or picture
	ID   string // of the snippet, the tracked symbol in the lock, or the call path or picture; "" for a link
}

// Refs gives all places that show or link SRC#SYMBOL, in order of page and line, however they name it. A target that
// names nothing is a *problem.Problem.
func (s *Site) Refs(ctx context.Context, target string) ([]Ref, error) {
	a, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	sources := newSources(s)
	defer sources.close()
	src, symbol, _ := strings.Cut(target, "#")
	found, wrong := sources.symbol(ctx, problem.Position{File: target}, place{src: src, build: defaultBuild}, symbol)
	if wrong != nil {
		return nil, wrong
	}
	var refs []Ref
	for _, u := range a.uses {
		if u.target == found.key() {
			refs = append(refs, u.Ref)
		}
	}
	for sn := range a.report.snippets() {
		for _, p := range sn.parts {
			if sn.fence != nil && p.decl != nil && p.key() == found.key() {
				refs = append(refs, Ref{Pos: sn.pos, Kind: "snippet", ID: sn.fullID()})
			}
		}
	}
	slices.SortStableFunc(refs, func(a, b Ref) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return refs, nil
}

// use is a link to a symbol.
type use struct {
	Ref
	target string // the declaration's key
	note   string // fragment of the note that it is in, "" for none
}

func useOf(page *Page, key string, pos problem.Position, target string) use {
	u := use{Ref: Ref{Pos: pos, Kind: "link"}, target: target}
	if named, tracked := strings.CutSuffix(key, "?track"); tracked {
		src, symbol, _ := strings.Cut(named, "#")
		u.Kind, u.ID = "track", page.Path+"#"+trackID(page.place(src).src, symbol)
	}
	return u
}

// use notes that a page links a symbol.
func (a *analysis) use(page *Page, key string, pos problem.Position, found *part) {
	a.targets[page.Path+"\x00"+key] = found.key()
	a.indexName(found)
	a.uses = append(a.uses, useOf(page, key, pos, found.key()))
}

// trackID is the part of a lock id that stands for a symbol which a page speaks of without showing it. No snippet's id
// begins with a tilde.
func trackID(src, symbol string) string { return "~" + src + "#" + symbol }

// track judges a symbol that a page's prose speaks of as if the page showed all of it.
func (a *analysis) track(ctx context.Context, page *Page, pos problem.Position, src, symbol string) {
	id := trackID(src, symbol)
	if slices.ContainsFunc(page.tracked, func(s *snippet) bool { return s.id == id }) {
		return
	}
	s := &snippet{page: page, id: id, pos: pos, block: &snip.Block{Header: snip.Header{Src: src, Sym: symbol}}}
	page.tracked = append(page.tracked, s)
	a.snippet(ctx, s)
}

// place is where a page's link says its symbol is, the page's defaults applied.
func (p *Page) place(src string) place {
	s := &snippet{page: p, block: &snip.Block{Header: snip.Header{Src: src}}}
	return s.place()
}
