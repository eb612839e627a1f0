// Srcblog builds a blog about source code: pages name code, srcblog extracts it, and Hugo renders the site.
//
// One command is one file (build.go, check.go, ...), each with an options struct, a newXCmd that declares flags and a runX
// that does the work with codeextract, and, for build and serve, internal/hugosite. Only this package prints and exits:
// main.go turns an error into an exit code (exit.go says which), messages.go holds the Chinese for what is printed, and
// report.go and reportjson.go write the outcome of a check. Start with main.go.
package main
