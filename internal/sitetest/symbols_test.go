package sitetest

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Every identifier in code leads to a declaration of its name: a line of the page that declares it, or an entry of the
// page's table whose address is such a line of the source, or the documentation of a package that declares it. The syntax
// trees of the files say so, read anew; go/types has no part in it.
func TestIdentifiersLeadToDeclarations(t *testing.T) {
	d := &declarations{t: t, sources: newSources(t), lines: map[string]map[int][]string{}, packages: map[string]map[string]bool{}}
	var checked []string
	for path, page := range htmlPages(t) {
		ids := map[string]*html.Node{}
		for n := range page.Descendants() {
			if id := attr(n, "id"); id != "" {
				ids[id] = n
			}
		}
		for _, link := range all(page, "a", "sym") {
			if !inside(link, "code-body") {
				continue
			}
			name, href := text(link), attr(link, "href")
			if wrong := d.check(ids, name, href); wrong != "" {
				t.Errorf("%s: %s → %s: %s", path, name, href, wrong)
				continue
			}
			checked = append(checked, fmt.Sprintf("%s: %s → %s", path, name, d.where))
		}
	}
	if len(checked) < 300 {
		t.Fatalf("only %d links", len(checked))
	}
	t.Logf("%d links lead to declarations; 50 of them, chosen at random:", len(checked))
	for _, i := range rand.Perm(len(checked))[:50] {
		t.Log(checked[i])
	}
}

// declarations finds out what lines of files, and packages, declare.
type declarations struct {
	t        *testing.T
	sources  *sources
	lines    map[string]map[int][]string
	packages map[string]map[string]bool
	where    string // where the last link checked led to in the end
}

var (
	githubLine = regexp.MustCompile(`^https://github\.com/(.+)/blob/([^/]+)/(.+)#L(\d+)$`)
	docPlace   = regexp.MustCompile(`^https://pkg\.go\.dev/([^@]+)@([^#]+)(?:#(.+))?$`)
)

// check says what is wrong with a link, "" for nothing.
func (d *declarations) check(ids map[string]*html.Node, name, href string) string {
	d.where = href
	if fragment, ok := strings.CutPrefix(href, "#"); ok {
		target := ids[fragment]
		if target == nil {
			return "no such place"
		}
		if !strings.HasPrefix(fragment, "sym-") {
			return d.shownLine(target, name)
		}
		links := all(target, "a", "")
		if len(links) == 0 {
			return "" // an entry without address: code of ours that is not committed
		}
		href = attr(links[0], "href")
	}
	if m := githubLine.FindStringSubmatch(href); m != nil {
		line, _ := strconv.Atoi(m[4])
		return d.sourceLine(m[1], m[2], m[3], line, name)
	}
	if m := docPlace.FindStringSubmatch(href); m != nil {
		return d.documented(m[1], m[3])
	}
	return "an address of no known kind: " + href
}

// shownLine wants a line of code in the page to declare the name, as its source says.
func (d *declarations) shownLine(line *html.Node, name string) string {
	for p := range line.Ancestors() {
		if !hasClass(p, "snippet") || p.Data != "figure" {
			continue
		}
		id := strings.TrimPrefix(attr(p, "id"), "snip-")
		match := lineID.FindStringSubmatch(attr(line, "id"))
		if match == nil {
			return "no line of code: " + attr(line, "id")
		}
		n, _ := strconv.Atoi(match[2])
		for _, part := range d.sources.parts(id, attr(p, "data-source")) {
			version := part.Version
			if match[1] == "o" {
				version = part.Old.Version
			}
			source := d.sources.lines(part.Source, version)
			if n <= len(source) && strings.HasSuffix(source[n-1], text(line)) && slices.Contains(d.declared(part.Source, version)[n], name) {
				d.where = fmt.Sprintf("%s:%d", part.Source, n)
				return ""
			}
		}
	}
	return "the line declares no " + name + ": " + text(line)
}

// sourceLine wants a line of a file on GitHub to declare the name.
func (d *declarations) sourceLine(repo, version, file string, line int, name string) string {
	module := "github.com/" + repo
	if repo == "kubernetes/client-go" {
		module = "k8s.io/client-go"
	}
	file, _ = url.PathUnescape(file)
	source := module + "/" + file
	if repo == "golang/go" {
		source = strings.TrimPrefix(file, "src/")
	}
	if strings.HasSuffix(repo, "srcblog/srcblog") {
		source, version = file, ""
	}
	if i := strings.LastIndex(version, "/"); i >= 0 {
		version = version[i+1:]
	}
	d.where = fmt.Sprintf("%s:%d", source, line)
	if !slices.Contains(d.declared(source, version)[line], name) {
		return fmt.Sprintf("line %d declares %q", line, d.declared(source, version)[line])
	}
	return ""
}

// declared gives the names that each line of a file declares: functions, methods, types, constants, variables, fields and
// methods of interfaces.
func (d *declarations) declared(source, version string) map[int][]string {
	key := source + "@" + version
	if d.lines[key] == nil {
		src := strings.Join(d.sources.lines(source, version), "\n")
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, source, src, parser.SkipObjectResolution)
		if err != nil {
			d.t.Fatal(err)
		}
		d.lines[key] = map[int][]string{}
		eachDeclared(file, func(name *ast.Ident, _ string) {
			n := fset.PositionFor(name.Pos(), false).Line
			d.lines[key][n] = append(d.lines[key][n], name.Name)
		})
	}
	return d.lines[key]
}

// eachDeclared visits the names that a file declares, with what a field or method belongs to.
func eachDeclared(file *ast.File, visit func(name *ast.Ident, owner string)) {
	owner := ""
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			of := ""
			if n.Recv != nil && len(n.Recv.List) > 0 {
				ast.Inspect(n.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && of == "" {
						of = id.Name
					}
					return of == ""
				})
			}
			visit(n.Name, of)
			return false
		case *ast.TypeSpec:
			owner = n.Name.Name
			visit(n.Name, "")
		case *ast.ValueSpec:
			for _, name := range n.Names {
				visit(name, "")
			}
		case *ast.Field:
			for _, name := range n.Names {
				visit(name, owner)
			}
			if len(n.Names) == 0 { // embedded
				ast.Inspect(n.Type, func(t ast.Node) bool {
					if id, ok := t.(*ast.Ident); ok {
						visit(id, owner)
					}
					return true
				})
			}
		}
		return true
	})
}

// documented wants a package to be there and, where a symbol is given, to declare it.
func (d *declarations) documented(pkg, symbol string) string {
	if d.packages[pkg] == nil {
		d.packages[pkg] = map[string]bool{}
		out, err := command("go", "list", "-e", "-json=Dir,GoFiles,IgnoredGoFiles", pkg).Output()
		if err != nil {
			return err.Error()
		}
		var info struct {
			Dir                     string
			GoFiles, IgnoredGoFiles []string
		}
		if err := json.Unmarshal(out, &info); err != nil {
			return err.Error()
		}
		files := info.GoFiles
		if len(files) == 0 {
			files = info.IgnoredGoFiles // all of it is for another system than this one
		}
		if len(files) == 0 {
			return "no such package: " + pkg
		}
		for _, name := range files {
			src, err := os.ReadFile(filepath.Join(info.Dir, name))
			if err != nil {
				return err.Error()
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
			if err != nil {
				return err.Error()
			}
			eachDeclared(file, func(name *ast.Ident, owner string) {
				d.packages[pkg][strings.TrimPrefix(owner+"."+name.Name, ".")] = true
			})
		}
	}
	d.where = pkg + "#" + symbol
	if symbol != "" && !d.packages[pkg][symbol] {
		return pkg + " declares no " + symbol
	}
	return ""
}
