// Package repocheck has only tests: they hold the repository to the rules that a reader would otherwise have to check by
// eye, namely sizes (size_test.go), who may import whom (imports_test.go), no state in packages (state_test.go) and what
// must not be in a tracked file (tracked_test.go). Limits stand at the top of each file; where one has to be raised, the
// reason goes beside it.
package repocheck
