package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long the watcher waits for more events after one: editors write a file in several steps.
const settle = 40 * time.Millisecond

// watcher reports changes below folders, new ones included, and of single files.
type watcher struct {
	events *fsnotify.Watcher
	files  map[string]bool // single files; their folders are watched, where they may be replaced
	trees  []string
	again  <-chan struct{} // something else than a file is new; may be nil
}

// newWatcher starts to watch. Paths that do not exist are left out.
func newWatcher(paths []string) (*watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	w := &watcher{events: events, files: map[string]bool{}}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			return nil, errors.Join(fmt.Errorf("watch files: %w", err), events.Close())
		}
	}
	return w, nil
}

func (w *watcher) add(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		w.files[path] = true
		return ignoreMissing(w.events.Add(filepath.Dir(path)))
	}
	if err != nil {
		return err
	}
	w.trees = append(w.trees, path)
	return w.addTree(path)
}

// addTree watches a folder and all below it: the system's own watches do not descend.
func (w *watcher) addTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // gone since it was listed
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		}
		return ignoreMissing(w.events.Add(path))
	})
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// run calls changed, one call at a time, after every burst of changes, and with true after again, until ctx ends. It returns
// an error only where watching itself broke down.
func (w *watcher) run(ctx context.Context, changed func(again bool)) error {
	quiet := time.NewTimer(0)
	<-quiet.C
	for {
		select {
		case <-ctx.Done():
			return w.events.Close()
		case event := <-w.events.Events:
			if !w.concerns(event) {
				continue
			}
			if event.Has(fsnotify.Create) {
				if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
					if err := w.addTree(event.Name); err != nil {
						return errors.Join(fmt.Errorf("watch files: %w", err), w.events.Close())
					}
				}
			}
			quiet.Reset(settle)
		case <-w.events.Errors:
			// Events were lost, mostly because the system's queue ran over. Looking at everything once more makes up for it.
			quiet.Reset(settle)
		case <-quiet.C:
			changed(false)
		case <-w.again:
			changed(true)
		}
	}
}

// concerns leaves out what can't change a page: access times, editors' own files, neighbours of single files.
func (w *watcher) concerns(event fsnotify.Event) bool {
	name := filepath.Base(event.Name)
	if event.Op == fsnotify.Chmod || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") {
		return false
	}
	if w.files[event.Name] {
		return true
	}
	for _, tree := range w.trees {
		if rel, err := filepath.Rel(tree, event.Name); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}
