// Package sitespeed holds benchmarks of whole builds: what srcblog costs beside Hugo's own highlighting of the same code,
// and how soon a server shows what was saved. "make bench" runs them.
package sitespeed
