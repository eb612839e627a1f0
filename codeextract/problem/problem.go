// Package problem is what srcblog says to an author who made a mistake: where it is, what is wrong, and how to mend it.
package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Position is a place in a file. Line and Column count from 1, Column in bytes; a zero Column or Line is left out
// when printed. File is relative to the repository's root, with forward slashes.
type Position struct {
	File   string
	Line   int
	Column int
}

// String gives "file:line:column", as editors and terminals link it.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Kind says what sort of problem it is, in the words of the freshness table.
type Kind string

// The kinds of problem that are found before anything can be compared with the lock.
const (
	AnchorLost  Kind = "anchor-lost"  // a selector matches no place, or more than one
	Missing     Kind = "missing"      // the symbol, region, file or package is not there
	Ambiguous   Kind = "ambiguous"    // several declarations have the name
	OutsideRoot Kind = "outside-root" // a path leads out of its root
	ParseError  Kind = "parse-error"  // the source is not valid Go
	DuplicateID Kind = "duplicate-id" // two snippets of a page share an id
	EdgeBroken  Kind = "edge-broken"  // one symbol does not lead to the next as a call path says
	Replaced    Kind = "replaced"     // go.mod replaces the module
	BadSyntax   Kind = "bad-syntax"   // the author's block or link can't be read
	Lint        Kind = "lint"         // Hugo would publish something else than was meant, without a word; the page can be built
	BadConfig   Kind = "bad-config"   // srcblog.toml can't be used
	Unavailable Kind = "unavailable"  // the module can't be had, or a tool failed: no judgement possible
)

// Exit is the exit code a problem of this kind calls for: 2 for a broken reference, 3 for bad syntax or
// configuration, 4 where nothing can be judged.
func (k Kind) Exit() int {
	switch k {
	case BadSyntax, BadConfig, Lint:
		return 3
	case Unavailable:
		return 4
	}
	return 2
}

// Problem is one mistake. Message is lower case without a full stop; Fix, where known, is a line to paste or a command to
// run. Known marks one that the revision compared with had as well: it is told, and decides nothing.
type Problem struct {
	Pos     Position
	Kind    Kind
	Message string
	Fix     string
	Known   bool
}

// Error gives one line, "file:line:column: message", and the fix indented on the next ones.
func (p *Problem) Error() string {
	s := p.Pos.String() + ": " + p.Message
	if p.Fix != "" {
		s += "\n\t" + strings.ReplaceAll(p.Fix, "\n", "\n\t")
	}
	return s
}

// List collects the problems of a run. Its zero value is empty and ready to use; it is not for concurrent use.
type List []*Problem

// Add appends a problem with a formatted message.
func (l *List) Add(pos Position, kind Kind, format string, args ...any) {
	*l = append(*l, &Problem{Pos: pos, Kind: kind, Message: fmt.Sprintf(format, args...)})
}

// Sort orders by file, line and column; problems of one place keep their order.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Problem) int {
		return cmp.Or(
			strings.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
		)
	})
}

// Exit is the highest exit code of the list's problems, known ones left out; 0 for none.
func (l List) Exit() int {
	code := 0
	for _, p := range l {
		if !p.Known {
			code = max(code, p.Kind.Exit())
		}
	}
	return code
}

// Broken says whether there is more than lints: then what the list is about can't be used.
func (l List) Broken() bool {
	return slices.ContainsFunc(l, func(p *Problem) bool { return p.Kind != Lint })
}

// Error prints every problem, a line each, so that a List can be returned as an error.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, p := range l {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}
