package regions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// File is what the markers of a file say. Lines count from 1.
type File struct {
	Regions []Region // in order of their first lines
	Notes   []Note
	Markers []int // the lines that hold markers, ascending
}

// Region is a named stretch: the lines between its markers, without blank ones at its ends, which gofmt wants beside a marker
// where a doc comment follows it.
type Region struct {
	Name        string
	First, Last int
}

// Note is a remark written in the source with snip:note. It belongs to Line, the first one below that is not a marker
// or blank.
type Note struct {
	Line int
	Text string
	Pos  problem.Position
}

// Scan finds the markers of a file. path gives the language by its name, and is what positions call the file. The
// file's sound regions are returned also when the list, sorted by position, has problems.
func Scan(path string, src []byte) (*File, problem.List) {
	lines := strings.Split(string(src), "\n")
	s := &reader{path: path, file: &File{}, lines: lines, names: map[string]int{}}
	for _, m := range markers(path, src, lines) {
		s.file.Markers = append(s.file.Markers, m.line)
		s.marker(m)
	}
	for _, m := range s.open {
		s.badf(m, "region %s is never closed: add snip:end %s", m.name, m.name)
	}
	s.placeNotes()
	slices.SortStableFunc(s.file.Regions, func(a, b Region) int { return a.First - b.First })
	s.problems.Sort()
	return s.file, s.problems
}

// Find gives one region of a file. The error is a problem.List if any of the file's markers is wrong, since then the
// region may not be what its author meant, and a *NotFoundError if all are well.
func Find(path string, src []byte, name string) (Region, error) {
	f, problems := Scan(path, src)
	if len(problems) > 0 {
		return Region{}, problems
	}
	missing := &NotFoundError{File: path, Name: name}
	for _, r := range f.Regions {
		if r.Name == name {
			return r, nil
		}
		missing.Names = append(missing.Names, r.Name)
	}
	return Region{}, missing
}

// NotFoundError says that a file has no region of a name. Names has those that it does have, in order.
type NotFoundError struct {
	File, Name string
	Names      []string
}

func (e *NotFoundError) Error() string {
	if len(e.Names) == 0 {
		return fmt.Sprintf("no region %q in %s, which has none", e.Name, e.File)
	}
	return fmt.Sprintf("no region %q in %s (it has %s)", e.Name, e.File, strings.Join(e.Names, ", "))
}

// Hidden gives the marker lines from first to last: those that must be left out where that stretch is shown.
func (f *File) Hidden(first, last int) []int {
	var hidden []int
	for _, line := range f.Markers {
		if line >= first && line <= last {
			hidden = append(hidden, line)
		}
	}
	return hidden
}

type reader struct {
	path     string
	file     *File
	lines    []string
	open     []marker
	names    map[string]int // line of the marker that opened it
	notes    []marker
	problems problem.List
}

func (s *reader) badf(m marker, format string, args ...any) {
	s.problems.Add(s.pos(m), problem.BadSyntax, format, args...)
}

func (s *reader) pos(m marker) problem.Position {
	return problem.Position{File: s.path, Line: m.line, Column: m.column}
}

func (s *reader) marker(m marker) {
	switch m.word {
	case "region":
		s.begin(m)
	case "end":
		s.end(m)
	case "note":
		if m.rest == "" {
			s.badf(m, "snip:note without a text")
			return
		}
		s.notes = append(s.notes, m)
	default:
		s.badf(m, "unknown marker snip:%s: it is one of snip:region NAME, snip:end [NAME], snip:note TEXT", m.word)
	}
}

func (s *reader) begin(m marker) {
	m.name = m.rest
	switch {
	case m.name == "" || strings.ContainsAny(m.name, " \t\"{}`\\"):
		s.badf(m, "a region's name is one word: snip:region NAME")
		return
	case s.names[m.name] > 0:
		s.badf(m, "region %s is opened twice, first in line %d", m.name, s.names[m.name])
		m.twice = true
	default:
		s.names[m.name] = m.line
	}
	s.open = append(s.open, m)
}

func (s *reader) end(m marker) {
	if len(s.open) == 0 {
		s.badf(m, "snip:end without an open region")
		return
	}
	i := len(s.open) - 1
	if m.rest != "" && m.rest != s.open[i].name {
		for i >= 0 && s.open[i].name != m.rest {
			i--
		}
		if i < 0 {
			s.badf(m, "no region %s is open here", m.rest)
			return
		}
		inner := s.open[len(s.open)-1]
		s.badf(m, "region %s ends inside region %s (line %d): regions may nest, not overlap", m.rest, inner.name, inner.line)
	}
	opened := s.open[i]
	s.open = slices.Delete(s.open, i, i+1)
	if opened.twice {
		return
	}
	r := Region{Name: opened.name, First: opened.line + 1, Last: m.line - 1}
	for r.First <= r.Last && s.void(r.First) {
		r.First++
	}
	for r.First <= r.Last && s.void(r.Last) {
		r.Last--
	}
	if r.First > r.Last {
		s.badf(opened, "region %s is empty", r.Name)
		return
	}
	s.file.Regions = append(s.file.Regions, r)
}

// void says whether a line is blank or a marker.
func (s *reader) void(line int) bool {
	return strings.TrimSpace(s.lines[line-1]) == "" || slices.Contains(s.file.Markers, line)
}

// placeNotes finds the line that each note speaks of.
func (s *reader) placeNotes() {
	for _, m := range s.notes {
		line := m.line + 1
		for line <= len(s.lines) && s.void(line) {
			line++
		}
		if line > len(s.lines) {
			s.badf(m, "snip:note has no line below it to speak of")
			continue
		}
		s.file.Notes = append(s.file.Notes, Note{Line: line, Text: m.rest, Pos: s.pos(m)})
	}
}

// MatchLine says whether a quoted selector stands for a line of a file without a parser of ours: both trimmed, they
// must be equal, with … (or ……) in the selector standing for any text, none included.
func MatchLine(selector, line string) bool {
	pieces := strings.Split(strings.TrimSpace(selector), "…")
	line = strings.TrimSpace(line)
	rest, ok := strings.CutPrefix(line, strings.TrimSpace(pieces[0]))
	if len(pieces) == 1 {
		return ok && rest == ""
	}
	if !ok {
		return false
	}
	last := strings.TrimSpace(pieces[len(pieces)-1])
	for _, piece := range pieces[1 : len(pieces)-1] {
		piece = strings.TrimSpace(piece)
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	return strings.HasSuffix(rest, last)
}

// String gives the region as "name (lines 3-9)", for lists in errors.
func (r Region) String() string { return fmt.Sprintf("%s (lines %d-%d)", r.Name, r.First, r.Last) }
