package codeextract

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
	"github.com/srcblog/srcblog/codeextract/source"
)

// typeLayer gives what go/types knows of the packages that code is taken from, each loaded once a run. Types are never in
// the way: what can't be had is left out, and Reason says why. It is not for concurrent use.
type typeLayer struct {
	sources *sources
	later   bool // take what is kept, even where it is a little old, and load nothing
	found   map[typeKey]*typed
	mains   map[string]string // by module path: the folder below the repository, of modules in it
	reason  string            // why the first of those that can't be had can't
	pending bool              // something is to be loaded that later left
	sums    map[string]string // digests of folders and go.mod files, by absolute name
	version *string           // of the go command; nil before it is asked for
	inputs  []string          // absolute files and folders that types in use came from and that may change
}

// typeKey names a package for a build context.
type typeKey struct {
	Module, Version, Sum string // "" for our own code
	Dir                  string // below the module's root, or the repository's
	Path                 string // import path
	Build                string // GOOS/GOARCH
}

// typed is a package with its types.
type typed struct {
	*gotypes.Package
	files map[fileKey]*gotypes.File
}

func newTypeLayer(c *sources, later bool) *typeLayer {
	return &typeLayer{sources: c, later: later, found: map[typeKey]*typed{}, mains: map[string]string{}, sums: map[string]string{}}
}

// typeKeyOf names the package that an origin's code belongs to. ok is false where it belongs to none.
func typeKeyOf(o *origin, build string) (key typeKey, ok bool) {
	key = typeKey{Module: o.module, Version: o.version, Sum: o.sum, Dir: o.dir, Path: o.importPath(), Build: build}
	return key, o.module != "" || o.pkgPath != ""
}

// load makes the types of packages known, those of all origins at once: packages of one go.mod share what they import.
func (t *typeLayer) load(ctx context.Context, wanted map[typeKey]*origin) {
	groups := map[string]*typeGroup{}
	for _, key := range sortedKeys(wanted) {
		if _, known := t.found[key]; known {
			continue
		}
		t.found[key] = nil
		g, err := t.group(ctx, key, wanted[key])
		if err != nil {
			t.fail(err)
			continue
		}
		pkg, fresh := t.kept(g, key)
		if !fresh && g.own && key.Module != "" { // the author's go.mod may not have served before either
			if again, still := t.kept(t.alone(key), key); still {
				g, pkg, fresh = t.alone(key), again, true
			}
		}
		if pkg != nil && (fresh || t.later) {
			t.found[key] = t.index(g, key, pkg)
		}
		switch {
		case pkg != nil && fresh:
		case t.later:
			t.pending = true
		case groups[g.id(key)] == nil:
			groups[g.id(key)] = g
			fallthrough
		default:
			groups[g.id(key)].keys = append(groups[g.id(key)].keys, key)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(groups)) {
		if ctx.Err() == nil {
			t.loadGroup(ctx, groups[id])
		}
	}
}

func sortedKeys(wanted map[typeKey]*origin) []typeKey {
	return slices.SortedFunc(maps.Keys(wanted), func(a, b typeKey) int {
		return strings.Compare(a.Build+a.Path+"@"+a.Version, b.Build+b.Path+"@"+b.Version)
	})
}

// fail notes why types can't be had: the first line of the first reason, since the rest follows from it.
func (t *typeLayer) fail(err error) {
	if t.reason == "" {
		t.reason, _, _ = strings.Cut(err.Error(), "\n")
	}
}

// typeGroup is packages that are loaded together.
type typeGroup struct {
	dir     string // absolute folder of the go.mod
	rel     string // the same below the repository, where it is in it
	own     bool   // go.mod is the author's, who may change it
	goroot  string // the distribution whose packages they are, "" for the go command's own
	require string // module@version that a go.mod of ours requires, where the author's does not
	keys    []typeKey
}

func (g *typeGroup) id(key typeKey) string { return key.Build + " " + g.dir + " " + g.goroot }

// group finds the go.mod that decides what a package imports: for our own code the nearest above, for a module the site's
// where that requires this very version, else one of ours that requires nothing else.
func (t *typeLayer) group(ctx context.Context, key typeKey, o *origin) (*typeGroup, error) {
	c := t.sources
	switch {
	case key.Module == "":
		return &typeGroup{dir: filepath.Join(c.site.root, filepath.FromSlash(o.modDir)), rel: o.modDir, own: true}, nil
	case key.Module == stdModule:
		m, err := c.openModule(ctx, stdModule, key.Version)
		if err != nil {
			return nil, err
		}
		return &typeGroup{dir: t.scratch(stdModule), goroot: m.module.Dir}, nil
	}
	gomod, err := c.goMod()
	if err == nil && c.site.pins[key.Module] == "" {
		if v, replaced, err := source.GoModVersion(gomod, key.Module); err == nil && v == key.Version && replaced == "" {
			dir := filepath.Dir(gomod)
			return &typeGroup{dir: dir, rel: c.site.rel(dir), own: true}, nil
		}
	}
	return t.alone(key), nil
}

// alone is the group of a module at a version by itself.
func (t *typeLayer) alone(key typeKey) *typeGroup {
	require := key.Module + "@" + key.Version
	return &typeGroup{dir: t.scratch(require), require: require}
}

// scratch is a folder of ours for a go.mod.
func (t *typeLayer) scratch(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(t.dir(), "gomod", hex.EncodeToString(sum[:8]))
}

func (t *typeLayer) dir() string { return filepath.Join(t.sources.modules.Cache, "types") }

// loadGroup asks go/types, and keeps what it says for the next run.
func (t *typeLayer) loadGroup(ctx context.Context, g *typeGroup) {
	if err := g.prepare(); err != nil {
		t.fail(err)
		return
	}
	var again []typeKey
	q := gotypes.Query{Go: t.sources.modules.Go, Dir: g.dir, Update: g.require != "", Env: t.sources.site.env}
	if g.goroot != "" {
		q.Env = append(slices.Clone(q.Env), "GOROOT="+g.goroot)
	}
	q.GOOS, q.GOARCH, _ = strings.Cut(g.keys[0].Build, "/")
	for _, key := range g.keys {
		q.Paths = append(q.Paths, key.Path)
	}
	pkgs, err := gotypes.Load(ctx, q)
	for _, key := range g.keys {
		i := slices.IndexFunc(pkgs, func(p *gotypes.Package) bool { return p.Path == key.Path })
		switch {
		case i >= 0:
			t.found[key] = t.index(g, key, pkgs[i])
			t.keep(g, key, pkgs[i])
		case g.own && key.Module != "" && ctx.Err() == nil:
			again = append(again, key) // go.mod has no sums for what this package imports and ours does not
		case err == nil:
			t.fail(fmt.Errorf("no package %s for %s", key.Path, key.Build))
		default:
			t.fail(err)
		}
	}
	for _, key := range again {
		alone := t.alone(key)
		alone.keys = []typeKey{key}
		t.loadGroup(ctx, alone)
	}
}

// prepare writes the go.mod of a group that has none of the author's. The go command completes it.
func (g *typeGroup) prepare() error {
	if g.own {
		return nil
	}
	name := filepath.Join(g.dir, "go.mod")
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	text := "module srcblog.invalid/types\n\ngo 1.21\n"
	if modulePath, version, ok := strings.Cut(g.require, "@"); ok {
		text += "\nrequire " + modulePath + " " + version + "\n"
	}
	_, err := writeIfDiffers(name, []byte(text))
	return err
}

// index tells the package's files apart as sources does.
func (t *typeLayer) index(g *typeGroup, key typeKey, pkg *gotypes.Package) *typed {
	out := &typed{Package: pkg, files: map[fileKey]*gotypes.File{}}
	if g.own {
		t.inputs = append(t.inputs, filepath.Join(g.dir, "go.mod"), filepath.Join(g.dir, "go.sum"))
	}
	for _, f := range pkg.Folders {
		t.inputs = append(t.inputs, filepath.Join(g.dir, filepath.FromSlash(f.Dir)))
	}
	if key.Module == "" {
		if i := slices.IndexFunc(pkg.Objects, func(o *gotypes.Object) bool { return o.Package == key.Path }); i >= 0 {
			t.mains[pkg.Objects[i].Module] = g.rel
		}
	}
	for _, f := range pkg.Files {
		name := f.Name
		if key.Module == "" {
			name = path.Join(g.rel, name)
		}
		out.files[fileKey{key.Module, key.Version, name}] = f
	}
	return out
}

// of gives the types of a part's package and file; both nil where they are not known for exactly this text.
func (t *typeLayer) of(p *part) (*typed, *gotypes.File) {
	key, ok := typeKeyOf(p.origin, p.build)
	if !ok || t.found[key] == nil || p.text.goFile == nil {
		return nil, nil
	}
	f := t.found[key].files[fileKey{key.Module, key.Version, p.file}]
	if f == nil || f.Sum != p.text.digest() {
		return nil, nil
	}
	return t.found[key], f
}

func digestOf(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

// place gives the file that an object is declared in as sources names it. ok is false where that is unknown, such as in a
// module that a replace directive stands in for.
func (t *typeLayer) place(o *gotypes.Object) (key fileKey, ok bool) {
	if o.Module == "" || o.File == "" {
		return fileKey{}, false
	}
	if o.Version != "" {
		return fileKey{o.Module, o.Version, o.File}, true
	}
	dir, ok := t.mains[o.Module]
	return fileKey{name: path.Join(dir, o.File)}, ok
}
