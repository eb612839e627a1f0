package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
)

// FindGoMod gives the nearest go.mod in dir or above it. Where there is none, the error wraps fs.ErrNotExist.
func FindGoMod(dir string) (string, error) {
	found, err := findUp(dir, "go.mod")
	if err != nil {
		return "", fmt.Errorf("no go.mod in %s or above: %w", dir, err)
	}
	return filepath.Join(found, "go.mod"), nil
}

// findUp gives the nearest folder, from dir upwards, that has an entry of the name.
func findUp(dir, name string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Lstat(filepath.Join(dir, name))
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fs.ErrNotExist
		}
		dir = up
	}
}

// GoModVersion gives the version of a module that go.mod requires. replacedBy is the folder, or the path@version, that
// a replace directive puts in its place, "" if none does. Where go.mod does not require the module, the error wraps
// fs.ErrNotExist.
func GoModVersion(gomodPath, modulePath string) (version, replacedBy string, err error) {
	f, err := readGoMod(gomodPath)
	if err != nil {
		return "", "", err
	}
	for _, r := range f.Require {
		if r.Mod.Path == modulePath {
			version = r.Mod.Version
		}
	}
	if version == "" {
		return "", "", fmt.Errorf("%s does not require %s: %w", gomodPath, modulePath, fs.ErrNotExist)
	}
	for _, r := range f.Replace {
		if r.Old.Path == modulePath && (r.Old.Version == "" || r.Old.Version == version) {
			replacedBy = r.New.Path
			if r.New.Version != "" {
				replacedBy += "@" + r.New.Version
			}
			if r.Old.Version != "" {
				return version, replacedBy, nil // the exact version goes before the wild card
			}
		}
	}
	return version, replacedBy, nil
}

// ModuleOf gives the module of go.mod, the main one included, that an import path belongs to: the longest that is the
// path itself or a parent of it. dir is the rest of the path, "." if there is none. Where no module has it, the error
// wraps fs.ErrNotExist.
func ModuleOf(gomodPath, importPath string) (modulePath, dir string, main bool, err error) {
	f, err := readGoMod(gomodPath)
	if err != nil {
		return "", "", false, err
	}
	try := func(path string) {
		if (path == importPath || strings.HasPrefix(importPath, path+"/")) && len(path) > len(modulePath) {
			modulePath = path
		}
	}
	for _, r := range f.Require {
		try(r.Mod.Path)
	}
	if f.Module != nil {
		try(f.Module.Mod.Path)
		main = modulePath == f.Module.Mod.Path
	}
	if modulePath == "" {
		return "", "", false, fmt.Errorf("no module of %s has the package %s: %w", gomodPath, importPath, fs.ErrNotExist)
	}
	dir = strings.TrimPrefix(strings.TrimPrefix(importPath, modulePath), "/")
	if dir == "" {
		dir = "."
	}
	return modulePath, dir, main, nil
}

func readGoMod(path string) (*modfile.File, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read go.mod: %w", err)
	}
	f, err := modfile.Parse(path, src, nil)
	if err != nil {
		return nil, fmt.Errorf("read go.mod: %w", err)
	}
	return f, nil
}

// ModulePath gives the path of go.mod's own module.
func ModulePath(gomodPath string) (string, error) {
	f, err := readGoMod(gomodPath)
	if err != nil {
		return "", err
	}
	if f.Module == nil {
		return "", fmt.Errorf("%s names no module", gomodPath)
	}
	return f.Module.Mod.Path, nil
}
