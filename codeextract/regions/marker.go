package regions

import (
	"bytes"
	"go/scanner"
	"go/token"
	"path"
	"strings"
	"unicode"
)

// marker is one comment that speaks to srcblog.
type marker struct {
	line, column int
	word         string // region, end, note
	rest         string // what follows the word
	name         string // of an opened region
	twice        bool   // its name was taken
}

// markers finds the markers of a file in order.
func markers(name string, src []byte, lines []string) []marker {
	if !bytes.Contains(src, []byte("snip:")) {
		return nil // as in nearly all files
	}
	var isComment func(line int) bool
	if path.Ext(name) == ".go" {
		starts := commentLines(src)
		isComment = func(line int) bool { return starts[line] }
	}
	var found []marker
	for i, line := range lines {
		if !strings.Contains(line, "snip:") || isComment != nil && !isComment(i+1) {
			continue
		}
		if m, ok := markerIn(line, openers(name)); ok {
			m.line = i + 1
			found = append(found, m)
		}
	}
	return found
}

// commentLines gives the lines on which a comment of a Go file starts. go/scanner goes on after what it can't read, so
// that a file with an error somewhere still has its regions.
func commentLines(src []byte) map[int]bool {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	lines := map[int]bool{}
	for {
		pos, tok, _ := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.COMMENT {
			lines[file.PositionFor(pos, false).Line] = true
		}
	}
}

// markerIn reads a marker from a line whose first text it is.
func markerIn(line string, openers []string) (marker, bool) {
	text := strings.TrimLeft(strings.TrimPrefix(line, "\ufeff"), " \t")
	column := len(line) - len(text) + 1
	for _, opener := range openers {
		rest, ok := strings.CutPrefix(text, opener)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "snip:")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		if closer := closerOf(opener); closer != "" {
			rest = strings.TrimSpace(strings.TrimSuffix(rest, closer))
		}
		n := strings.IndexFunc(rest, unicode.IsSpace)
		if n < 0 {
			n = len(rest)
		}
		return marker{column: column, word: rest[:n], rest: strings.TrimSpace(rest[n:])}, true
	}
	return marker{}, false
}

func closerOf(opener string) string {
	switch opener {
	case "<!--":
		return "-->"
	case "/*":
		return "*/"
	}
	return ""
}

// openers are the comment openers of a file's language; all that are known where its name says nothing.
func openers(name string) []string {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "dockerfile", "containerfile", "makefile", "gnumakefile", "jenkinsfile", ".gitignore", ".dockerignore":
		return []string{"#", "//"}
	}
	switch path.Ext(base) {
	case ".go", ".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".java", ".js", ".mjs", ".ts", ".tsx", ".jsx", ".kt", ".swift",
		".proto", ".scala", ".cs", ".dart", ".zig", ".cue", ".jsonnet", ".scss", ".less", ".groovy", ".mod", ".json5", ".jsonc":
		return []string{"//", "/*"}
	case ".yaml", ".yml", ".toml", ".sh", ".bash", ".zsh", ".fish", ".py", ".rb", ".pl", ".r", ".mk", ".cfg", ".conf",
		".properties", ".nix", ".ex", ".exs", ".jl", ".cmake", ".bzl", ".bazel", ".rego", ".graphql", ".env", ".service":
		return []string{"#"}
	case ".tf", ".hcl", ".php":
		return []string{"#", "//", "/*"}
	case ".sql", ".lua", ".hs", ".elm", ".adb", ".ads", ".vhd", ".vhdl":
		return []string{"--"}
	case ".html", ".htm", ".xml", ".svg", ".md", ".markdown", ".vue", ".xhtml":
		return []string{"<!--", "//", "/*"}
	case ".css":
		return []string{"/*"}
	case ".ini":
		return []string{";", "#"}
	case ".el", ".lisp", ".clj", ".scm", ".rkt":
		return []string{";;;", ";;", ";"}
	case ".tex", ".erl", ".m":
		return []string{"%"}
	case ".s", ".asm":
		return []string{"//", ";", "#", "/*"}
	}
	return []string{"<!--", "//", "/*", "--", ";;", ";", "#", "%"}
}
