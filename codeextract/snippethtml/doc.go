// Package snippethtml turns lines of source and authors' notes into HTML that is safe to put into a page.
//
//	line.go    Line, and how classified tokens become one string per line
//	golang.go  Go: Go source, from the tokens that gosource found; GoNamed: with identifiers resolved by types
//	name.go    Name: an identifier's classes and link
//	other.go   Other: any other language, from chroma's lexers
//	notes.go   Notes: Markdown of notes, summaries and captions
//	linebreak.go  which lines of a note are joined without a space
//
// Lines come out in the order they were asked for, each complete in itself (a comment over three lines is three
// elements), with chroma's short class names (k, kd, nf, s, c1, …) and no style attributes:
//
//	span := f.LineSpan(12)
//	html := snippethtml.Go(f, []snippethtml.Line{{Start: span.Start, End: span.End}})[0]
//
// Tags taken away and entities decoded, a line is its source text, byte for byte. All functions may be called at once.
package snippethtml
