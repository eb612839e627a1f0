package gotypes

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// listed is a package as `go list` describes it (go help list).
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	ImportMap  map[string]string // import in source → ImportPath, where they differ: vendored packages of Go's own
	Standard   bool
	DepOnly    bool
	Module     *listedModule
	Error      *struct{ Err string }
}

type listedModule struct {
	Path, Version, Dir, GoVersion string
	Main                          bool
	Replace                       *listedModule
}

// goList asks the go command which files the packages and everything they import consist of, imports first. It starts
// one subprocess, which compiles nothing and may download modules.
func goList(ctx context.Context, q Query) ([]*listed, error) {
	mod := "-mod=readonly" // a vendor folder has no versions
	if q.Update {
		mod = "-mod=mod"
	}
	args := append([]string{"list", "-e", "-deps", mod,
		"-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,DepOnly,Module,Error", "--"}, q.Paths...)
	name := q.Go
	if name == "" {
		name = "go"
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = q.Dir
	cmd.Env = append(without(q.Env, "GOFLAGS", "GOWORK", "GO111MODULE", "GOOS", "GOARCH", "CGO_ENABLED", "GOTOOLCHAIN", "PWD"),
		"GOFLAGS=", "GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local", "GOOS="+q.GOOS, "GOARCH="+q.GOARCH, "CGO_ENABLED=1", "PWD="+q.Dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return nil, fmt.Errorf("go list: %s", text)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []*listed
	dec := json.NewDecoder(&stdout)
	for {
		p := &listed{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		list = append(list, p)
	}
}

// files gives the absolute names of a package's Go files.
func (p *listed) files() []string {
	var names []string
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		names = append(names, filepath.Join(p.Dir, name))
	}
	slices.Sort(names)
	return names
}

// without leaves the named variables out of an environment.
func without(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}
