package codeextract

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/srcblog/srcblog/codeextract/gosource/gotypes"
)

// typeSchema changes with what gotypes finds out or how it is kept: entries of another one are as good as none.
const typeSchema = 3

// keptTypes is a package's types as a former run left them. They hold as long as nothing that they came from has changed,
// which takes no subprocess to see.
type keptTypes struct {
	Schema  int
	Key     typeKey
	GoMod   string // digest of the go.mod and go.sum that chose the versions of what it imports
	Package *gotypes.Package
}

// typeFile is where a package's types are kept.
func (t *typeLayer) typeFile(g *typeGroup, key typeKey) string {
	name := fmt.Sprintf("%q %q %q %q", key.Build, key.Path, key.Module+"@"+key.Version, g.rel)
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(t.dir(), hex.EncodeToString(sum[:12])+".gob")
}

// kept gives what a former run found out, nil for nothing; fresh says that it still holds.
func (t *typeLayer) kept(g *typeGroup, key typeKey) (pkg *gotypes.Package, fresh bool) {
	k := t.sources.site.readTypes(t.typeFile(g, key))
	if k == nil || k.Key != key {
		return nil, false
	}
	if g.own && k.GoMod != t.modSum(g) {
		return k.Package, false
	}
	if v := t.goVersion(); g.goroot == "" && v != "" && k.Package.Go != "" && v != k.Package.Go { // "" imports nothing of Go
		return k.Package, false
	}
	for _, f := range k.Package.Folders {
		sum := t.folderSum(filepath.Join(g.dir, filepath.FromSlash(f.Dir)))
		if sum == "" || sum != f.Sum {
			return k.Package, false
		}
	}
	return k.Package, true
}

// keep leaves a package's types for the next run. A folder that can't be written to makes that slower, no more.
func (t *typeLayer) keep(g *typeGroup, key typeKey, pkg *gotypes.Package) {
	k := keptTypes{Schema: typeSchema, Key: key, Package: pkg}
	if g.own {
		k.GoMod = t.modSum(g)
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&k); err == nil {
		_ = writeAtomically(t.typeFile(g, key), b.Bytes())
	}
}

// modSum is a digest of a group's go.mod and go.sum.
func (t *typeLayer) modSum(g *typeGroup) string {
	if sum, ok := t.sums[g.dir+"/go.mod"]; ok {
		return sum
	}
	h := sha256.New()
	for _, name := range []string{"go.mod", "go.sum"} {
		src, _ := os.ReadFile(filepath.Join(g.dir, name)) // one that is not there is empty
		fmt.Fprintf(h, "%d\n%s", len(src), src)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	t.sums[g.dir+"/go.mod"] = sum
	return sum
}

// folderSum is gotypes.FolderSum, each folder once a run, "" where it can't be read.
func (t *typeLayer) folderSum(dir string) string {
	if sum, ok := t.sums[dir]; ok {
		return sum
	}
	sum, err := gotypes.FolderSum(dir)
	if err != nil {
		sum = ""
	}
	t.sums[dir] = sum
	return sum
}

// goVersion is the version of the go command that a load would use; it looks once a run.
func (t *typeLayer) goVersion() string {
	if t.version == nil {
		version := goVersion(t.sources.modules.Go)
		t.version = &version
	}
	return *t.version
}

// goVersion reads a go command's version from its distribution, the PATH's for ""; it is "" where there is none: then types
// that were found out once are still good.
func goVersion(name string) string {
	bin, err := exec.LookPath(cmp.Or(name, "go"))
	if err != nil {
		return ""
	}
	if bin, err = filepath.EvalSymlinks(bin); err != nil {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(bin), "..", "VERSION"))
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(first)
}
