package hugosite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// work is the folder beside a destination in which its next site is made. Whoever has one open holds its lock, so that
// everything else found in it was left by a build that died.
type work struct {
	dest, dir string
	lock      *lockedfile.File
}

// openWork takes the lock of dest's work folder, waiting for its holder, and mends what a dead build left.
func openWork(dest string) (*work, error) {
	parent, name := filepath.Split(dest)
	w := &work{dest: dest, dir: filepath.Join(parent, "."+name+"-build")}
	for w.lock == nil {
		if err := os.MkdirAll(w.dir, 0o777); err != nil {
			return nil, fmt.Errorf("make work folder: %w", err)
		}
		if err := w.tryLock(); err != nil {
			return nil, err
		}
	}
	if err := w.recover(); err != nil {
		return nil, errors.Join(fmt.Errorf("mend the last build: %w", err), w.lock.Close())
	}
	return w, nil
}

// tryLock sets w.lock, unless the build that held the lock has meanwhile removed the folder: then what was locked is a
// file without a name, and the caller starts again.
func (w *work) tryLock() error {
	path := filepath.Join(w.dir, "lock")
	f, err := lockedfile.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lock work folder: %w", err)
	}
	held, heldErr := f.Stat()
	named, namedErr := os.Stat(path)
	if heldErr != nil || namedErr != nil || !os.SameFile(held, named) {
		return f.Close()
	}
	w.lock = f
	return nil
}

func (w *work) fresh() string { return filepath.Join(w.dir, "new") }
func (w *work) old() string   { return filepath.Join(w.dir, "old") }
func (w *work) kept() string  { return filepath.Join(w.dir, "kept") }

// close removes the work folder and gives the lock back, in this order: see tryLock. After a swap that could not be
// finished the folder stays: it holds what recover needs, perhaps the only copy of the destination's .git.
func (w *work) close() error {
	if _, err := os.Lstat(w.kept()); errors.Is(err, fs.ErrNotExist) {
		// Where an open file can't be removed, the folder stays with the lock in it, which does no harm.
		_ = os.RemoveAll(w.dir)
	}
	if err := w.lock.Close(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("unlock work folder: %w", err)
	}
	return nil
}

// recover brings a destination back to a whole site after a build that died at any point of swap, and clears the rest.
func (w *work) recover() error {
	if _, err := os.Lstat(w.dest); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(w.old(), w.dest); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := w.moveKept(); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(w.fresh()), os.RemoveAll(w.old()))
}

// swap puts the new site in the destination's place. Dot-folders that only the old site has are moved over; their names
// are written down first, so that recover can finish the move.
func (w *work) swap() error {
	info, err := os.Lstat(w.dest)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(w.dest), 0o777); err != nil {
			return fmt.Errorf("put the new site in place: %w", err)
		}
		return wrapSwap(os.Rename(w.fresh(), w.dest))
	}
	if err != nil {
		return wrapSwap(err)
	}
	if err := os.Chmod(w.fresh(), info.Mode().Perm()); err != nil {
		return wrapSwap(err)
	}
	if err := w.writeKept(); err != nil {
		return wrapSwap(err)
	}
	err = exchange(w.fresh(), w.dest)
	if errors.Is(err, errors.ErrUnsupported) {
		err = w.twoRenames()
	}
	if err != nil {
		return wrapSwap(err)
	}
	return wrapSwap(w.moveKept())
}

func wrapSwap(err error) error {
	if err != nil {
		return fmt.Errorf("put the new site in place: %w", err)
	}
	return nil
}

// twoRenames is the swap for systems without an atomic exchange. Between its renames the destination is missing; a build
// that dies there is mended by recover.
func (w *work) twoRenames() error {
	if err := os.Rename(w.dest, w.old()); err != nil {
		return err
	}
	err := os.Rename(w.fresh(), w.dest)
	if err != nil {
		return errors.Join(err, os.Rename(w.old(), w.dest))
	}
	return nil
}

// writeKept records the destination's entries that the new site takes over: those of the kept kind that it lacks.
func (w *work) writeKept() error {
	entries, err := os.ReadDir(w.dest)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if !isKept(e) {
			continue
		}
		if _, err := os.Lstat(filepath.Join(w.fresh(), e.Name())); errors.Is(err, fs.ErrNotExist) {
			names = append(names, e.Name())
		}
	}
	return os.WriteFile(w.kept(), []byte(strings.Join(names, "\x00")), 0o666)
}

// moveKept moves what writeKept recorded out of the old site, wherever that is now, unless the destination has it already.
func (w *work) moveKept() error {
	data, err := os.ReadFile(w.kept())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(string(data), "\x00") {
		to := filepath.Join(w.dest, name)
		if _, err := os.Lstat(to); name == "" || err == nil {
			continue
		}
		for _, dir := range []string{w.fresh(), w.old()} {
			if err := os.Rename(filepath.Join(dir, name), to); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return os.Remove(w.kept())
}

// isKept reports whether an entry of a destination belongs to its owner rather than to the site: a dot-folder, or a .git
// of any kind (a file where the destination is a work tree).
func isKept(e fs.DirEntry) bool {
	return e.Name() == ".git" || e.IsDir() && strings.HasPrefix(e.Name(), ".")
}
