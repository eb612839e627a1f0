// Package regions finds named stretches of a file, between comments that its author put there:
//
//	# snip:region probe
//	readinessProbe:
//	  periodSeconds: 5
//	# snip:end probe
//
// A marker is a line whose first text is the language's comment opener (//, #, --, ;, %, <!--, /*) followed by "snip:".
// In Go it must be a comment to the compiler too: what looks like one inside a raw string is text. Markers are for
// authors; readers never see them. [Scan] reads a file; marker.go has the languages.
package regions
