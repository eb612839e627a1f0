// Package cli holds what the programs srcblog and srccheck have in common: how they print, in which language, how an error
// becomes an exit code, and every command that works without Hugo.
//
// One command is one file (check.go, accept.go, ...), each with an options struct, a newXCmd that declares flags and a runX
// that does the work with codeextract. Start with app.go. exit.go says which exit code means what, messages.go has the
// Chinese for all that both programs print, and report.go and its neighbours write the outcome of a check.
package cli
