package codeextract

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snipfmt"
)

// Formatted is a page whose snip blocks are not in the form that srcblog fmt gives them.
type Formatted struct {
	Path     string // below the repository's root, forward slashes
	Old, New []byte
	file     string
}

// ErrPage is in the error for a page that the site does not have.
var ErrPage = errors.New("no page")

// Format gives the pages whose snip blocks are to be written differently, in order of their paths; it writes nothing. Pages
// are named below the repository's root, or as a path to the file; none means all. The list has the mistakes of these
// pages; blocks with one are left as they are.
func (s *Site) Format(pages []string) ([]*Formatted, problem.List, error) {
	var problems problem.List
	all, err := s.scan(&problems)
	if err != nil {
		return nil, nil, err
	}
	others := map[string]bool{} // pages that nobody asked for
	for _, p := range all {
		others[p.Path] = len(pages) > 0
	}
	for _, name := range pages {
		i := slices.IndexFunc(all, func(p *Page) bool { return p.Path == filepath.ToSlash(name) || s.fileOf(p) == resolved(name) })
		if i < 0 {
			return nil, nil, fmt.Errorf("%w %s", ErrPage, name)
		}
		others[all[i].Path] = false
	}
	var out []*Formatted
	for _, p := range all {
		// What is wrong with its blocks, the scan has said.
		if formatted, _ := snipfmt.Format(p.Path, p.src); !others[p.Path] && !bytes.Equal(p.src, formatted) {
			out = append(out, &Formatted{Path: p.Path, Old: p.src, New: formatted, file: s.fileOf(p)})
		}
	}
	problems = slices.DeleteFunc(problems, func(p *problem.Problem) bool { return others[p.Pos.File] })
	problems.Sort()
	return out, problems, nil
}

// fileOf is where a page's file is.
func (s *Site) fileOf(p *Page) string { return filepath.Join(s.dir, filepath.FromSlash(p.sitePath)) }

// resolved is a path as fileOf gives it: absolute and without symbolic links. It is as given where there is no such file.
func resolved(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}

// Write replaces the page's file as a whole or not at all, its permissions kept. It refuses if the file changed since it
// was read.
func (f *Formatted) Write() error {
	info, err := os.Stat(f.file)
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	now, err := os.ReadFile(f.file)
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	if !bytes.Equal(now, f.Old) {
		return fmt.Errorf("write page: %s was changed meanwhile; run it again", f.Path)
	}
	return replaceFile(f.file, f.New, info.Mode().Perm())
}

// replaceFile writes a file through a temporary one beside it.
func replaceFile(name string, data []byte, mode fs.FileMode) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
			err = fmt.Errorf("write page: %w", err)
		}
	}()
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(mode)
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
