package gotypes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Folder is a folder whose Go files a package depends on and which may change: of the main module, or one that a replace
// directive puts in a module's place.
type Folder struct {
	Dir string // slash-separated, relative to Query.Dir
	Sum string // what FolderSum gives
}

// FolderSum is a digest of the names and the content of a folder's Go files, tests left out.
func FolderSum(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("sum up Go files: %w", err)
	}
	h := sha256.New()
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", fmt.Errorf("sum up Go files: %w", err)
		}
		fmt.Fprintf(h, "%s %x\n", e.Name(), sha256.Sum256(src))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// folders gives what a package depends on and may change, sorted. Sums that can't be taken are "", which nothing equals.
func (c *checker) folders(r *root) []Folder {
	dirs := map[string]bool{r.listed.Dir: r.listed.changeable()}
	var visit func(*types.Package)
	seen := map[*types.Package]bool{}
	visit = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		if l := c.paths[p.Path()]; l != nil && l.changeable() {
			dirs[l.Dir] = true
		}
		for _, imported := range p.Imports() {
			visit(imported)
		}
	}
	visit(r.types)
	var out []Folder
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		rel, err := filepath.Rel(c.query.Dir, dir)
		if !dirs[dir] || err != nil {
			continue
		}
		sum, _ := FolderSum(dir)
		out = append(out, Folder{Dir: filepath.ToSlash(rel), Sum: sum})
	}
	return out
}

// changeable tells the files of a working tree from those of a version that never changes.
func (p *listed) changeable() bool {
	return p.Module != nil && (p.Module.Main || p.Module.Replace != nil && p.Module.Replace.Version == "")
}
