// Package scriptcheck checks the shell scripts that the site publishes and its articles quote by region. Its tests parse
// every script under static/scripts with bash; the commands themselves install a cluster and are not run here.
package scriptcheck
