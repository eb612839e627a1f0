// Package gosource finds declarations, tokens and statements in Go source text. It is the only place that knows
// Go's syntax tree, and hands out nothing but byte spans into the text as it was read.
//
// The way through it:
//
//	file.go      ParseFile: one file, its lines, what is wrong with it
//	token.go     the file's tokens, and hashes over them that ignore layout
//	package.go   several files as one package: build context, looking a symbol up
//	decl.go      what can be addressed: functions, methods, types, fields, constants, variables
//	node.go      what a selector can stand for inside a declaration: statements, clauses, fields, elements
//	pattern.go   quoted code as a token sequence with wild cards
//	match.go     where a pattern occurs, and which node it stands for
//	path.go      nodes by a path such as /for/if[2], /case Deleted, /call:Wait
//	comment.go   comments by their text
//	parts.go     the parts doc, sig, body, comments, imports
//	similar.go   "did you mean": nearest names, nearest code, similarity of node hashes
//	fragment.go  whether what is left after eliding is still Go
//
// Read decl.go first. An example:
//
//	f, err := gosource.ParseFile("store.go", src)
//	d, err := (&gosource.Package{Files: []*gosource.File{f}}).Find("Store.Add")
//	p, err := gosource.ParsePattern("if err != nil { … }")
//	for _, m := range d.Match(p, d.Span) {
//		fmt.Printf("%d: %s\n", f.Line(m.Node.Start), f.Src[m.Node.Start:m.Node.End])
//	}
//
// Everything is safe for concurrent use once parsed, as long as nobody writes to Src. Positions never follow
// //line directives: readers look at this text, not at what it was generated from.
package gosource
