package codeextract

import (
	"context"
	"strings"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// symPrefix marks a link to a symbol.
const symPrefix = "sym:"

func isSymLink(dest string) bool { return strings.HasPrefix(dest, symPrefix) }

// links resolves the symbol links of every page, once all snippets are known: a link prefers a snippet in its own page,
// then one in another page, then the permalink.
func (a *analysis) links(ctx context.Context) {
	a.shown = map[string][]*snippet{}
	for s := range a.report.snippets() {
		for _, p := range s.parts {
			if p.decl != nil && !s.item.Verdict.Broken() {
				a.shown[p.key()] = append(a.shown[p.key()], s)
			}
		}
	}
	for _, page := range a.report.Pages {
		for i := range page.md.Links {
			a.link(ctx, page, &page.md.Links[i])
		}
	}
}

// key tells declarations apart, however the author named them.
func (p *part) key() string { return p.origin.key() + "/" + p.file + "#" + p.decl.Symbol }

func (a *analysis) link(ctx context.Context, page *Page, link *mdscan.Link) {
	key := linkKey(link.Dest, link.Text)
	if page.data.Links[key] != nil {
		a.uses = append(a.uses, useOf(page, key, link.Pos, a.targets[page.Path+"\x00"+key]))
		return
	}
	out, p := a.symLink(ctx, page, link.Pos, key)
	if p != nil {
		a.report.Problems = append(a.report.Problems, p)
		out = &pagedata.Link{Error: p.Message}
	}
	page.data.Links[key] = out
}

// linkKey is a link's key in the page's data: its destination as written after "sym:". Where that has no "#SYMBOL", the
// link's text is the symbol and is added.
func linkKey(dest, text string) string {
	key := strings.TrimPrefix(dest, symPrefix)
	if strings.Contains(key, "#") {
		return key
	}
	src, query, tracked := strings.Cut(key, "?")
	key = src + "#" + strings.TrimSpace(strings.Trim(text, "`"))
	if tracked {
		key += "?" + query
	}
	return key
}

// symLink says where a symbol link in a page's prose or notes leads, and locks the symbol where the link says ?track.
func (a *analysis) symLink(ctx context.Context, page *Page, pos problem.Position, key string) (*pagedata.Link, *problem.Problem) {
	target, query, asks := strings.Cut(key, "?")
	src, symbol, _ := strings.Cut(target, "#")
	at := page.place(src)
	bad := strings.IndexFunc(key, func(r rune) bool { return r == '＃' || r == '？' || r == '；' })
	switch {
	case bad >= 0:
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: snip.FullWidthHint(key[bad:])}
	case symbol == "":
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: "a symbol link names no symbol: write sym:SRC#SYMBOL"}
	case strings.Contains(symbol, ";"):
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: "a symbol link names one symbol, not " + symbol}
	case at.src == "":
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: "a symbol link needs a source: sym:SRC#SYMBOL, or snip: {src: …} in the page's front matter"}
	case asks && query != "track":
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: "a symbol link takes ?track, not ?" + query}
	}
	found, p := a.sources.symbol(ctx, pos, at, symbol)
	if p != nil {
		if query == "track" {
			a.lost[page.Path+"#"+trackID(at.src, symbol)] = true
		}
		return nil, p
	}
	if query == "track" {
		a.track(ctx, page, pos, at.src, symbol)
	}
	a.use(page, key, pos, found)
	out := &pagedata.Link{Title: signature(found)}
	var elsewhere string
	for _, s := range a.shown[found.key()] {
		if s.page == page {
			out.Href = "#snip-" + s.id
			return out, nil
		}
		if elsewhere == "" && !s.page.md.Draft {
			elsewhere = "page:" + a.site.contentPath(s.page) + "#snip-" + s.id
		}
	}
	if out.Href = elsewhere; out.Href == "" && !a.quick {
		out.Href = found.origin.permalink(found, found.first, found.last)
	}
	return out, nil
}

// signature is a symbol's declaration on one line, for a link's title.
func signature(p *part) string {
	sig := p.decl.Sig
	return strings.Join(strings.Fields(string(p.text.src[sig.Start:sig.End])), " ")
}
