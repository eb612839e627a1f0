package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// maxFile is the size in bytes above which a file is refused: 8 MiB, far above any source that people read.
const maxFile = 8 << 20

// Tree is a folder to read source from. No path, and no symbolic link in it, leads out of the root that it was opened
// in. It may be used by several goroutines at once.
type Tree struct {
	root *os.Root
	dir  string // below root, clean

	mu    sync.Mutex
	names map[string][]string // guarded by mu: what folders hold, read once, since every path is held against it
}

// OpenDir opens the folder dir, a slash-separated path below the folder root of the host. Where dir is not a folder,
// the error wraps ErrOutside or fs.ErrNotExist; the files below it are found only under their exact names.
func OpenDir(root, dir string) (*Tree, error) {
	clean, err := cleanPath(dir)
	if err != nil {
		return nil, err
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open root: %w", err)
	}
	t := &Tree{root: r, dir: clean}
	if err := t.isDir(clean); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return t, nil
}

// Close lets go of the root. The tree can't be used after it.
func (t *Tree) Close() error { return t.root.Close() }

// Dir is the tree's folder, relative to its root; "." for the root itself.
func (t *Tree) Dir() string { return t.dir }

// Path is the path of one of the tree's files from the root.
func (t *Tree) Path(name string) string { return path.Join(t.dir, name) }

// ReadFile reads a file, named relative to the tree's folder. The error wraps fs.ErrNotExist, ErrOutside or
// ErrTooLarge where that is the reason.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	full, err := t.find(name)
	if err != nil {
		return nil, err
	}
	info, err := t.root.Stat(full)
	switch {
	case err != nil:
		return nil, tidy(full, err)
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder, not a file", full)
	case !info.Mode().IsRegular(): // reading a pipe would never end
		return nil, fmt.Errorf("%s: not a regular file", full)
	}
	f, err := t.root.Open(full)
	if err != nil {
		return nil, tidy(full, err)
	}
	defer f.Close()
	read := bytes.NewBuffer(make([]byte, 0, min(info.Size(), maxFile)+bytes.MinRead))
	if _, err := read.ReadFrom(io.LimitReader(f, maxFile+1)); err != nil {
		return nil, tidy(full, err)
	}
	src := read.Bytes()
	if len(src) > maxFile {
		return nil, fmt.Errorf("%s: %w: the limit is %d MiB", full, ErrTooLarge, maxFile>>20)
	}
	return src, nil
}

// IsDir says whether name is a folder. Its error is that of ReadFile.
func (t *Tree) IsDir(name string) (bool, error) {
	full, err := t.find(name)
	if err != nil {
		return false, err
	}
	info, err := t.root.Stat(full)
	if err != nil {
		return false, tidy(full, err)
	}
	return info.IsDir(), nil
}

// GoFiles lists the .go files of a folder, tests included, in order. Like the go command it passes over names that
// start with . or _. They are given relative to the tree's folder.
func (t *Tree) GoFiles(dir string) ([]string, error) {
	return t.list(dir, func(name string, info fs.FileInfo) bool {
		return path.Ext(name) == ".go" && info.Mode().IsRegular()
	})
}

// Dirs lists the folders in a folder, in order, but for those whose names start with . or _. They are given relative to
// the tree's folder.
func (t *Tree) Dirs(dir string) ([]string, error) {
	return t.list(dir, func(_ string, info fs.FileInfo) bool { return info.IsDir() })
}

func (t *Tree) list(dir string, keep func(string, fs.FileInfo) bool) ([]string, error) {
	full, err := t.find(dir)
	if err != nil {
		return nil, err
	}
	if err := t.isDir(full); err != nil {
		return nil, err
	}
	names, err := t.listNames(full)
	if err != nil {
		return nil, tidy(full, err)
	}
	var kept []string
	for _, name := range names {
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			continue
		}
		info, err := t.root.Stat(path.Join(full, name))
		if err == nil && keep(name, info) { // a link to nowhere, or out of the root, is not there
			kept = append(kept, path.Join(dir, name))
		}
	}
	slices.Sort(kept)
	return kept, nil
}

// find checks a name relative to the tree's folder and makes it one from the root.
func (t *Tree) find(name string) (string, error) {
	clean, err := cleanPath(name)
	if err != nil {
		return "", err
	}
	full := path.Join(t.dir, clean)
	return full, t.checkCase(full)
}

func (t *Tree) isDir(full string) error {
	if err := t.checkCase(full); err != nil {
		return err
	}
	info, err := t.root.Stat(full)
	if err != nil {
		return tidy(full, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", full)
	}
	return nil
}
