// Package indextest holds the tests of what the theme writes for machines: index.json and the anchors beside it, feeds,
// sitemap, robots.txt, and the search box with its worker. It has no code of its own.
//
// Each case in testdata/index is a small site and its exact records; testdata/README.md says how to add one. The sites are
// built with Hugo in this process (site_test.go).
package indextest
