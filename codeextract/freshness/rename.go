package freshness

import (
	"cmp"
	"slices"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
)

// enough is the share of statements that code has in common with what it is taken for: with less it is other code.
const enough = 0.5

// Renames finds declarations whose statements, given as node hashes by symbol, are like those that the lock recorded under
// a name that is gone: most alike first, at most three.
func Renames(old *lockfile.Part, statements map[string][]string) []string {
	type candidate struct {
		name string
		like float64
	}
	var found []candidate
	for name, nodes := range statements {
		if like := gosource.Similarity(old.Nodes, nodes); like >= enough {
			found = append(found, candidate{name, like})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.like, a.like), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return names
}

// Alike says whether two entries are of the same source and, symbol by symbol, of the same name or of code that has most
// statements in common: whether one may be the other under another id or name.
func Alike(old, now *lockfile.Entry) bool {
	return len(old.Parts) > 0 && slices.EqualFunc(old.Parts, now.Parts, func(a, b lockfile.Part) bool {
		return (a.Src == b.Src || a.Module != "" && a.Module == b.Module) &&
			(a.Name == b.Name || a.Code == b.Code || gosource.Similarity(a.Nodes, b.Nodes) >= enough)
	})
}
