package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// The reasons why a file can't be read, beside fs.ErrNotExist. They stand wrapped in the errors of Tree.
var (
	// ErrOutside: the path leads out of the root, in itself or through a symbolic link.
	ErrOutside = errors.New("leads outside the root")
	// ErrTooLarge: the file is larger than maxFile.
	ErrTooLarge = errors.New("file is too large")
)

// cleanPath gives a relative path in its shortest form. It refuses, whatever the host system, what could leave the
// root on any: absolute paths, .. elements, backslashes, drive letters.
func cleanPath(name string) (string, error) {
	switch {
	case name == "":
		return ".", nil
	case strings.HasPrefix(name, "/"), len(name) > 1 && name[1] == ':' && isLetter(name[0]):
		return "", fmt.Errorf("%q: an absolute path %w", name, ErrOutside)
	case strings.ContainsRune(name, '\\'):
		return "", fmt.Errorf("%q: a backslash %w: paths have forward slashes", name, ErrOutside)
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%q: a zero byte %w", name, ErrOutside)
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", fmt.Errorf("%q: .. %w", name, ErrOutside)
	}
	return path.Clean(name), nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// checkCase compares every element of a clean path with the names in its folder. A file system that ignores case would
// else accept what another refuses.
func (t *Tree) checkCase(name string) error {
	dir := "."
	for elem := range strings.SplitSeq(name, "/") {
		if elem == "." {
			continue
		}
		names, err := t.listNames(dir)
		if err != nil {
			return tidy(dir, err)
		}
		if !slices.Contains(names, elem) {
			return notThere(path.Join(dir, elem), elem, names)
		}
		dir = path.Join(dir, elem)
	}
	return nil
}

func notThere(name, elem string, names []string) error {
	for _, other := range names {
		if strings.EqualFold(other, elem) {
			return fmt.Errorf("%s: %w (did you mean %s?)", name, fs.ErrNotExist, path.Join(path.Dir(name), other))
		}
	}
	return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// listNames gives what a folder holds.
func (t *Tree) listNames(dir string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if names, ok := t.names[dir]; ok {
		return names, nil
	}
	names, err := readNames(t.root, dir)
	if err == nil {
		if t.names == nil {
			t.names = map[string][]string{}
		}
		t.names[dir] = names
	}
	return names, err
}

func readNames(root *os.Root, dir string) ([]string, error) {
	f, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// tidy puts a path of ours in place of the system's in an error, and tells a way out of the root from other errors.
func tidy(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case err.Error() == "path escapes from parent": // os keeps this error to itself
		return fmt.Errorf("%s: a symbolic link %w", name, ErrOutside)
	}
	return fmt.Errorf("%s: %w", name, err)
}
