package codeextract

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
	"github.com/srcblog/srcblog/codeextract/source"
)

// pageSymbols collects what the code of one page names.
type pageSymbols struct {
	analysis *analysis
	page     *Page
	byName   map[string]*pagedata.Symbol
	places   map[fileKey]bool // files that declare what it names
}

// symbols gives a page's collection.
func (a *analysis) symbols(p *Page) *pageSymbols {
	s := a.pageSymbols[p]
	if s == nil {
		s = &pageSymbols{analysis: a, page: p, byName: map[string]*pagedata.Symbol{}, places: map[fileKey]bool{}}
		a.pageSymbols[p] = s
	}
	return s
}

// add notes that a line of the page names an object, and gives its entry. Packages have none: their name is their address.
func (s *pageSymbols) add(ctx context.Context, o *gotypes.Object, line string, linked bool) *pagedata.Symbol {
	if o.Symbol == "" {
		return nil
	}
	key := objectKey(o)
	sym := s.byName[key]
	if sym == nil {
		sym = s.describe(ctx, o)
		s.byName[key] = sym
		s.page.data.Symbols = append(s.page.data.Symbols, sym)
	}
	sym.Linked = sym.Linked || linked
	if n := len(sym.Lines); n == 0 || sym.Lines[n-1] != line {
		sym.Lines = append(sym.Lines, line)
	}
	return sym
}

// sortSymbols puts symbols of a package together, and within it those of a file, so that pages that list them repeat
// themselves where a compressor sees it. Packages stay in the order in which the page names them.
func sortSymbols(symbols []*pagedata.Symbol) {
	rank := map[string]int{}
	for _, s := range symbols {
		key := s.Package + "@" + s.Version
		if _, known := rank[key]; !known {
			rank[key] = len(rank)
		}
	}
	slices.SortStableFunc(symbols, func(a, b *pagedata.Symbol) int {
		return cmp.Or(rank[a.Package+"@"+a.Version]-rank[b.Package+"@"+b.Version], strings.Compare(a.Href, b.Href))
	})
}

// objectKey tells symbols apart, whichever package refers to them.
func objectKey(o *gotypes.Object) string { return o.Version + " " + o.Package + "#" + o.Symbol }

func (s *pageSymbols) describe(ctx context.Context, o *gotypes.Object) *pagedata.Symbol {
	sym := &pagedata.Symbol{ID: s.id(), Name: o.Symbol, Kind: string(o.Kind), Package: o.Package, Module: o.Module, Version: o.Version,
		Signature: s.analysis.signature(o), Doc: o.Doc, Href: s.analysis.objectLink(ctx, o), Lines: []string{}}
	var others []pagedata.SymbolPlace
	for _, t := range s.analysis.showing(o) {
		place := pagedata.SymbolPlace{Title: t.snippet.title(), Href: "#" + t.fragment}
		switch {
		case t.snippet.page == s.page:
			sym.Shown = append(sym.Shown, place)
		case !t.snippet.page.md.Draft:
			place.Href = "page:" + s.analysis.site.contentPath(t.snippet.page) + place.Href
			others = append(others, place)
		}
	}
	sym.Shown = append(sym.Shown, others...)
	return sym
}

// title is what a snippet is called where another place links to it.
func (s *snippet) title() string {
	if t := s.block.Header.Title; t != "" {
		return t
	}
	return s.id
}

// id is a fragment for the next entry: short, since every link to it repeats it.
func (s *pageSymbols) id() string { return "sym-" + strconv.FormatInt(int64(len(s.byName)), 36) }

// signature is a symbol's signatureHTML, made once for all the pages that name it.
func (a *analysis) signature(o *gotypes.Object) string {
	key := string(o.Kind) + " " + o.Symbol + " " + o.Signature
	html, ok := a.signatures[key]
	if before := a.site.before; !ok && before != nil {
		html, ok = before.signatures[key]
	}
	if !ok {
		html = signatureHTML(o)
	}
	a.signatures[key] = html
	return html
}

// signatureHTML highlights a signature, its own name in a <b>. What does not say in what type it is has that before it.
func signatureHTML(o *gotypes.Object) string {
	before, after, owner := "package p\n", "\n", ""
	switch {
	case o.Kind == "field":
		before, after = "package p; type t struct {\n", "\n}\n"
	case o.Kind == "method" && !strings.HasPrefix(o.Signature, "func "):
		before, after = "package p; type t interface {\n", "\n}\n"
	}
	if strings.HasSuffix(o.Signature, " struct") || strings.HasSuffix(o.Signature, " interface") {
		after = "{}" + after
	}
	own := o.Symbol[strings.LastIndexByte(o.Symbol, '.')+1:]
	if len(before) > len("package p\n") {
		owner = strings.TrimSuffix(o.Symbol, own) // an address is made of letters, digits and dots
	}
	lines := []snippethtml.Line{{Start: len(before), End: len(before) + len(o.Signature)}}
	src := []byte(before + o.Signature + after)
	f, err := gosource.ParseFile("signature.go", src)
	if err != nil {
		return owner + snippethtml.Other("", src, lines)[0] // it was cut
	}
	name := len(before) + ownName(o.Signature, own)
	return owner + snippethtml.GoNamed(f, lines, func(offset int) *snippethtml.Name {
		if offset == name {
			return &snippethtml.Name{Declared: true}
		}
		return nil
	})[0]
}

// ownName is the offset of the name that a signature declares, behind a receiver, which may have the same.
func ownName(signature, name string) int {
	start := 0
	if strings.HasPrefix(signature, "func (") {
		start = strings.Index(signature, ") ") + 1
	}
	for at := start; ; {
		i := strings.Index(signature[at:], name)
		if i < 0 || name == "" {
			return -1
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(signature[start:at])
		after, _ := utf8.DecodeRuneInString(signature[at+len(name):])
		if !inWord(before) && !inWord(after) {
			return at
		}
		at += len(name)
	}
}

// inWord says whether a rune can be part of an identifier.
func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// objectLink leads out of the site: to the declaration's line at exactly this version where the source says how to link
// there, else to its documentation. It is "" where neither is known to exist.
func (a *analysis) objectLink(ctx context.Context, o *gotypes.Object) string {
	if href, ok := a.outside[o]; ok {
		return href
	}
	href := a.sources.objectLink(ctx, o)
	if own, ok := a.types.place(o); ok && o.Version == "" {
		href = a.sources.ownLink(ctx, own.name, o)
	}
	a.outside[o] = href
	return href
}

// objectLink is the link of what is declared in a module.
func (c *sources) objectLink(ctx context.Context, o *gotypes.Object) string {
	if o.Module == "" || o.Version == "" || strings.HasPrefix(o.Package, "vendor/") {
		return ""
	}
	template := c.objectTemplate(o)
	if o.Kind == "package" || template == "" {
		return docLink(o)
	}
	at := source.Lines{Version: o.Version, Path: o.File, Start: o.Line, End: o.Line}
	if o.Exported {
		at.Symbol = docSymbol(o)
	}
	href, err := source.Permalink(template, at)
	if err != nil || href == "" {
		return docLink(o)
	}
	return oneLine(href, o.Line)
}

// oneLine shortens GitHub's fragment for a range of lines that is but one.
func oneLine(href string, line int) string {
	if n := "L" + strconv.Itoa(line); strings.HasSuffix(href, "#"+n+"-"+n) {
		return strings.TrimSuffix(href, "-"+n)
	}
	return href
}

// objectTemplate is the permalink of the source that an object's module is configured as, or that its host is known for.
func (c *sources) objectTemplate(o *gotypes.Object) string {
	for _, alias := range c.site.config.aliases() {
		cfg := c.site.config.Sources[alias]
		switch {
		case o.Module == stdModule && cfg.Std == o.Version && cfg.Permalink == "":
			return stdPermalink
		case o.Module == stdModule && cfg.Std == o.Version, o.Module != stdModule && cfg.Module == o.Module && cfg.Permalink != "":
			return cfg.Permalink
		}
	}
	if strings.HasPrefix(o.Module, "github.com/") {
		return source.DefaultPermalink(o.Module)
	}
	return ""
}

// docLink is an object's documentation, which has a place only for what is exported.
func docLink(o *gotypes.Object) string {
	link := "https://pkg.go.dev/" + o.Package + "@" + o.Version
	if o.Kind != "package" && o.Exported {
		link += "#" + docSymbol(o)
	}
	return link
}

// docSymbol is what pkg.go.dev calls a symbol: it has no places for fields of a field.
func docSymbol(o *gotypes.Object) string {
	elems := strings.SplitN(o.Symbol, ".", 3)
	return strings.Join(elems[:min(len(elems), 2)], ".")
}

// ownLink leads to our own code, by the source whose folder the file is in, as the last commit has it.
func (c *sources) ownLink(ctx context.Context, file string, o *gotypes.Object) string {
	template, best := "", ""
	for _, alias := range c.site.config.aliases() {
		cfg := c.site.config.Sources[alias]
		dir := path.Clean(cfg.Dir)
		if cfg.Dir != "" && len(dir) > len(best) && strings.HasPrefix(file, dir+"/") {
			template, best = cfg.Permalink, dir
		}
	}
	if template == "" || o.Kind == "package" || c.own == nil {
		return ""
	}
	head, raw := c.lastCommit(ctx), c.raw(&origin{tree: c.own}, file)
	if head == nil || raw.err != nil || !head.Has(file, raw.src) {
		return ""
	}
	href, err := source.Permalink(template, source.Lines{Rev: head.Revision, Path: file, Start: o.Line, End: o.Line, Symbol: o.Symbol})
	if err != nil {
		return "" // the template was checked when the source was opened
	}
	return oneLine(href, o.Line)
}
