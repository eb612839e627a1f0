// Package testsite is for tests alone: it builds small sites with the repository's theme and serves a built one as a strict
// server would.
//
//	build.go     Build: Hugo in this process, and what it warned of
//	host.go      Serve: a site under the theme's content security policy, whose reports fail the test
//	packages.go  the theme's folder and its npm packages, axe among them
//	valid.go     CheckHTML and CheckLinks: what a validator and a reader who follows every link would find
//	size.go      what a file weighs on the wire
package testsite
