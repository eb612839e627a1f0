package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// write makes files below dir from pairs of path and content.
func write(t *testing.T, dir string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		file := filepath.Join(dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(pairs[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
}

// site is a root with a sibling whose name starts the same way.
func site(t *testing.T) string {
	base := t.TempDir()
	write(t, base,
		"repo/cache/store.go", "package cache\n",
		"repo/cache/Index.go", "package cache\n",
		"repo/cache/store_test.go", "package cache\n",
		"repo/cache/_old.go", "x", "repo/cache/.hidden.go", "x", "repo/cache/doc.md", "x",
		"repo/cache/sub/a.go", "package sub\n", "repo/cache/testdata/a.go", "x", "repo/cache/.git/a.go", "x",
		"repo-evil/secret.go", "package secret\n",
		"secret.go", "package secret\n",
	)
	return filepath.Join(base, "repo")
}

func TestTree(t *testing.T) {
	tree, err := OpenDir(site(t), "./cache/")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if tree.Dir() != "cache" || tree.Path("sub/a.go") != "cache/sub/a.go" {
		t.Errorf("Dir %q, Path %q", tree.Dir(), tree.Path("sub/a.go"))
	}
	src, err := tree.ReadFile("store.go")
	if err != nil || string(src) != "package cache\n" {
		t.Errorf("ReadFile: %q, %v", src, err)
	}
	if files, err := tree.GoFiles(""); err != nil || !slices.Equal(files, []string{"Index.go", "store.go", "store_test.go"}) {
		t.Errorf("GoFiles: %v, %v", files, err)
	}
	if files, err := tree.GoFiles("sub"); err != nil || !slices.Equal(files, []string{"sub/a.go"}) {
		t.Errorf("GoFiles: %v, %v", files, err)
	}
	if dirs, err := tree.Dirs("."); err != nil || !slices.Equal(dirs, []string{"sub", "testdata"}) {
		t.Errorf("Dirs: %v, %v", dirs, err)
	}
	for name, want := range map[string]bool{"sub": true, "": true, "store.go": false} {
		if got, err := tree.IsDir(name); err != nil || got != want {
			t.Errorf("IsDir(%q) = %v, %v", name, got, err)
		}
	}
}

func TestTreeRefuses(t *testing.T) {
	root := site(t)
	link(t, filepath.Join(root, "..", "secret.go"), filepath.Join(root, "cache", "out.go"))
	link(t, "../../repo-evil", filepath.Join(root, "cache", "outdir"))
	link(t, "store.go", filepath.Join(root, "cache", "in.go"))
	link(t, "nowhere.go", filepath.Join(root, "cache", "dangling.go"))
	tree, err := OpenDir(root, "cache")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for _, c := range []struct {
		name string
		is   error
		text string
	}{
		{"/etc/passwd", ErrOutside, `"/etc/passwd": an absolute path leads outside the root`},
		{root + "/cache/store.go", ErrOutside, "an absolute path"},
		{"../store.go", ErrOutside, `"../store.go": .. leads outside the root`},
		{"sub/../store.go", ErrOutside, ".. leads outside"},
		{"../../repo-evil/secret.go", ErrOutside, ".. leads outside"},
		{`C:\x.go`, ErrOutside, "absolute"},
		{`C:x.go`, ErrOutside, "absolute"},
		{`sub\a.go`, ErrOutside, "forward slashes"},
		{"a\x00b", ErrOutside, "zero byte"},
		{"out.go", ErrOutside, "cache/out.go: a symbolic link leads outside the root"},
		{"outdir/secret.go", ErrOutside, "a symbolic link leads outside the root"},
		{"Store.go", fs.ErrNotExist, "cache/Store.go: file does not exist (did you mean cache/store.go?)"},
		{"Sub/a.go", fs.ErrNotExist, "cache/Sub: file does not exist (did you mean cache/sub?)"},
		{"none.go", fs.ErrNotExist, "cache/none.go: file does not exist"},
		{"dangling.go", fs.ErrNotExist, "cache/dangling.go: file does not exist"},
		{"store.go/x", nil, "cache/store.go: not a directory"},
		{"sub", nil, "cache/sub: is a folder, not a file"},
	} {
		_, err := tree.ReadFile(c.name)
		if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("ReadFile(%q): %v\nwant %v, %q", c.name, err, c.is, c.text)
		}
		if err != nil && strings.Contains(err.Error(), root) && !strings.HasPrefix(c.name, root) {
			t.Errorf("%v: names the host's folder", err)
		}
	}
	if _, err := tree.ReadFile("in.go"); err != nil {
		t.Errorf("a link that stays inside: %v", err)
	}
	files, err := tree.GoFiles("")
	if err != nil || slices.Contains(files, "out.go") || slices.Contains(files, "dangling.go") || !slices.Contains(files, "in.go") {
		t.Errorf("GoFiles: %v, %v", files, err)
	}
	for _, dir := range []string{"..", "../repo-evil", "Cache", "cache/store.go", "cache/outdir", root} {
		if tree, err := OpenDir(root, dir); err == nil {
			t.Errorf("OpenDir(%q) gives %s", dir, tree.Dir())
		}
	}
}

func TestTreeSizes(t *testing.T) {
	root := t.TempDir()
	write(t, root, "fits.go", strings.Repeat("x", maxFile), "large.go", strings.Repeat("x", maxFile+1))
	tree, err := OpenDir(root, "")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if src, err := tree.ReadFile("fits.go"); err != nil || len(src) != maxFile {
		t.Errorf("%d bytes, %v", len(src), err)
	}
	if _, err := tree.ReadFile("large.go"); !errors.Is(err, ErrTooLarge) || err.Error() != "large.go: file is too large: the limit is 8 MiB" {
		t.Error(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := (&Tree{root: tree.root, dir: "."}).ReadFile("/dev/zero"); !errors.Is(err, ErrOutside) {
			t.Error(err)
		}
	}
}

func TestLicense(t *testing.T) {
	mit := "Permission is hereby granted, free of charge, to any\nperson obtaining a copy of"
	bsd := "Redistribution and use in source and binary forms, with or without\n// modification, are permitted provided"
	for text, want := range map[string]string{
		mit: "MIT",
		"Apache License\n    Version 2.0, January 2004": "Apache-2.0",
		"Mozilla Public License Version 2.0\n====":      "MPL-2.0",
		bsd:                                    "BSD-2-Clause",
		bsd + "\n * Neither the name of X nor": "BSD-3-Clause",
		bsd + " All advertising materials mentioning features":                   "",
		"This is free and unencumbered software released into the public domain": "Unlicense",
		"Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby " +
			"granted, provided that the above copyright notice": "ISC",
		"All rights reserved.": "",
	} {
		root := t.TempDir()
		write(t, root, "LICENSE", text)
		tree, err := OpenDir(root, ".")
		if err != nil {
			t.Fatal(err)
		}
		if got := License(tree); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		tree.Close()
	}
	own, err := OpenDir("../..", ".")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if got := License(own); got != "MIT" {
		t.Errorf("our own licence: %q", got)
	}
	if sub, err := OpenDir("../..", "codeextract"); err != nil || License(sub) != "" {
		t.Errorf("a folder without licence: %v", err)
	}
}
