package codeextract

import (
	"bytes"
	"slices"
	"sort"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/regions"
	"github.com/srcblog/srcblog/codeextract/source"
)

// textFile is a source file of any language with its line table.
type textFile struct {
	src    []byte
	starts []int          // offset of every line's first byte
	goFile *gosource.File // nil for other languages
	marks  []int          // lines with markers of ours, which readers never see
	notes  []regions.Note // remarks written in the source
	blob   string         // see blobID
	sum    string         // see digest
	hashed map[hashedPart]partHashes
}

// hashedPart is a stretch of the file that a lock records, or a declaration in it.
type hashedPart struct {
	symbol      string // "" for none
	decl, span  gosource.Span
	first, last int
}

// partHashes are those of a stretch, whatever of it is shown. A server asks for them at every change of anything.
type partHashes struct {
	code, full, text string
	sig              string   // of a declaration
	nodes            []string // of its statements
}

// blobID is git's id of the file with LF line ends.
func (t *textFile) blobID() string {
	if t.blob == "" {
		t.blob = source.BlobID(bytes.ReplaceAll(t.src, []byte("\r\n"), []byte("\n")))
	}
	return t.blob
}

// digest tells the file's bytes from any others.
func (t *textFile) digest() string {
	if t.sum == "" {
		t.sum = digestOf(t.src)
	}
	return t.sum
}

// newTextFile takes a file as it was read; its name tells the language.
func newTextFile(name string, src []byte, goFile *gosource.File) *textFile {
	t := &textFile{src: src, starts: make([]int, 1, 1+bytes.Count(src, []byte("\n"))), goFile: goFile}
	found, _ := regions.Scan(name, src) // what is wrong with regions is said where one is named
	t.marks, t.notes = found.Markers, found.Notes
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		t.starts[0] = 3 // a byte order mark is no part of the first line
	}
	for i, c := range src {
		if c == '\n' && i+1 < len(src) {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// last is the number of the last line.
func (t *textFile) last() int { return len(t.starts) }

// line gives the number, from 1, of the line that an offset is in.
func (t *textFile) line(offset int) int {
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset })
}

// lineSpan gives a line's bytes without its terminator.
func (t *textFile) lineSpan(n int) gosource.Span {
	start, end := t.starts[n-1], len(t.src)
	if n < len(t.starts) {
		end = t.starts[n]
	}
	text := bytes.TrimSuffix(bytes.TrimSuffix(t.src[start:end], []byte("\n")), []byte("\r"))
	return gosource.Span{Start: start, End: start + len(text)}
}

// lines gives the first and last line that a span touches.
func (t *textFile) lines(s gosource.Span) (first, last int) {
	return t.line(s.Start), t.line(max(s.Start, s.End-1))
}

func (t *textFile) inRawString(offset int) bool {
	return t.goFile != nil && t.goFile.InRawString(offset)
}

// lineText is a line's text without its terminator.
func (t *textFile) lineText(n int) string {
	s := t.lineSpan(n)
	return string(t.src[s.Start:s.End])
}

// marker says whether a line holds a comment directive of ours. What only looks like one inside a raw string does not.
func (t *textFile) marker(n int) bool {
	return slices.Contains(t.marks, n) && !t.inRawString(t.lineSpan(n).Start)
}
