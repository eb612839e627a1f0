package codeextract

import (
	"bytes"
	"encoding/gob"
	"os"
	"time"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// memory is what a run has read and parsed, for the next one of a server: texts that are the same are not parsed again.
// Everything is read anew, so that nothing depends on who noticed a change.
type memory struct {
	files map[fileKey]*rawFile
	pages map[string]*scannedPage
	types map[string]*typesInMemory // by the file that they are kept in
	drawn map[string]*drawnPage     // by Page.Path

	signatures map[string]string // of analysis
}

// scannedPage is a page's text and what it holds.
type scannedPage struct {
	src      []byte
	md       *mdscan.Page
	problems problem.List
}

// typesInMemory is a file of types that was decoded, as long as it is the same file.
type typesInMemory struct {
	size int64
	time time.Time
	kept *keptTypes
}

func newMemory() *memory {
	return &memory{files: map[fileKey]*rawFile{}, pages: map[string]*scannedPage{}, types: map[string]*typesInMemory{}, drawn: map[string]*drawnPage{}}
}

// Continue lets the site's next run use what the last run of another Site for the same folder has parsed, which is no use to that any
// more. A server opens a Site for every change, since the configuration may be what changed.
func (s *Site) Continue(last *Site) {
	if last != nil && last.dir == s.dir && last.root == s.root {
		s.before, last.after = last.after, nil
	}
}

// remembered gives what a run before parsed of a file's text.
func (s *Site) remembered(key fileKey, src []byte) *rawFile {
	if s.before == nil {
		return nil
	}
	if f := s.before.files[key]; f != nil && f.err == nil && bytes.Equal(f.src, src) {
		return f
	}
	return nil
}

// scanText is mdscan.Scan, or what it said of the same text before.
func (s *Site) scanText(name, path string, src []byte) (*mdscan.Page, problem.List) {
	if s.before != nil {
		if p := s.before.pages[name]; p != nil && bytes.Equal(p.src, src) {
			s.after.pages[name] = p
			return p.md, p.problems
		}
	}
	md, problems := mdscan.Scan(path, src)
	if s.after != nil {
		s.after.pages[name] = &scannedPage{src, md, problems}
	}
	return md, problems
}

// readTypes decodes a file of types; nil where it is none of ours.
func (s *Site) readTypes(name string) *keptTypes {
	info, err := os.Stat(name)
	if err != nil {
		return nil
	}
	if s.before != nil {
		if m := s.before.types[name]; m != nil && m.size == info.Size() && m.time.Equal(info.ModTime()) {
			s.after.types[name] = m
			return m.kept
		}
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	k := &keptTypes{}
	if gob.NewDecoder(bytes.NewReader(src)).Decode(k) != nil || k.Schema != typeSchema || k.Package == nil {
		return nil
	}
	if s.after != nil {
		s.after.types[name] = &typesInMemory{info.Size(), info.ModTime(), k}
	}
	return k
}
