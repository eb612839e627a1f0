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

// watcher reports changes of files: below folders, new ones included, in folders, and of single files.
type watcher struct {
	events  *fsnotify.Watcher
	trees   map[string]bool
	folders map[string]bool
	files   map[string]bool // and what is not there yet; the folders that hold them are watched, where they may be replaced
	again   <-chan struct{} // something else than a file is new; may be nil
}

func newWatcher() (*watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	return &watcher{events: events, trees: map[string]bool{}, folders: map[string]bool{}, files: map[string]bool{}}, nil
}

// follow watches trees, with all below them, and sources, which are files, or folders with the files in them. What it follows
// already stays. It says whether something was new: then what that held a moment ago may be outdated.
func (w *watcher) follow(trees, sources []string) (added bool, err error) {
	for _, path := range trees {
		found, err := w.add(path, w.trees, w.addTree)
		if err != nil {
			return added, err
		}
		added = added || found
	}
	for _, path := range sources {
		found, err := w.add(path, w.folders, func(dir string) error { return ignoreMissing(w.events.Add(dir)) })
		if err != nil {
			return added, err
		}
		added = added || found
	}
	return added, nil
}

// add watches a folder in the way of its kind, or a file. For what is missing, it waits for the nearest folder above to get it.
func (w *watcher) add(path string, known map[string]bool, watch func(dir string) error) (added bool, err error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		if known[path] {
			return false, nil
		}
		known[path] = true
		return true, watch(path)
	}
	for dir := filepath.Dir(path); err != nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, above := os.Stat(dir); above == nil {
			break
		}
		path = dir
	}
	if w.files[path] {
		return false, nil
	}
	w.files[path] = true
	return true, ignoreMissing(w.events.Add(filepath.Dir(path)))
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

// run calls changed, one call at a time, after every burst of changes, and with true after again, until ctx ends. What changed
// gives is followed from then on. An error means that watching itself broke down.
func (w *watcher) run(ctx context.Context, changed func(again bool) (trees, sources []string)) error {
	defer w.events.Close()
	quiet := time.NewTimer(0)
	<-quiet.C
	look := func(again bool) error {
		added, err := w.follow(changed(again))
		if added {
			quiet.Reset(settle)
		}
		return err
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case event := <-w.events.Events:
			if w.forget(event) || w.concerns(event) {
				err = w.grow(event)
				quiet.Reset(settle)
			}
		case <-w.events.Errors:
			// Events were lost, mostly because the system's queue ran over. Looking at everything once more makes up for it.
			quiet.Reset(settle)
		case <-quiet.C:
			err = look(false)
		case <-w.again:
			err = look(true)
		}
		if err != nil {
			return fmt.Errorf("watch files: %w", err)
		}
	}
}

// grow watches a folder that is new below a tree.
func (w *watcher) grow(event fsnotify.Event) error {
	if !event.Has(fsnotify.Create) || !w.inTree(event.Name) {
		return nil
	}
	if info, err := os.Stat(event.Name); err != nil || !info.IsDir() {
		return nil
	}
	return w.addTree(event.Name)
}

// forget lets go of a folder that is gone, since the system does, and says whether it was followed. It may come back.
func (w *watcher) forget(event fsnotify.Event) bool {
	if !event.Has(fsnotify.Remove) && !event.Has(fsnotify.Rename) {
		return false
	}
	found := w.trees[event.Name] || w.folders[event.Name]
	delete(w.trees, event.Name)
	delete(w.folders, event.Name)
	for file := range w.files {
		if filepath.Dir(file) == event.Name {
			delete(w.files, file)
			found = true
		}
	}
	return found
}

// concerns leaves out what can't change a page: access times, editors' own files, neighbours of single files.
func (w *watcher) concerns(event fsnotify.Event) bool {
	name := filepath.Base(event.Name)
	switch {
	case event.Op == fsnotify.Chmod:
		return false
	case w.files[event.Name]: // whatever its name
		return true
	case strings.HasPrefix(name, "."), strings.HasSuffix(name, "~"):
		return false
	}
	return w.folders[filepath.Dir(event.Name)] || w.inTree(event.Name)
}

func (w *watcher) inTree(name string) bool {
	for tree := range w.trees {
		if rel, err := filepath.Rel(tree, name); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}
