// Package source opens the places that code comes from: a folder of the repository, or a Go module at a version. It
// reads files and asks go and git; what the code says is not its business.
//
//   - tree.go: [Tree], a folder that no path can leave
//   - path.go: which paths are refused, the same way on every system
//   - modules.go: [Modules], from a module's path and version to its folder
//   - gomod.go: what go.mod pins and replaces
//   - permalink.go: [Permalink], the address of lines on a website
//   - git.go: what git's HEAD has, to know which lines can be linked
//   - license.go: [License], the SPDX id of a licence text
//
// Nothing here reads the environment: callers hand it in.
package source
