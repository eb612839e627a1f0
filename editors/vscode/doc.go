// Package vscode holds no code: it is the place of the test of the editor grammar in syntaxes. See README.md.
package vscode
