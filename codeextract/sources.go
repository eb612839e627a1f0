package codeextract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	goversion "go/version"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// place is where a header says its code comes from, the page's defaults applied.
type place struct {
	src   string // as the author wrote it
	at    string // another version than the source's own, "" for that
	build string // GOOS/GOARCH
}

// sources opens what SRC names, each thing once a run. It is not for concurrent use.
type sources struct {
	site     *Site
	modules  *source.Modules
	own      *source.Tree // the repository
	trees    map[string]*moduleTree
	origins  map[string]*origin
	lost     map[string]*problem.Problem // why there is no origin
	folders  map[string][]string
	files    map[fileKey]*rawFile
	asked    map[string]bool // folders and files of the repository that were asked for, absolute
	head     *source.Head
	headRead bool

	parsed      []*gosource.File // whose syntax is in memory
	parsedBytes int
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
		trees:   map[string]*moduleTree{}, origins: map[string]*origin{}, lost: map[string]*problem.Problem{},
		folders: map[string][]string{}, files: map[fileKey]*rawFile{}, asked: map[string]bool{},
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
func (c *sources) locate(ctx context.Context, pos problem.Position, at place) (*origin, *problem.Problem) {
	key := at.src + "@" + at.at
	if o := c.origins[key]; o != nil {
		return o, nil
	}
	if lost := c.lost[key]; lost != nil {
		again := *lost
		again.Pos = pos
		return nil, &again
	}
	o, p := c.locateNew(ctx, pos, at)
	if p == nil && at.at != "" && o.module == "" {
		p = &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: fmt.Sprintf("%s is code of this repository: only modules have other versions", at.src)}
	}
	if p == nil {
		c.origins[key] = o
	} else {
		c.lost[key] = p
	}
	return o, p
}

func (c *sources) locateNew(ctx context.Context, pos problem.Position, at place) (*origin, *problem.Problem) {
	alias, sub, _ := strings.Cut(at.src, "/")
	if cfg := c.site.config.Sources[alias]; cfg != nil && alias != "." {
		return c.locateAlias(ctx, pos, cfg, sub, at.at)
	}
	if rest, ok := strings.CutPrefix(at.src, "./"); ok {
		return c.locateOwn(ctx, pos, &sourceConfig{}, rest)
	}
	if o, p := c.locateImport(ctx, pos, at); o != nil || p != nil {
		return o, p
	}
	o, p := c.locateOwn(ctx, pos, &sourceConfig{}, at.src)
	if p != nil && p.Kind == problem.Missing {
		p.Message = fmt.Sprintf("source %q is no name in %s, no module in go.mod and no path in the repository", at.src, ConfigName)
		if names := c.site.config.aliases(); len(names) > 0 {
			p.Fix = "names: " + strings.Join(names, ", ")
		}
		if src, sym, ok := strings.Cut(at.src, "#"); ok {
			p.Fix = fmt.Sprintf("write src=%q sym=%q", src, sym)
		}
	}
	return o, p
}

// locateImport finds an import path: of go.mod's modules, or of Go's own where a std source says which version that is.
// Both results are nil where it is none.
func (c *sources) locateImport(ctx context.Context, pos problem.Position, at place) (*origin, *problem.Problem) {
	first, _, _ := strings.Cut(at.src, "/")
	if !strings.Contains(first, ".") {
		for _, alias := range c.site.config.aliases() {
			if cfg := c.site.config.Sources[alias]; cfg.Std != "" {
				if o, p := c.locateStd(ctx, pos, cfg, at.src, at.at); p == nil {
					return o, nil
				}
			}
		}
		return nil, nil
	}
	gomod, err := c.goMod()
	if err != nil {
		return nil, nil
	}
	modulePath, dir, main, err := source.ModuleOf(gomod, at.src)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadConfig, Message: err.Error()}
	case main:
		return c.locateOwn(ctx, pos, &sourceConfig{}, path.Join(c.site.rel(filepath.Dir(gomod)), dir))
	}
	return c.locateModule(ctx, pos, &sourceConfig{Module: modulePath}, dir, at.at)
}

func (c *sources) locateAlias(ctx context.Context, pos problem.Position, cfg *sourceConfig, sub, version string) (*origin, *problem.Problem) {
	if sub != "" && !filepath.IsLocal(filepath.FromSlash(sub)) {
		return nil, &problem.Problem{Pos: pos, Kind: problem.OutsideRoot, Message: fmt.Sprintf("%q leads outside its source", sub)}
	}
	switch {
	case cfg.Module != "":
		return c.locateModule(ctx, pos, cfg, sub, version)
	case cfg.Std != "":
		return c.locateStd(ctx, pos, cfg, sub, version)
	}
	o, p := c.locateOwn(ctx, pos, cfg, path.Join(cfg.Dir, sub))
	if p != nil && p.Kind == problem.Missing {
		p.Fix = cmp.Or(p.Fix, c.fromRoot(cfg.Dir))
	}
	if p == nil && cfg.Mirrors != "" {
		if o.mirror, p = c.locate(ctx, pos, place{src: path.Join(cfg.Mirrors, sub)}); p != nil {
			// What ours mirrors may be out of reach, or lack this sub-folder; our own code is still worth showing.
			o.mirror, p = nil, nil
		}
	}
	return o, p
}

// fromRoot says what a folder of a site in a subfolder is relative to, and how to write it where it was taken for the site's; ""
// where the site is at the top.
func (c *sources) fromRoot(dir string) string {
	site := c.site.rel(c.site.dir)
	if site == "." {
		return ""
	}
	hint := "dir is relative to the repository's root, not to " + ConfigName
	here := path.Join(site, dir)
	if _, err := os.Stat(filepath.Join(c.site.root, filepath.FromSlash(here))); err == nil {
		hint += fmt.Sprintf(": write dir = %q", here)
	}
	return hint
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
	if local := filepath.FromSlash(name); filepath.IsLocal(local) {
		c.asked[filepath.Join(c.site.root, local)] = true
	}
	o := &origin{tree: c.own, config: cfg, head: func() *source.Head { return c.lastCommit(ctx) }}
	if p := o.enter(pos, name); p != nil {
		return nil, p
	}
	o.setImportPath()
	return o, nil
}

// locateModule opens a folder or file of a module, at the version given, else the one that the configuration or go.mod pins.
func (c *sources) locateModule(ctx context.Context, pos problem.Position, cfg *sourceConfig, name, version string) (*origin, *problem.Problem) {
	if version != "" && !semver.IsValid(version) {
		p := &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: fmt.Sprintf("%q is no version of a module, such as v1.2.3", version)}
		if semver.IsValid("v" + version) {
			p.Fix = "v" + version
		}
		return nil, p
	}
	if version == "" {
		version = cfg.Version
	}
	if version == "" {
		v, p := c.pinned(pos, cfg.Module)
		if p != nil {
			return nil, p
		}
		version = v
	}
	m, err := c.openModule(ctx, cfg.Module, version)
	if err != nil {
		return nil, fileProblem(pos, cfg.Module+"@"+version, err)
	}
	o := &origin{tree: m.tree, config: cfg, license: m.license, module: cfg.Module, version: version, sum: m.module.Sum}
	return o, o.enter(pos, name)
}

// pinned is the version of a module that go.mod requires.
func (c *sources) pinned(pos problem.Position, modulePath string) (string, *problem.Problem) {
	if v := c.site.pins[modulePath]; v != "" {
		return v, nil
	}
	gomod, err := c.goMod()
	if err != nil {
		return "", &problem.Problem{Pos: pos, Kind: problem.BadConfig,
			Message: fmt.Sprintf("no go.mod above %s to take the version of %s from; give version = \"v…\" there", ConfigName, modulePath)}
	}
	v, replaced, err := source.GoModVersion(gomod, modulePath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &problem.Problem{Pos: pos, Kind: problem.BadConfig,
			Message: fmt.Sprintf("%s does not require %s", c.site.rel(gomod), modulePath),
			Fix:     fmt.Sprintf("require it there, or give the source a version in %s", ConfigName)}
	case err != nil:
		return "", &problem.Problem{Pos: pos, Kind: problem.BadConfig, Message: err.Error()}
	case replaced != "":
		return "", &problem.Problem{Pos: pos, Kind: problem.Replaced,
			Message: fmt.Sprintf("%s replaces %s by %s, so its code is not %s", c.site.rel(gomod), modulePath, replaced, v),
			Fix:     "pin the version in " + ConfigName + `, version = "` + v + `"`}
	}
	return v, nil
}

// stdModule is what locks and line keys call Go's own source, which is in no module of its own.
const stdModule = "std"

// locateStd opens a package folder or file of Go's own source.
func (c *sources) locateStd(ctx context.Context, pos problem.Position, cfg *sourceConfig, name, version string) (*origin, *problem.Problem) {
	if version == "" {
		version = cfg.Std
	}
	if !goversion.IsValid(version) {
		return nil, &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: fmt.Sprintf("%q is no version of Go, such as go1.26.8", version)}
	}
	m, err := c.openModule(ctx, stdModule, version)
	if err != nil {
		return nil, fileProblem(pos, version, err)
	}
	o := &origin{tree: m.tree, config: cfg, license: m.license, module: stdModule, version: version}
	return o, o.enter(pos, name)
}

func (c *sources) openModule(ctx context.Context, modulePath, version string) (*moduleTree, error) {
	key := modulePath + "@" + version
	if m := c.trees[key]; m != nil {
		return m, nil
	}
	resolve, dir := c.modules.Resolve, "."
	if modulePath == stdModule {
		resolve = func(ctx context.Context, _, version string) (*source.Module, error) {
			return c.modules.Std(ctx, version)
		}
		dir = "src"
	}
	_ = makeIgnored(c.modules.Cache) // git status is no reason not to read code
	mod, err := resolve(ctx, modulePath, version)
	if err != nil {
		return nil, err
	}
	tree, err := source.OpenDir(mod.Dir, dir)
	if err != nil {
		return nil, err
	}
	m := &moduleTree{tree: tree, module: mod, license: source.License(tree)}
	if modulePath == stdModule {
		m.license = "BSD-3-Clause" // beside src, not in it
	}
	c.trees[key] = m
	return m, nil
}

// watched gives what the run depended on beside pages and srcblog.toml, as a Report's Sources, sorted.
func (c *sources) watched() []string {
	c.asked[filepath.Join(c.site.dir, LockName)] = true
	if gomod, err := c.goMod(); err == nil {
		c.asked[gomod] = true
	}
	return slices.Sorted(maps.Keys(c.asked))
}

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
		_ = makeIgnored(c.modules.Cache)
		if head, err := source.ReadHead(ctx, c.site.root, c.modules.Cache, c.site.env); err == nil {
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
		if _, hint, ok := strings.Cut(err.Error(), " (did you mean "); ok {
			p.Message += " (did you mean " + hint
		}
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, context.Canceled):
		p.Kind = problem.Unavailable
	}
	return p
}
