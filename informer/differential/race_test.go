//go:build race

package differential

// The race detector makes scripts ten times slower, and finds what it finds in a few.
func init() { share = 8 }
