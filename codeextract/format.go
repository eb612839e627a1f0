package codeextract

import (
	"bytes"
	"cmp"
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
// are named below the repository's root, or as a path to the file; none means all. The list has the mistakes of the
// blocks that were left as they are because of them.
func (s *Site) Format(pages []string) ([]*Formatted, problem.List, error) {
	files, err := s.pageFiles()
	if err != nil {
		return nil, nil, err
	}
	if files, err = s.named(files, pages); err != nil {
		return nil, nil, err
	}
	var out []*Formatted
	var problems problem.List
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, fmt.Errorf("read page: %w", err)
		}
		formatted, list := snipfmt.Format(s.rel(file), src)
		problems = append(problems, list...)
		if !bytes.Equal(src, formatted) {
			out = append(out, &Formatted{Path: s.rel(file), Old: src, New: formatted, file: file})
		}
	}
	problems.Sort()
	return out, problems, nil
}

// pageFiles lists the site's pages by their absolute paths.
func (s *Site) pageFiles() ([]string, error) {
	var files []string
	for _, dir := range s.config.Content {
		root := filepath.Join(s.dir, filepath.FromSlash(dir))
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isPage(name) {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("look for pages: %w", err)
		}
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(s.rel(a), s.rel(b)) })
	return slices.Compact(files), nil
}

// named keeps the pages that names speak of; all if there are none.
func (s *Site) named(files, names []string) ([]string, error) {
	if len(names) == 0 {
		return files, nil
	}
	var kept []string
	for _, name := range names {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, fmt.Errorf("%w %s", ErrPage, name)
		}
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			abs = real
		}
		i := slices.IndexFunc(files, func(file string) bool { return s.rel(file) == filepath.ToSlash(name) || file == abs })
		if i < 0 {
			return nil, fmt.Errorf("%w %s", ErrPage, name)
		}
		kept = append(kept, files[i])
	}
	slices.SortFunc(kept, func(a, b string) int { return cmp.Compare(s.rel(a), s.rel(b)) })
	return slices.Compact(kept), nil
}

// Write replaces the page's file as a whole or not at all, its permissions kept. Where the page is a symbolic link, the
// file that it leads to is replaced. It refuses if the file changed since it was read.
func (f *Formatted) Write() error {
	name, err := filepath.EvalSymlinks(f.file)
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	if !bytes.Equal(now, f.Old) {
		return fmt.Errorf("write page: %s was changed meanwhile; run it again", f.Path)
	}
	return replaceFile(name, f.New, info.Mode().Perm())
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
