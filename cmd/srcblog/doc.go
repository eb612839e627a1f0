// Srcblog builds a blog about source code: pages name code, srcblog extracts it, and Hugo renders the site.
//
// One command is one file (build.go, serve.go, ...), each with an options struct, a newXCmd that declares flags and a runX
// that does the work with codeextract and internal/hugosite. The commands that need no Hugo (check, accept, list, ...), exit
// codes and the Chinese of all messages are in cmd/internal/cli, which cmd/srccheck shares. Start with main.go.
package main
