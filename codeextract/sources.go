package codeextract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// The build context that decides which of several files is meant, where a symbol stands in more than one: fixed, never
// the host's, so that a page says the same wherever it is built.
const (
	buildOS   = "linux"
	buildArch = "amd64"
)

// sources opens what SRC names, each thing once a run. It is not for concurrent use.
type sources struct {
	site     *Site
	modules  *source.Modules
	own      *source.Tree // the repository
	trees    map[string]*moduleTree
	origins  map[string]*origin
	packages map[string]*gosource.Package
	texts    map[string]*textFile
	head     *source.Head
	headRead bool
}

// moduleTree is a module that was opened.
type moduleTree struct {
	tree    *source.Tree
	module  *source.Module
	license string
}

func newSources(s *Site) *sources {
	return &sources{
		site:    s,
		modules: &source.Modules{Cache: filepath.Join(s.dir, cacheDir), Env: s.env},
		trees:   map[string]*moduleTree{}, origins: map[string]*origin{},
		packages: map[string]*gosource.Package{}, texts: map[string]*textFile{},
	}
}

// close lets go of the folders.
func (c *sources) close() {
	if c.own != nil {
		c.own.Close()
	}
	for _, t := range c.trees {
		t.tree.Close()
	}
}

// locate finds what SRC names: an alias, else an import path, else a path below the repository's root.
func (c *sources) locate(ctx context.Context, pos problem.Position, src string) (*origin, *problem.Problem) {
	if o := c.origins[src]; o != nil {
		return o, nil
	}
	o, p := c.locateNew(ctx, pos, src)
	if p == nil {
		c.origins[src] = o
	}
	return o, p
}

func (c *sources) locateNew(ctx context.Context, pos problem.Position, src string) (*origin, *problem.Problem) {
	alias, sub, _ := strings.Cut(src, "/")
	if cfg := c.site.config.Sources[alias]; cfg != nil && alias != "." {
		return c.locateAlias(ctx, pos, cfg, sub)
	}
	if rest, ok := strings.CutPrefix(src, "./"); ok {
		return c.locateOwn(ctx, pos, &sourceConfig{}, rest)
	}
	if gomod, err := c.goMod(); err == nil && strings.Contains(alias, ".") {
		modulePath, dir, main, err := source.ModuleOf(gomod, src)
		switch {
		case err == nil && main:
			return c.locateOwn(ctx, pos, &sourceConfig{}, path.Join(c.site.rel(filepath.Dir(gomod)), dir))
		case err == nil:
			return c.locateModule(ctx, pos, &sourceConfig{Module: modulePath}, dir)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, &problem.Problem{Pos: pos, Kind: problem.BadConfig, Message: err.Error()}
		}
	}
	o, p := c.locateOwn(ctx, pos, &sourceConfig{}, src)
	if p != nil && p.Kind == problem.Missing {
		p.Message = fmt.Sprintf("source %q is no name in %s, no module in go.mod and no path in the repository", src, ConfigName)
		if names := c.site.config.aliases(); len(names) > 0 {
			p.Fix = "names: " + strings.Join(names, ", ")
		}
	}
	return o, p
}

func (c *sources) locateAlias(ctx context.Context, pos problem.Position, cfg *sourceConfig, sub string) (*origin, *problem.Problem) {
	if cfg.Module != "" {
		return c.locateModule(ctx, pos, cfg, sub)
	}
	if sub != "" && !filepath.IsLocal(filepath.FromSlash(sub)) {
		return nil, &problem.Problem{Pos: pos, Kind: problem.OutsideRoot, Message: fmt.Sprintf("%q leads outside its source", sub)}
	}
	o, p := c.locateOwn(ctx, pos, cfg, path.Join(cfg.Dir, sub))
	if p == nil && cfg.Mirrors != "" {
		if o.mirror, p = c.locate(ctx, pos, path.Join(cfg.Mirrors, sub)); p != nil {
			// What ours mirrors may be out of reach, or lack this sub-folder; our own code is still worth showing.
			o.mirror, p = nil, nil
		}
	}
	return o, p
}

// locateOwn opens a folder or file of the repository.
func (c *sources) locateOwn(ctx context.Context, pos problem.Position, cfg *sourceConfig, name string) (*origin, *problem.Problem) {
	if c.own == nil {
		tree, err := source.OpenDir(c.site.root, ".")
		if err != nil {
			return nil, fileProblem(pos, "the repository's root", err)
		}
		c.own = tree
	}
	o := &origin{tree: c.own, config: cfg, head: func() *source.Head { return c.lastCommit(ctx) }}
	if gomod, err := c.goMod(); err == nil {
		o.importAt = ownImportPath(c.site.root, gomod)
	}
	return o, o.enter(pos, name)
}

// ownImportPath is the import path that the repository's root has, "" where its go.mod is not at the root.
func ownImportPath(root, gomod string) string {
	if filepath.Dir(gomod) != root {
		return ""
	}
	modulePath, err := source.ModulePath(gomod)
	if err != nil {
		return ""
	}
	return modulePath
}

// locateModule opens a folder or file of a module, at the version that the configuration or go.mod pins.
func (c *sources) locateModule(ctx context.Context, pos problem.Position, cfg *sourceConfig, name string) (*origin, *problem.Problem) {
	version := cfg.Version
	if version == "" {
		gomod, err := c.goMod()
		if err != nil {
			return nil, &problem.Problem{Pos: pos, Kind: problem.BadConfig,
				Message: fmt.Sprintf("no go.mod above %s to take the version of %s from; give version = \"v…\" there", ConfigName, cfg.Module)}
		}
		v, replaced, err := source.GoModVersion(gomod, cfg.Module)
		switch {
		case err != nil:
			return nil, &problem.Problem{Pos: pos, Kind: problem.BadConfig, Message: err.Error(),
				Fix: fmt.Sprintf("require it in %s, or give the source a version in %s", c.site.rel(gomod), ConfigName)}
		case replaced != "":
			return nil, &problem.Problem{Pos: pos, Kind: problem.Replaced,
				Message: fmt.Sprintf("%s replaces %s by %s, so its code is not %s", c.site.rel(gomod), cfg.Module, replaced, v),
				Fix:     "pin the version in " + ConfigName + `, version = "` + v + `"`}
		}
		version = v
	}
	m, err := c.openModule(ctx, cfg.Module, version)
	if err != nil {
		return nil, fileProblem(pos, cfg.Module+"@"+version, err)
	}
	o := &origin{tree: m.tree, config: cfg, importAt: cfg.Module, license: m.license,
		module: cfg.Module, version: version, sum: m.module.Sum}
	return o, o.enter(pos, name)
}

func (c *sources) openModule(ctx context.Context, modulePath, version string) (*moduleTree, error) {
	key := modulePath + "@" + version
	if m := c.trees[key]; m != nil {
		return m, nil
	}
	mod, err := c.modules.Resolve(ctx, modulePath, version)
	if err != nil {
		return nil, err
	}
	tree, err := source.OpenDir(mod.Dir, ".")
	if err != nil {
		return nil, err
	}
	m := &moduleTree{tree: tree, module: mod, license: source.License(tree)}
	c.trees[key] = m
	return m, nil
}

// goMod is the go.mod that pins modules: the configured one, else the nearest above the site.
func (c *sources) goMod() (string, error) {
	if c.site.config.GoMod != "" {
		return filepath.Join(c.site.dir, filepath.FromSlash(c.site.config.GoMod)), nil
	}
	return source.FindGoMod(c.site.dir)
}

// lastCommit is HEAD, nil where there is none: then our own code has no permalinks.
func (c *sources) lastCommit(ctx context.Context) *source.Head {
	if !c.headRead {
		c.headRead = true
		if head, err := source.ReadHead(ctx, c.site.root, c.site.env); err == nil {
			c.head = head
		}
	}
	return c.head
}

// oldFile is a file's text at the last review: from the module cache or the proxy, or from git by its blob id.
func (c *sources) oldFile(ctx context.Context, old *lockfile.Part) ([]byte, error) {
	if old.Module != "" {
		m, err := c.openModule(ctx, old.Module, old.Version)
		if err != nil {
			return nil, err
		}
		return m.tree.ReadFile(old.File)
	}
	return source.ReadBlob(ctx, c.site.root, c.site.env, old.Blob)
}

// fileProblem turns an error of opening or reading into what the author is told.
func fileProblem(pos problem.Position, what string, err error) *problem.Problem {
	p := &problem.Problem{Pos: pos, Kind: problem.Missing, Message: fmt.Sprintf("%s: %v", what, err)}
	var gone *source.Unavailable
	switch {
	case errors.As(err, &gone):
		p.Kind, p.Message = problem.Unavailable, gone.Error()
	case errors.Is(err, source.ErrOutside):
		p.Kind = problem.OutsideRoot
	case errors.Is(err, fs.ErrNotExist):
		p.Message = what + " is not there"
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, context.Canceled):
		p.Kind = problem.Unavailable
	}
	return p
}
