package source

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// proxy writes a module proxy of files with one module, and gives an environment that knows nothing else.
func proxy(t *testing.T) (env []string, modcache string) {
	dir := t.TempDir()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for name, text := range map[string]string{
		"go.mod":    "module example.com/Mod\n",
		"mod.go":    "package mod\n",
		"sub/a.go":  "package sub\n",
		"LICENSE":   "Apache License\nVersion 2.0, January 2004\n",
		"README.md": "x\n",
	} {
		w, err := z.Create("example.com/Mod@v1.2.3/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir,
		"example.com/!mod/@v/list", "v1.2.3\n",
		"example.com/!mod/@v/v1.2.3.info", `{"Version":"v1.2.3"}`,
		"example.com/!mod/@v/v1.2.3.mod", "module example.com/Mod\n",
		"example.com/!mod/@v/v1.2.3.zip", archive.String())
	modcache = filepath.Join(t.TempDir(), "mod")
	t.Cleanup(func() { makeWritable(modcache) })
	env = without(os.Environ(), "GOPROXY", "GOMODCACHE", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GONOPROXY", "GOFLAGS", "GOENV")
	return append(env, "GOPROXY=file://"+filepath.ToSlash(dir), "GOMODCACHE="+modcache, "GOSUMDB=off", "GOENV=off",
		"GOFLAGS=-mod=vendor", "GOWORK=/nowhere/go.work"), modcache // both would mislead the go command
}

// makeWritable lets the test's cleanup remove what the go command wrote read-only.
func makeWritable(dir string) {
	_ = filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		if err == nil && info.IsDir() {
			return os.Chmod(name, 0o777)
		}
		return nil
	})
}

func TestModules(t *testing.T) {
	env, modcache := proxy(t)
	m := &Modules{Cache: filepath.Join(t.TempDir(), ".srcblog"), Env: env}
	mod, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(mod.Dir, modcache) || !strings.HasPrefix(mod.Sum, "h1:") || mod.Version != "v1.2.3" {
		t.Errorf("%+v", mod)
	}
	tree, err := OpenDir(mod.Dir, "sub")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if src, err := tree.ReadFile("a.go"); err != nil || string(src) != "package sub\n" {
		t.Errorf("%q, %v", src, err)
	}

	m.Go = filepath.Join(t.TempDir(), "no-go-here")
	again, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3")
	if err != nil || *again != *mod {
		t.Errorf("a second time, without a go command: %+v, %v", again, err)
	}
	hash := strings.TrimSuffix(mod.Zip, ".zip") + ".ziphash"
	write(t, filepath.Dir(hash), filepath.Base(hash), "h1:other")
	var gone *Unavailable
	if _, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3"); !errors.As(err, &gone) {
		t.Errorf("a module cache with another sum: %v", err)
	}
	write(t, filepath.Dir(hash), filepath.Base(hash), mod.Sum)
	makeWritable(mod.Dir)
	if err := os.RemoveAll(mod.Dir); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3"); !errors.As(err, &gone) {
		t.Errorf("a module cache without the module: %v", err)
	}
	m.Go = ""
	if fresh, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3"); err != nil || fresh.Dir != mod.Dir {
		t.Errorf("unpacked anew: %+v, %v", fresh, err)
	}
	write(t, m.Cache, "file", "")
	m.Cache = filepath.Join(m.Cache, "file")
	if same, err := m.Resolve(t.Context(), "example.com/Mod", "v1.2.3"); err != nil || same.Dir != mod.Dir {
		t.Errorf("where nothing can be kept: %+v, %v", same, err)
	}
}

func TestModulesUnavailable(t *testing.T) {
	env, _ := proxy(t)
	for _, c := range []struct {
		path, version, want string
		env                 []string
	}{
		{"example.com/Mod", "v9.9.9", "v9.9.9", nil},
		{"example.com/none", "v1.0.0", "example.com/none@v1.0.0", nil},
		{"example.com/Mod", "v1.2.3", "module lookup disabled by GOPROXY=off", []string{"GOPROXY=off"}},
		{"example.com/Mod", "latest", "not a semantic version", nil},
		{"example.com/Mod/v2", "v1.2.3", "version", nil},
		{"-flag", "v1.2.3", "leading dash", nil},
	} {
		m := &Modules{Cache: t.TempDir(), Env: append(env, c.env...)}
		_, err := m.Resolve(t.Context(), c.path, c.version)
		var gone *Unavailable
		if !errors.As(err, &gone) || gone.Path != c.path || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s@%s: %v", c.path, c.version, err)
		}
		if entries, _ := os.ReadDir(m.Cache); len(entries) > 0 {
			t.Errorf("%s@%s: a failure is remembered", c.path, c.version)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := &Modules{Cache: t.TempDir(), Env: env}
	if _, err := m.Resolve(ctx, "example.com/Mod", "v1.2.3"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestGoMod(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", `module example.com/site
go 1.26
require (
	example.com/a v1.0.0
	example.com/a/b v1.1.0 // indirect
	example.com/c v0.0.0-20260101000000-abcdefabcdef
)
replace example.com/a => ../a
replace example.com/a/b v1.1.0 => example.com/fork v1.2.0
replace example.com/c v1.9.0 => ../c
`, "sub/deep/x.go", "package x\n")
	gomod, err := FindGoMod(filepath.Join(dir, "sub", "deep"))
	if err != nil || gomod != filepath.Join(dir, "go.mod") {
		t.Fatal(gomod, err)
	}
	if path, err := ModulePath(gomod); err != nil || path != "example.com/site" {
		t.Errorf("ModulePath: %q, %v", path, err)
	}
	for path, want := range map[string]string{
		"example.com/a":    "v1.0.0 ../a <nil>",
		"example.com/a/b":  "v1.1.0 example.com/fork@v1.2.0 <nil>",
		"example.com/c":    "v0.0.0-20260101000000-abcdefabcdef  <nil>",
		"example.com/none": "  " + gomod + " does not require example.com/none: file does not exist",
	} {
		version, replaced, err := GoModVersion(gomod, path)
		got := version + " " + replaced + " <nil>"
		if err != nil {
			got = "  " + err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]string{
		"example.com/a":         "example.com/a .",
		"example.com/a/b/c":     "example.com/a/b c",
		"example.com/ab":        "",
		"example.com/site/x":    "example.com/site x main",
		"example.com/a/bc/d/go": "example.com/a bc/d/go",
	} {
		mod, dir, main, err := ModuleOf(gomod, path)
		got := strings.TrimSpace(mod + " " + dir)
		if main {
			got += " main"
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
}
