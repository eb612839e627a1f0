package codeextract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/srcblog/srcblog/codeextract/pagedata"
)

// pagesDir is where the theme looks for a page's data, below the site's root.
const pagesDir = "assets/srcblog"

// indexName is the file with the site's index of symbols, in pagesDir.
const indexName = "symbols.json"

// pagesName is the file that lists the pages with files of their own, for which templates ask first: a Hugo server that was once
// asked for a file that is missing never finds it.
const pagesName = "pages.json"

// WritePages writes the data of every page that has blocks of ours or symbol links, its text as plain Markdown, and the index
// of symbols, and removes files of pages that have none any more. A file is written only when its bytes differ, and atomically, so that a running
// Hugo server renders just the pages that changed. It returns how many files it wrote or removed.
func (s *Site) WritePages(r *Report) (changed int, err error) {
	dir := filepath.Join(s.dir, filepath.FromSlash(pagesDir))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, fmt.Errorf("write page data: %w", err)
	}
	if _, err := writeIfDiffers(filepath.Join(dir, ".gitignore"), []byte("*\n")); err != nil {
		return 0, err
	}
	files := map[string]bool{}
	write := func(name string, e encoder) error {
		files[name] = true
		data, err := e.Encode()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		wrote, err := writeIfDiffers(name, data)
		if wrote {
			changed++
		}
		return err
	}
	list := pageList{Pages: map[string]bool{}}
	for _, p := range r.Pages {
		if len(p.data.Snippets)+len(p.data.Links)+len(p.data.Paths)+len(p.data.Drawings) == 0 {
			continue
		}
		list.Pages[p.sitePath] = true
		name := filepath.Join(dir, filepath.FromSlash(p.sitePath))
		mine := filesFor(p)
		names := make([]string, len(mine))
		for i, f := range mine {
			names[i] = name + f.ext
			files[names[i]] = true
		}
		if p.upToDate(names...) {
			continue
		}
		for i, f := range mine {
			if err := write(names[i], f.data); err != nil {
				return changed, err
			}
		}
		p.wrote(names...)
	}
	if err := write(filepath.Join(dir, pagesName), list); err != nil {
		return changed, err
	}
	if r.index != nil && len(r.index.Packages) > 0 {
		if err := write(filepath.Join(dir, indexName), r.index); err != nil {
			return changed, err
		}
	}
	removed, err := removeOthers(dir, files)
	if err == nil {
		s.remember(r)
	}
	return changed + removed, err
}

// encoder is data for the theme.
type encoder interface{ Encode() ([]byte, error) }

// pageList is the file pagesName.
type pageList struct {
	Pages map[string]bool `json:"pages"` // by path below the site's root
}

// Encode gives the list's bytes.
func (l pageList) Encode() ([]byte, error) { return json.Marshal(l) }

// pageFile is a file of a page's, named after the page with an ending.
type pageFile struct {
	ext  string
	data encoder
}

func filesFor(p *Page) []pageFile {
	symbols := &pagedata.PageSymbols{Schema: pagedata.SymbolsSchema, Symbols: p.data.Symbols}
	if symbols.Symbols == nil {
		symbols.Symbols = []*pagedata.Symbol{} // as long as types are not known
	}
	return []pageFile{{".json", p.data}, {".txt", plainPage{p}}, {".symbols.json", symbols}}
}

// removeOthers deletes the data files that keep does not name.
func removeOthers(dir string, keep map[string]bool) (removed int, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || keep[name] || filepath.Ext(name) != ".json" && filepath.Ext(name) != ".txt" {
			return err
		}
		removed++
		return os.Remove(name)
	})
	if err != nil {
		return removed, fmt.Errorf("remove old page data: %w", err)
	}
	return removed, nil
}

// writeIfDiffers writes a file through a temporary one beside it, if its content is to change.
func writeIfDiffers(name string, data []byte) (wrote bool, err error) {
	old, err := os.ReadFile(name)
	if err == nil && bytes.Equal(old, data) {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("read old %s: %w", filepath.Base(name), err)
	}
	return true, writeAtomically(name, data)
}

// writeAtomically replaces a file as a whole or not at all.
func writeAtomically(name string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(name), err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(name), err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
			err = fmt.Errorf("write %s: %w", filepath.Base(name), err)
		}
	}()
	if _, err := tmp.Write(data); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Chmod(0o644); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
