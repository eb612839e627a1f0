package codeextract

import (
	"context"
	"strings"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// symPrefix marks a link to a symbol in prose.
const symPrefix = "sym:"

// links resolves the symbol links of every page, once all snippets are known: a link prefers a snippet in its own page,
// then one in another page, then the permalink.
func (a *analysis) links(ctx context.Context) {
	shown := map[string][]*snippet{} // by origin and symbol
	for s := range a.report.snippets() {
		for _, p := range s.parts {
			if p.name != "" && !s.item.Verdict.broken() {
				key := p.origin.key() + "#" + p.name
				shown[key] = append(shown[key], s)
			}
		}
	}
	for _, page := range a.report.Pages {
		for i := range page.md.Links {
			a.link(ctx, page, &page.md.Links[i], shown)
		}
	}
}

func (a *analysis) link(ctx context.Context, page *Page, link *mdscan.Link, shown map[string][]*snippet) {
	key := linkKey(link)
	if page.data.Links[key] != nil {
		return
	}
	target, _, _ := strings.Cut(key, "?")
	src, symbol, _ := strings.Cut(target, "#")
	if src == "" {
		src = page.md.Defaults["src"]
	}
	out, p := a.linkTo(ctx, page, link.Pos, src, symbol, shown)
	if p != nil {
		a.report.Problems = append(a.report.Problems, p)
		out = &pagedata.Link{Error: p.Message}
	}
	page.data.Links[key] = out
}

// linkKey is a link's key in the page's data: its destination as written after "sym:". Where that has no "#SYMBOL", the
// link's text is the symbol and is added.
func linkKey(link *mdscan.Link) string {
	key := strings.TrimPrefix(link.Dest, symPrefix)
	if strings.Contains(key, "#") {
		return key
	}
	src, query, tracked := strings.Cut(key, "?")
	key = src + "#" + strings.TrimSpace(strings.Trim(link.Text, "`"))
	if tracked {
		key += "?" + query
	}
	return key
}

func (a *analysis) linkTo(ctx context.Context, page *Page, pos problem.Position, src, symbol string, shown map[string][]*snippet) (*pagedata.Link, *problem.Problem) {
	if src == "" {
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: "a symbol link needs a source: sym:SRC#SYMBOL, or snip: {src: …} in the page's front matter"}
	}
	found, p := a.sources.symbol(ctx, pos, src, symbol)
	if p != nil {
		return nil, p
	}
	out := &pagedata.Link{Title: signature(found)}
	var elsewhere string
	for _, s := range shown[found.origin.key()+"#"+found.name] {
		if s.page == page {
			out.Href = "#snip-" + s.id
			return out, nil
		}
		if elsewhere == "" && !s.page.md.Draft {
			elsewhere = "page:" + a.site.contentPath(s.page) + "#snip-" + s.id
		}
	}
	if out.Href = elsewhere; out.Href == "" {
		out.Href = found.origin.permalink(found, found.first, found.last)
	}
	return out, nil
}

// signature is a symbol's declaration on one line, for a link's title.
func signature(p *part) string {
	sig := p.decl.Sig
	return strings.Join(strings.Fields(string(p.text.src[sig.Start:sig.End])), " ")
}
