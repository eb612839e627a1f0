package codeextract

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/pagedata"
)

// symbolIndex collects the site's index of symbols: what snippets show and what prose, notes, call paths and pictures
// name. An identifier in shown code adds its line to what is in the index; it adds a symbol of its own only where some
// snippet shows the declaration and a link leads there, such as a field of a type that is shown. Else every fmt.Sprintf would have an entry.
type symbolIndex struct {
	packages map[string]*pagedata.IndexPackage
	entries  map[string]*pagedata.IndexSymbol // by indexKey
	named    map[string]*pagedata.IndexSymbol // by part.key, as uses have it
	describe func(o *gotypes.Object) string   // gives highlighted signatures
}

func newSymbolIndex(describe func(o *gotypes.Object) string) *symbolIndex {
	return &symbolIndex{describe: describe, packages: map[string]*pagedata.IndexPackage{}, entries: map[string]*pagedata.IndexSymbol{}, named: map[string]*pagedata.IndexSymbol{}}
}

func indexKey(path, version, symbol string) string { return path + "@" + version + "#" + symbol }

// entry gives the entry of a symbol, made at first by the function.
func (x *symbolIndex) entry(path, version, symbol string, describe func() *pagedata.IndexSymbol) *pagedata.IndexSymbol {
	key := indexKey(path, version, symbol)
	if e := x.entries[key]; e != nil {
		return e
	}
	id := indexKey(path, version, "")
	pkg := x.packages[id]
	if pkg == nil {
		pkg = &pagedata.IndexPackage{Path: path, Version: version}
		x.packages[id] = pkg
	}
	e := describe()
	pkg.Symbols = append(pkg.Symbols, e)
	x.entries[key] = e
	return e
}

// name puts a declaration that the author named into the index.
func (x *symbolIndex) name(p *part) *pagedata.IndexSymbol {
	if e := x.named[p.key()]; e != nil {
		return e
	}
	o := p.origin
	e := x.entry(o.importPath(), o.version, p.decl.Symbol, func() *pagedata.IndexSymbol {
		first, last := p.text.line(p.decl.Sig.Start), p.text.line(p.decl.Span.End)
		return &pagedata.IndexSymbol{Name: p.decl.Symbol, Kind: kindOf(p.decl), Signature: x.describe(objectOf(p)), Href: o.permalink(p, first, last)}
	})
	if pkg := x.packages[indexKey(o.importPath(), o.version, "")]; pkg.Label == "" {
		pkg.Label = o.config.Label
	}
	x.named[p.key()] = e
	return e
}

// indexName puts what prose, a note, a call path or a picture names into the index, where pages are wanted.
func (a *analysis) indexName(p *part) {
	if !a.quick {
		a.index.name(p)
	}
}

// objectOf says of a declaration what signatureHTML asks of an object.
func objectOf(p *part) *gotypes.Object {
	const enough = 240 // runes: a variable's signature has all of its value
	sig := signature(p)
	word := map[string]string{"type": "type ", "interface": "type ", "const": "const ", "var": "var "}[kindOf(p.decl)]
	if !strings.HasPrefix(sig, word) { // in a group
		sig = word + sig
	}
	if runes := []rune(sig); len(runes) > enough {
		sig = string(runes[:enough]) + "…"
	}
	return &gotypes.Object{Symbol: p.decl.Symbol, Kind: gotypes.Kind(kindOf(p.decl)), Signature: sig}
}

// kindOf is a declaration's kind in the words that types have for it.
func kindOf(d *gosource.Decl) string {
	switch {
	case d.Kind == gosource.InterfaceMethod:
		return "method"
	case d.Kind == gosource.Type && strings.HasSuffix(strings.TrimSpace(string(d.File.Src[d.Sig.Start:d.Sig.End])), "interface"):
		return "interface"
	}
	return string(d.Kind)
}

// indexPage gives what an entry says of a page.
func indexPage(e *pagedata.IndexSymbol, file string) *pagedata.IndexPage {
	for _, p := range e.Pages {
		if p.Page == file {
			return p
		}
	}
	p := &pagedata.IndexPage{Page: file}
	e.Pages = append(e.Pages, p)
	return p
}

func addPlace(places []pagedata.IndexPlace, p pagedata.IndexPlace) []pagedata.IndexPlace {
	if slices.ContainsFunc(places, func(have pagedata.IndexPlace) bool { return have.Kind == p.Kind && have.Href == p.Href }) {
		return places
	}
	return append(places, p)
}

// makeIndex makes the index of all that the run has found out, for WritePages.
func (a *analysis) makeIndex() {
	for s := range a.report.snippets() {
		if s.item.Verdict.Broken() || s.fence == nil {
			continue
		}
		for _, p := range s.parts {
			for ; p != nil; p = p.was {
				if p.decl != nil {
					page := indexPage(a.index.name(p), s.page.sitePath)
					page.Shown = addPlace(page.Shown, pagedata.IndexPlace{Kind: "snippet", Title: s.title(), Href: a.declarationIn(s, p)})
				}
			}
		}
	}
	a.indexIdentifiers()
	pages := map[string]*Page{}
	for _, page := range a.report.Pages {
		pages[page.Path] = page
	}
	for _, u := range a.uses {
		if e, page := a.index.named[u.target], pages[u.Pos.File]; e != nil && page != nil {
			p := indexPage(e, page.sitePath)
			p.Mentions = addPlace(p.Mentions, u.mention(page))
		}
	}
	a.report.index = a.index.sorted()
}

// addLines adds the lines of a page that name a symbol: those that declare it show it.
func addLines(page *pagedata.IndexPage, sym *pagedata.Symbol) {
	declared := map[string]bool{}
	for _, place := range sym.Shown {
		if strings.HasPrefix(place.Href, "#") {
			declared[place.Href] = true
			page.Shown = addPlace(page.Shown, pagedata.IndexPlace{Kind: "snippet", Title: place.Title, Href: place.Href})
		}
	}
	for _, line := range sym.Lines {
		if href := "#" + line; !declared[href] {
			page.Lines = append(page.Lines, href)
		}
	}
}

// declarationIn is where a snippet shows a declaration: the line, unless that is left out.
func (a *analysis) declarationIn(s *snippet, p *part) string {
	key := fileKey{p.origin.module, p.origin.version, p.file}
	for _, t := range a.lines[key][p.text.line(p.decl.Sig.Start)] {
		if t.snippet == s {
			return "#" + t.fragment
		}
	}
	return "#snip-" + s.id
}

// indexIdentifiers adds what the types of shown code tell.
func (a *analysis) indexIdentifiers() {
	for _, page := range a.report.Pages {
		for _, sym := range page.data.Symbols {
			if sym.Linked && len(sym.Shown) > 0 {
				a.index.entry(sym.Package, sym.Version, sym.Name, func() *pagedata.IndexSymbol {
					return &pagedata.IndexSymbol{Name: sym.Name, Kind: sym.Kind, Signature: sym.Signature, Href: sym.Href}
				})
			}
		}
	}
	for _, page := range a.report.Pages {
		for _, sym := range page.data.Symbols {
			if e := a.index.entries[indexKey(sym.Package, sym.Version, sym.Name)]; e != nil {
				addLines(indexPage(e, page.sitePath), sym)
			}
		}
	}
}

// mention is what the index says of a use.
func (u *use) mention(page *Page) pagedata.IndexPlace {
	switch {
	case u.note != "":
		return pagedata.IndexPlace{Kind: "note", Href: "#" + u.note}
	case u.Kind == "link" || u.Kind == "track":
		return pagedata.IndexPlace{Kind: "link"}
	}
	place := pagedata.IndexPlace{Kind: u.Kind}
	for _, f := range page.figures {
		if u.ID == page.Path+"#"+f.id {
			place.Href, place.Title = "#fig-"+f.id, f.block.Header.Title
		}
	}
	return place
}

// sorted puts the entries in order and gives them their fragments.
func (x *symbolIndex) sorted() *pagedata.SymbolIndex {
	out := &pagedata.SymbolIndex{Schema: pagedata.IndexSchema}
	for _, pkg := range x.packages {
		out.Packages = append(out.Packages, pkg)
	}
	slices.SortFunc(out.Packages, func(p, q *pagedata.IndexPackage) int {
		own := func(p *pagedata.IndexPackage) int { return min(len(p.Version), 1) }
		return cmp.Or(own(p)-own(q), strings.Compare(p.Path, q.Path), semver.Compare(q.Version, p.Version), strings.Compare(p.Version, q.Version))
	})
	taken := map[string]bool{}
	for _, pkg := range out.Packages {
		pkg.ID = slug(pkg.Path + " " + pkg.Version)
		for taken[pkg.ID] {
			pkg.ID += "-2"
		}
		taken[pkg.ID] = true
		slices.SortFunc(pkg.Symbols, func(a, b *pagedata.IndexSymbol) int {
			return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
		})
		for _, e := range pkg.Symbols {
			e.ID = pkg.ID + "." + e.Name
			slices.SortFunc(e.Pages, func(p, q *pagedata.IndexPage) int { return strings.Compare(p.Page, q.Page) })
		}
	}
	return out
}
