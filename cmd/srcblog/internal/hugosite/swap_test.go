package hugosite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Every moment at which a swap can die, as files below the parent folder, and what must stand there after the next
// build has begun.
func TestRecover(t *testing.T) {
	old := map[string]string{"index.html": "old", ".git/HEAD": "ref"}
	fresh := map[string]string{"index.html": "new"}
	for _, test := range []struct {
		name           string
		dest, new, old map[string]string
		kept           string
		want           map[string]string
	}{
		{"while rendering", old, map[string]string{"index.html": "half", ".x/y": "half"}, nil, "", old},
		{"before the exchange", old, fresh, nil, ".git", old},
		{"after the exchange", fresh, old, nil, ".git", map[string]string{"index.html": "new", ".git/HEAD": "ref"}},
		{"between the two renames", nil, fresh, old, ".git", old},
		{"after the two renames", fresh, nil, old, ".git", map[string]string{"index.html": "new", ".git/HEAD": "ref"}},
		{"first build, while rendering", nil, fresh, nil, "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			parent := t.TempDir()
			place := func(dir string, files map[string]string) {
				for name, text := range files {
					write(t, filepath.Join(parent, dir), name, text)
				}
			}
			place("public", test.dest)
			place(".public-build/new", test.new)
			place(".public-build/old", test.old)
			if test.kept != "" {
				write(t, parent, ".public-build/kept", test.kept)
			}
			w, err := openWork(filepath.Join(parent, "public"))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.close(); err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			err = fs.WalkDir(os.DirFS(parent), ".", func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					got[path] = read(t, parent, path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range test.want {
				if got[filepath.Join("public", name)] != text {
					t.Errorf("%s: got %q, want %q", name, got[filepath.Join("public", name)], text)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("files are %v, want %v below public", got, test.want)
			}
		})
	}
}

func TestSwapWithTwoRenames(t *testing.T) {
	parent := t.TempDir()
	write(t, parent, "public/index.html", "old")
	w, err := openWork(filepath.Join(parent, "public"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.fresh(), "index.html", "new")
	if err := w.twoRenames(); err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, parent, "public/index.html"); got != "new" {
		t.Errorf("got %q", got)
	}
}

// A second build must wait for the first, even where the first removes the folder that holds the lock.
func TestWorkIsHeldByOne(t *testing.T) {
	dest := filepath.Join(t.TempDir(), "public")
	first, err := openWork(dest)
	if err != nil {
		t.Fatal(err)
	}
	write(t, first.fresh(), "index.html", "mine")
	opened := make(chan error)
	go func() {
		second, err := openWork(dest)
		if err == nil {
			err = second.close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("a second build got in: %v", err)
	default:
	}
	if got := read(t, first.fresh(), "index.html"); got != "mine" {
		t.Errorf("a second build touched the first one's files: %q", got)
	}
	if err := first.close(); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(first.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("work folder left behind: %v", err)
	}
}
