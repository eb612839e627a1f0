package gosource

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// nodePath is a path that stands for exactly one node, ready to be pasted as a selector.
type nodePath struct {
	path string
	node Span
}

// Paths gives one path for every node that a path can stand for, in source order, and those nodes: by a name where that
// is enough, below an outer node where that makes it so, else counted. It is made for lists and for error messages: its
// time grows with the square of the declaration's size.
func (d *Decl) Paths() (paths []string, nodes []Span) {
	l := &pathList{decl: d, found: map[string][]Match{}}
	ast.Walk(pathVisitor{list: l}, d.root())
	slices.SortStableFunc(l.paths, func(a, b nodePath) int { return a.node.Start - b.node.Start })
	for _, p := range l.paths {
		paths, nodes = append(paths, p.path), append(nodes, p.node)
	}
	return paths, nodes
}

// PathKind is the word of a path's last step, such as "if" or "call", which says what it stands for; "" if it can't be read.
func (d *Decl) PathKind(path string) string {
	steps, err := parsePath(path)
	if err != nil {
		return ""
	}
	return steps[len(steps)-1].word
}

// SimilarPaths gives up to n of the declaration's paths that are nearest to one that found nothing, best first.
func (d *Decl) SimilarPaths(path string, n int) []string {
	paths, _ := d.Paths()
	distance := func(p string) int { return editDistance(strings.ToLower(path), strings.ToLower(p)) }
	slices.SortStableFunc(paths, func(a, b string) int { return distance(a) - distance(b) })
	var near []string
	for _, p := range paths {
		if len(near) < n && distance(p) <= max(len(path), len(p))*2/3 {
			near = append(near, p)
		}
	}
	return near
}

type pathList struct {
	decl  *Decl
	paths []nodePath
	found map[string][]Match // by step
}

// pathVisitor walks the syntax; outer is the path of the nearest node around that has one of its own.
type pathVisitor struct {
	list  *pathList
	outer string
}

// Visit is called by ast.Walk.
func (v pathVisitor) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		return nil
	}
	for _, word := range v.list.decl.words(n) {
		if path := v.list.add(n, word, v.outer); path != "" {
			v.outer = path
		}
	}
	return v
}

// words are the steps that can find a syntax node, the best first.
func (d *Decl) words(n ast.Node) []string {
	code := func(n ast.Node) string { return d.Quote(d.File.span(n)) }
	switch n := n.(type) {
	case *ast.IfStmt:
		return []string{"if"}
	case *ast.ForStmt, *ast.RangeStmt:
		return []string{"for"}
	case *ast.SwitchStmt, *ast.TypeSwitchStmt:
		return []string{"switch"}
	case *ast.SelectStmt:
		return []string{"select"}
	case *ast.GoStmt:
		return []string{"go"}
	case *ast.DeferStmt:
		return []string{"defer"}
	case *ast.ReturnStmt:
		return []string{"return"}
	case *ast.FuncLit:
		return []string{"func"}
	case *ast.BlockStmt:
		if d.isElse(n) {
			return []string{"else"}
		}
	case *ast.LabeledStmt:
		return []string{"label " + n.Label.Name}
	case *ast.KeyValueExpr:
		return []string{"key " + code(n.Key)}
	case *ast.CaseClause:
		if len(n.List) > 0 {
			return []string{"case " + code(n.List[0])}
		}
		return []string{"default"}
	case *ast.CommClause:
		if list := commExpr(n.Comm); len(list) > 0 {
			return []string{"case " + code(list[0])}
		}
		return []string{"default"}
	case *ast.Field:
		if len(n.Names) > 0 {
			return []string{"field " + n.Names[0].Name}
		}
	case *ast.CallExpr:
		switch fun := n.Fun.(type) {
		case *ast.Ident:
			return []string{"call:" + fun.Name}
		case *ast.SelectorExpr:
			return []string{"call:" + fun.Sel.Name, "call:" + code(fun)}
		}
	}
	return nil
}

// add keeps a node's path unless its node has a better one, and gives it where the node can hold others.
func (l *pathList) add(n ast.Node, word, outer string) string {
	span := l.decl.File.span(n)
	all, ok := l.found["/"+word]
	if !ok {
		all, _ = l.decl.Path("/"+word, Span{}) // a word that makes no path finds nothing
		l.found["/"+word] = all
	}
	i := slices.IndexFunc(all, func(m Match) bool { return m.Tokens == span })
	if i < 0 {
		return ""
	}
	path := "/" + word
	if len(all) > 1 {
		path = "/" + word + "[" + strconv.Itoa(i+1) + "]"
		if inner, err := l.decl.Path(outer+"/"+word, Span{}); outer != "" && err == nil && len(inner) == 1 && inner[0] == all[i] {
			path = outer + "/" + word
		}
	}
	node := all[i].Node
	counted := strings.Contains(path, "[")
	old := slices.IndexFunc(l.paths, func(p nodePath) bool { return p.node == node })
	switch {
	case old < 0:
		l.paths = append(l.paths, nodePath{path, node})
	case !counted && strings.Contains(l.paths[old].path, "["):
		l.paths[old].path = path
	}
	return path
}
