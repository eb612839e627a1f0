// Package freshness judges what a snippet is now against what the lock recorded at its last review.
//
// verdict.go has the verdicts and their exit codes, judge.go the comparison of two lock entries, rename.go finds under which
// name code went on. Everything here works on hashes: no code is read.
package freshness
