// Package codeextract takes named code out of real source and puts it, annotated, into the pages of a Hugo site; and it
// says when code that a page shows has changed since somebody last read the prose beside it.
//
// The flow, one file a stage:
//
//	scan.go      pages → snip blocks and symbol links        (packages mdscan, snip)
//	resolve.go   a block's header → files, symbols, regions  (sources.go, packages.go, ahead.go; packages source, gosource, regions)
//	annotate.go  its directives → marks, folds, gaps, notes  (view.go: what becomes of every line; show.go, notes.go, changes.go)
//	figure.go    call paths and pictures, verified by type: callpath.go; picture.go, outline.go, typegraph.go, sequence.go  (packages figure, callgraph, drawing)
//	compare.go   hashes against snippets.lock → verdict      (hash.go, diff.go; package lockfile)
//	types.go     packages → what every identifier stands for (typecache.go; package gosource/gotypes)
//	render.go    views → data for the theme                  (idents.go, symbols.go; packages snippethtml, pagedata)
//	symbolindex.go  all of it → who shows and names which symbol, for a page with "layout: symbols"
//
// Two things spare work: unchanged.go tells that a run would write what is there, and a server's next run takes over what
// the last one parsed (memory.go) and rendered (rerender.go), of all that is still the same.
//
// Read [Site.Analyze] in analyze.go first: it is the whole flow in one function. Around it stand [Site.WritePages], which
// gives the theme its files; [Site.Accept], which records a review in the lock; [Site.Assemble], which writes the same
// pages as plain Markdown; and [Site.List] and [Site.Refs], which tell what can be named and where it is spoken of.
//
//	site, err := codeextract.Open(".")
//	report, err := site.Analyze(ctx)
//	if report.Broken() {
//		return report.Problems // every mistake, with file:line:column and a fix
//	}
//	changed, err := site.WritePages(report)
//
// The package prints nothing and reads no environment. Author files are never written to, but by
// [Formatted.Write].
package codeextract
