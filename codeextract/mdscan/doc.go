// Package mdscan finds what srcblog cares about in a Markdown page, each with its true position: snip fences, and links
// to symbols.
//
// Hugo reads a page in two passes, and [Scan] follows it: first the shortcodes (Hugo's pageparser), then the Markdown
// between them (goldmark). The body of a paired shortcode, such as an admonition, is a text of its own. To Markdown a
// shortcode is one opaque word, which keeps its body out of the text around it, also where the whole stands in a
// list. What stands in comments, in longer fences and in code spans is nobody's snippet.
//
// Read page.go first (the result, and the order of the passes), then shortcode.go, text.go, fence.go, link.go.
package mdscan
