package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"
)

// Modules finds modules in Go's module cache, and downloads them into it. It has no state of its own: several
// goroutines may use it at once.
type Modules struct {
	Go    string   // the go command; "" means go, looked up in the process's PATH
	Cache string   // folder for what was found, such as .srcblog; made when needed, done without where it can't be
	Env   []string // the environment of the go command, such as os.Environ()
}

// Module is a module at a version, unpacked.
type Module struct {
	Path    string
	Version string
	Sum     string // h1: hash of its files, as go.sum has it
	Dir     string // absolute folder with its files
	Zip     string // the archive it was unpacked from
}

// Unavailable says that a module can't be had: there is no such version, no network, no go command.
type Unavailable struct {
	Path, Version string
	Reason        string // in the go command's words
}

func (u *Unavailable) Error() string {
	return fmt.Sprintf("module %s@%s is not available: %s", u.Path, u.Version, u.Reason)
}

// Resolve gives a module's folder. What it found once it finds again without a subprocess, as long as the folder is
// there and the module cache still vouches for the same sum; else it runs `go mod download`, which may use the network.
// An error is an *Unavailable, or wraps one, unless ctx ended.
func (m *Modules) Resolve(ctx context.Context, path, version string) (*Module, error) {
	if err := module.Check(path, version); err != nil {
		return nil, &Unavailable{path, version, err.Error()}
	}
	file, err := m.cacheFile(path, version)
	if err != nil {
		return nil, &Unavailable{path, version, err.Error()}
	}
	if mod := readCached(file); mod != nil && mod.Path == path && mod.Version == version {
		return mod, nil
	}
	mod, err := m.download(ctx, path, version)
	if err != nil {
		return nil, err
	}
	_ = writeCached(file, mod) // a folder that can't be written to makes the next run slower, no more
	return mod, nil
}

func (m *Modules) cacheFile(path, version string) (string, error) {
	escaped, err := module.EscapePath(path)
	if err != nil {
		return "", err
	}
	v, err := module.EscapeVersion(version)
	if err != nil {
		return "", err
	}
	return filepath.Join(m.Cache, "modules", filepath.FromSlash(escaped)+"@"+v+".json"), nil
}

// readCached gives a former finding if it still holds, else nil.
func readCached(file string) *Module {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var mod Module
	if json.Unmarshal(src, &mod) != nil || mod.Dir == "" || mod.Sum == "" {
		return nil
	}
	if info, err := os.Stat(mod.Dir); err != nil || !info.IsDir() {
		return nil
	}
	// The go command keeps the sum it verified beside the archive.
	sum, err := os.ReadFile(strings.TrimSuffix(mod.Zip, ".zip") + ".ziphash")
	if err != nil || strings.TrimSpace(string(sum)) != mod.Sum {
		return nil
	}
	return &mod
}

// writeCached writes a finding at once or not at all, since other processes may read it meanwhile.
func writeCached(file string, found any) error {
	src, err := json.MarshalIndent(found, "", "\t")
	if err != nil {
		return fmt.Errorf("remember %s: %w", filepath.Base(file), err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return fmt.Errorf("remember %s: %w", filepath.Base(file), err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".module-*")
	if err != nil {
		return fmt.Errorf("remember %s: %w", filepath.Base(file), err)
	}
	_, err = tmp.Write(append(src, '\n'))
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("remember %s: %w", filepath.Base(file), errors.Join(err, os.Remove(tmp.Name())))
	}
	return nil
}

// run runs the go command in an empty folder, because inside a module a replace directive, a vendor folder or a workspace
// would answer for the module asked for.
func (m *Modules) run(ctx context.Context, args ...string) (stdout []byte, stderr string, err error) {
	dir, err := os.MkdirTemp("", "srcblog-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	name := m.Go
	if name == "" {
		name = "go"
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = without(m.Env, "GOFLAGS", "GOWORK", "GO111MODULE", "GOTOOLCHAIN", "PWD")
	cmd.Env = append(cmd.Env, "GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local", "PWD="+dir)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err = cmd.Run()
	return out.Bytes(), complaint.String(), err
}

// download asks the go command.
func (m *Modules) download(ctx context.Context, path, version string) (*Module, error) {
	stdout, stderr, runErr := m.run(ctx, "mod", "download", "-json", path+"@"+version)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var answer struct {
		Module
		Error string
	}
	jsonErr := json.Unmarshal(stdout, &answer)
	switch {
	case answer.Error != "":
		return nil, &Unavailable{path, version, strings.TrimSpace(answer.Error)}
	case runErr != nil:
		return nil, &Unavailable{path, version, reason(stderr, runErr)}
	case jsonErr != nil || answer.Dir == "" || answer.Sum == "":
		return nil, &Unavailable{path, version, "go mod download gave no folder"}
	}
	return &answer.Module, nil
}

// reason is what a command complained of, or how it failed where it said nothing.
func reason(stderr string, err error) string {
	if s := strings.TrimSpace(stderr); s != "" {
		return s
	}
	return err.Error()
}

// without leaves the named variables out of an environment.
func without(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}
