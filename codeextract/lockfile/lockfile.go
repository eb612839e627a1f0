// Package lockfile reads and writes snippets.lock: what every snippet looked like when its prose was last reviewed.
//
// The file is text, sorted, one block a snippet, so that git merges it well. It holds hashes and positions, never code:
//
//	format 1
//
//	content/posts/informer.md#pop
//	  part cache#DeltaFIFO.Pop
//	    file informer/tools/cache/delta_fifo.go 120-165
//	    blob 3b18e512dba79e4c8300dd08aeb37f8e728b8dad
//	    sig 6d2f…
//	    code 90c1…
//	    full 41fe…
//	    text 07aa…
//	    nodes 1f2e3d4c 5b6a7988
//	  shown 8c1d…
//	  seen 77e0…
//	  note err 5e884898da280471
//	  ack "new text says the same"
//	  defer 9c2f… until 2027-01-31 "the translator is on leave"
//
// A part of a module has "module PATH VERSION SUM" in place of "blob". Fields that this version does not know are kept.
package lockfile

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Format is the version of the file format that this package reads and writes.
const Format = 1

// File is a whole lock, by snippet id (page path below the root, "#", the snippet's id in the page).
// The zero value is an empty lock; Entries must be made before it is written to.
type File struct {
	Entries map[string]*Entry
}

// Entry is what one snippet looked like at its last review.
type Entry struct {
	Parts []Part
	Shown string // hash of the code tokens that the reader sees, all parts together
	Seen  string // the same with comments
	Notes []Note // in source order
	Ack   string // why it was accepted without a change of prose; "" where none was given
	Defer *Deferral
	Extra []string
}

// Deferral is a stale snippet taken on as debt. It holds for the code as it was then: a further change is stale again.
type Deferral struct {
	Shown  string // the Shown hash of the code that it is about
	Until  string // last day, 2006-01-02, in UTC; "" for no end
	Reason string
}

// Part is one symbol or region of a snippet.
type Part struct {
	Src, Name   string // as written: source, and symbol or region ("" for a whole file)
	File        string // below the root, or below the module's root
	First, Last int    // lines, from 1
	Blob        string // git blob id of the file, for our own code
	Module      string // module path, for code of a module
	Version     string
	Sum         string
	Sig         string // hash of the signature's tokens
	Code        string // hash of all code tokens
	Full        string // hash of all tokens, comments included
	Text        string // hash of the bytes, line endings normalised
	Nodes       []string
	Extra       []string
}

// Note is the hash of the code that a note hangs on. Key is its slug, or its number where it has none.
type Note struct {
	Key, Hash string
}

// Note gives the hash recorded for a note, "" if there is none.
func (e *Entry) Note(key string) string {
	for _, n := range e.Notes {
		if n.Key == key {
			return n.Hash
		}
	}
	return ""
}

// A SyntaxError is a line of the lock that can't be read.
type SyntaxError struct {
	Line int
	Msg  string
}

// Error gives the line and the message.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// Parse reads a lock. Blocks touched by an unresolved merge conflict are left out, so that their snippets count as
// never reviewed; a format newer than ours is an error, as its meaning can't be known.
func Parse(src []byte) (*File, error) {
	p := parser{file: &File{Entries: map[string]*Entry{}}, broken: map[string]bool{}}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	for i, line := range strings.Split(string(src), "\n") {
		if err := p.line(strings.TrimRight(line, " \t\r")); err != nil {
			return nil, &SyntaxError{Line: i + 1, Msg: err.Error()}
		}
	}
	for id := range p.broken {
		delete(p.file.Entries, id)
	}
	return p.file, nil
}

type parser struct {
	file     *File
	id       string
	entry    *Entry
	part     *Part
	conflict bool
	broken   map[string]bool
}

func (p *parser) line(line string) error {
	trimmed := strings.TrimLeft(line, " \t")
	switch {
	case strings.HasPrefix(line, "<<<<<<<"):
		p.conflict = true
		return nil
	case strings.HasPrefix(line, ">>>>>>>"):
		p.conflict = false
		return nil
	case trimmed == "", trimmed[0] == '#', strings.HasPrefix(line, "======="), strings.HasPrefix(line, "|||||||"):
		return nil
	}
	switch len(line) - len(trimmed) {
	case 0:
		return p.header(line)
	case 1, 2:
		if p.entry == nil {
			return fmt.Errorf("%q stands before any snippet", trimmed)
		}
		p.markBroken()
		return p.entryField(trimmed)
	}
	if p.part == nil {
		return fmt.Errorf("%q stands before any part", trimmed)
	}
	p.markBroken()
	return p.partField(trimmed)
}

func (p *parser) header(line string) error {
	if version, ok := strings.CutPrefix(line, "format "); ok {
		n, err := strconv.Atoi(version)
		if err != nil {
			return fmt.Errorf("format %q is not a number", version)
		}
		if n > Format {
			return fmt.Errorf("format %d was written by a newer srcblog (this one knows %d); update srcblog", n, Format)
		}
		return nil
	}
	if !strings.Contains(line, "#") {
		return fmt.Errorf("%q is neither a snippet's id (page#id) nor a field", line)
	}
	if p.file.Entries[line] != nil && !p.conflict {
		return fmt.Errorf("%s stands twice", line)
	}
	p.id, p.entry, p.part = line, &Entry{}, nil
	p.file.Entries[line] = p.entry
	p.markBroken()
	return nil
}

// markBroken notes that a line of the current block stands inside a conflict.
func (p *parser) markBroken() {
	if p.conflict {
		p.broken[p.id] = true
	}
}

func (p *parser) entryField(line string) (err error) {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "part":
		src, name, _ := strings.Cut(value, "#")
		if src, name = strings.TrimSpace(src), strings.TrimSpace(name); src == "" {
			return fmt.Errorf("part wants a source")
		}
		p.entry.Parts = append(p.entry.Parts, Part{Src: src, Name: name})
		p.part = &p.entry.Parts[len(p.entry.Parts)-1]
	case "shown":
		p.entry.Shown = value
	case "seen":
		p.entry.Seen = value
	case "note":
		k, h, ok := strings.Cut(value, " ")
		if !ok {
			return fmt.Errorf("note wants a key and a hash")
		}
		p.entry.Notes = append(p.entry.Notes, Note{Key: k, Hash: h})
	case "ack":
		if p.entry.Ack, err = strconv.Unquote(value); err != nil {
			return fmt.Errorf("ack %s is not a quoted string", value)
		}
	case "defer":
		p.entry.Defer, err = parseDeferral(value)
		return err
	default:
		p.entry.Extra = append(p.entry.Extra, line)
	}
	return nil
}

// parseDeferral reads HASH ["until" DATE] "REASON".
func parseDeferral(value string) (*Deferral, error) {
	shown, rest, ok := strings.Cut(value, " ")
	d := &Deferral{Shown: shown}
	if after, found := strings.CutPrefix(rest, "until "); found {
		d.Until, rest, ok = strings.Cut(after, " ")
		if _, err := time.Parse(time.DateOnly, d.Until); err != nil {
			return nil, fmt.Errorf("defer until %q is not a date (2006-01-02)", d.Until)
		}
	}
	reason, err := strconv.Unquote(rest)
	if !ok || err != nil {
		return nil, fmt.Errorf("defer wants a hash, maybe until and a date, and a quoted reason")
	}
	d.Reason = reason
	return d, nil
}

// String gives the deferral as the file has it.
func (d *Deferral) String() string {
	until := ""
	if d.Until != "" {
		until = "until " + d.Until + " "
	}
	return d.Shown + " " + until + strconv.Quote(d.Reason)
}

func (p *parser) partField(line string) error {
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "file":
		return p.part.parseFile(value)
	case "blob":
		p.part.Blob = value
	case "module":
		f := strings.Fields(value)
		if len(f) != 3 {
			return fmt.Errorf("module wants path, version and sum")
		}
		p.part.Module, p.part.Version, p.part.Sum = f[0], f[1], f[2]
	case "sig":
		p.part.Sig = value
	case "code":
		p.part.Code = value
	case "full":
		p.part.Full = value
	case "text":
		p.part.Text = value
	case "nodes":
		p.part.Nodes = strings.Fields(value)
	default:
		p.part.Extra = append(p.part.Extra, line)
	}
	return nil
}

func (p *Part) parseFile(value string) error {
	cut := strings.LastIndexByte(value, ' ')
	if cut < 0 {
		return fmt.Errorf("file wants a path and lines (a-b)")
	}
	p.File = value[:cut]
	if _, err := fmt.Sscanf(value[cut+1:], "%d-%d", &p.First, &p.Last); err != nil {
		return fmt.Errorf("lines %q are not of the form a-b", value[cut+1:])
	}
	return nil
}

// Bytes renders the lock, sorted by id, LF line ends.
func (f *File) Bytes() []byte {
	var b strings.Builder
	b.WriteString("# What each snippet showed when its prose was last reviewed. Written by `srcblog accept`; commit it.\n")
	fmt.Fprintf(&b, "format %d\n", Format)
	ids := make([]string, 0, len(f.Entries))
	for id := range f.Entries {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b.WriteString("\n" + id + "\n")
		f.Entries[id].write(&b)
	}
	return []byte(b.String())
}

// String gives the entry as the file has it, below its id.
func (e *Entry) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e *Entry) write(b *strings.Builder) {
	for i := range e.Parts {
		e.Parts[i].write(b)
	}
	field(b, "  ", "shown", e.Shown)
	field(b, "  ", "seen", e.Seen)
	for _, n := range e.Notes {
		field(b, "  ", "note", n.Key+" "+n.Hash)
	}
	if e.Ack != "" {
		field(b, "  ", "ack", strconv.Quote(e.Ack))
	}
	if e.Defer != nil {
		field(b, "  ", "defer", e.Defer.String())
	}
	for _, line := range e.Extra {
		b.WriteString("  " + line + "\n")
	}
}

func (p *Part) write(b *strings.Builder) {
	name := p.Src
	if p.Name != "" {
		name += "#" + p.Name
	}
	field(b, "  ", "part", name)
	field(b, "    ", "file", fmt.Sprintf("%s %d-%d", p.File, p.First, p.Last))
	field(b, "    ", "blob", p.Blob)
	if p.Module != "" {
		field(b, "    ", "module", p.Module+" "+p.Version+" "+cmp.Or(p.Sum, "-"))
	}
	field(b, "    ", "sig", p.Sig)
	field(b, "    ", "code", p.Code)
	field(b, "    ", "full", p.Full)
	field(b, "    ", "text", p.Text)
	field(b, "    ", "nodes", strings.Join(p.Nodes, " "))
	for _, line := range p.Extra {
		b.WriteString("    " + line + "\n")
	}
}

func field(b *strings.Builder, indent, key, value string) {
	if value != "" {
		b.WriteString(indent + key + " " + value + "\n")
	}
}
