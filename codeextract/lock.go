package codeextract

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// readLock reads the site's lock; a site without one has reviewed nothing.
func (s *Site) readLock() (*lockfile.File, error) {
	src, err := os.ReadFile(filepath.Join(s.dir, LockName))
	if errors.Is(err, fs.ErrNotExist) {
		return &lockfile.File{Entries: map[string]*lockfile.Entry{}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read lock: %w", err)
	}
	lock, err := lockfile.Parse(src)
	var syntax *lockfile.SyntaxError
	if errors.As(err, &syntax) {
		return nil, problem.List{{
			Pos: problem.Position{File: s.lockPath(), Line: syntax.Line}, Kind: problem.BadConfig, Message: syntax.Msg,
			Fix: "mend the line, or take the file from git: git checkout -- " + quoteArg(s.lockPath()),
		}}
	}
	return lock, err
}

// changeLock reads the lock, lets edit change it and writes it, all while no other process does.
func (s *Site) changeLock(edit func(*lockfile.File)) error {
	unlock, err := s.holdLock()
	if err != nil {
		return err
	}
	defer unlock()
	lock, err := s.readLock()
	if err != nil {
		return err
	}
	before := string(lock.Bytes())
	edit(lock)
	after := lock.Bytes()
	if string(after) == before {
		return nil
	}
	return writeAtomically(filepath.Join(s.dir, LockName), after)
}

// holdLock keeps two accepts from losing each other's work.
func (s *Site) holdLock() (unlock func(), err error) {
	dir := filepath.Join(s.dir, cacheDir)
	if err := makeIgnored(dir); err != nil {
		return nil, err
	}
	unlock, err = lockedfile.MutexAt(filepath.Join(dir, "accept.lock")).Lock()
	if err != nil {
		return nil, fmt.Errorf("wait for another accept: %w", err)
	}
	return unlock, nil
}
