// Package sitetest has only tests: they build the repository's own site with srcblog and look at what readers get. The
// search index keeps the records that links from outside rely on (index_test.go), every line of code shown is a line of
// its source (lines_test.go), the exported Markdown says the same as the site (assemble_test.go), and a real browser
// finds pages that work under a strict content security policy, without script, in the dark and on a small screen
// (browser_test.go holds the browser, pages_test.go what it looks at).
//
// testdata/index-keys.json lists the records of the blog's search index from before it moved here, without their text.
package sitetest
