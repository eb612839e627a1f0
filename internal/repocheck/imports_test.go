package repocheck

import (
	"go/ast"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// importRule forbids an import to files below a folder. Rules for files that are no tests; tests marks one that holds
// for tests as well.
type importRule struct {
	name   string
	tests  bool
	breaks func(dir, imported string) bool
}

var importRules = []importRule{
	{"nothing imports informer: it is read as text", false, func(dir, imported string) bool {
		return !within(dir, "informer") && within(imported, module+"/informer")
	}},
	{"informer knows nothing of srcblog", true, func(dir, imported string) bool {
		return within(dir, "informer") && ours(imported) && !within(imported, module+"/informer")
	}},
	{"informer never imports client-go outside its comparison tests", false, func(dir, imported string) bool {
		return within(dir, "informer") && within(imported, "k8s.io/client-go")
	}},
	{"informer imports of others only k8s.io/api, apimachinery, klog and utils, and rate", false, func(dir, imported string) bool {
		// rate.Limiter is part of client-go's API: a field of workqueue.TypedBucketRateLimiter.
		allowed := []string{"k8s.io/api", "k8s.io/apimachinery", "k8s.io/klog/v2", "k8s.io/utils", "golang.org/x/time/rate"}
		// The real API server of the integration tests is another module, a program that is only run.
		return within(dir, "informer") && !within(dir, "informer/integration/apiserver") && foreign(imported) &&
			!slices.ContainsFunc(allowed, func(prefix string) bool { return within(imported, prefix) })
	}},
	{"codeextract does not import commands, nor what lies above it", true, func(dir, imported string) bool {
		return within(dir, "codeextract") && ours(imported) && !within(imported, module+"/codeextract")
	}},
	{"the packages below codeextract do not import it", true, func(dir, imported string) bool {
		return strings.HasPrefix(dir, "codeextract/") && imported == module+"/codeextract"
	}},
	{"gosource imports nothing of ours", true, func(dir, imported string) bool {
		return within(dir, "codeextract/gosource") && ours(imported) && imported != module+"/codeextract/gosource"
	}},
	{"only tests use internal/testsite", false, func(dir, imported string) bool {
		return dir != "internal/testsite" && imported == module+"/internal/testsite"
	}},
	{"only gosource knows Go's syntax trees and types", false, func(dir, imported string) bool {
		trees := []string{"go/ast", "go/types", "go/parser", "go/printer", "golang.org/x/tools/go"}
		return !within(dir, "codeextract/gosource") &&
			slices.ContainsFunc(trees, func(prefix string) bool { return within(imported, prefix) })
	}},
	{"only cmd/srcblog runs Hugo, and internal/testsite for tests", false, func(dir, imported string) bool {
		runs := []string{"github.com/gohugoio/hugo/commands", "github.com/gohugoio/hugo/hugolib"}
		return !within(dir, "cmd/srcblog") && dir != "internal/testsite" && slices.Contains(runs, imported)
	}},
}

func ours(imported string) bool { return within(imported, module) }

// foreign reports whether an import path is neither ours nor of the standard library, whose first element has no dot.
func foreign(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return strings.Contains(first, ".") && !ours(imported)
}

func TestImports(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, spec := range f.syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, rule := range importRules {
				if (!f.test || rule.tests) && rule.breaks(f.dir, imported) {
					t.Errorf("%s:%d: imports %s: %s", f.path, f.line(spec.Pos()), imported, rule.name)
				}
			}
		}
	}
}

// The same for what codeextract and informer draw in through others: an import of an import would bring Hugo in unseen.
func TestTransitiveImports(t *testing.T) {
	for dir, forbidden := range map[string][]string{
		// Not all below hugolib: Hugo's own page parser uses a small package of it.
		"codeextract": {"github.com/gohugoio/hugo/commands", "github.com/gohugoio/hugo/hugolib", module + "/cmd/srcblog"},
		"informer":    {"k8s.io/client-go/tools/cache", "k8s.io/client-go/rest", module + "/codeextract"},
	} {
		cmd := exec.Command("go", "list", "-deps", "./"+dir+"/...")
		cmd.Dir = repoRoot
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go list %s: %v\n%s", dir, err, out)
		}
		for dep := range strings.Lines(string(out)) {
			if dep = strings.TrimSpace(dep); slices.Contains(forbidden, dep) {
				t.Errorf("%s depends on %s", dir, dep)
			}
		}
	}
}

// Libraries neither print, nor exit, nor read the environment: commands do. informer reads the one variable that
// client-go's mutation detector reads.
func TestOnlyCommandsTalkToTheProcess(t *testing.T) {
	forbidden := map[string][]string{
		"os":  {"Exit", "Getenv", "LookupEnv", "Environ", "Stdout", "Stderr", "Stdin", "Args"},
		"fmt": {"Print", "Printf", "Println"},
		"log": {"Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"},
	}
	for _, f := range goFiles(t) {
		if f.test || within(f.dir, "cmd") || f.syntax.Name.Name == "main" {
			continue
		}
		imported := importedNames(f.syntax)
		if imported["testing"] == "testing" {
			continue // a tool of tests, not a library
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if sel.Sel.Name == "Getenv" && within(f.dir, "informer") {
				return true
			}
			if pkg, ok := sel.X.(*ast.Ident); ok && slices.Contains(forbidden[imported[pkg.Name]], sel.Sel.Name) {
				t.Errorf("%s:%d: %s.%s in a library", f.path, f.line(sel.Pos()), pkg.Name, sel.Sel.Name)
			}
			return true
		})
	}
}

// importedNames maps the names that a file uses for packages to their paths.
func importedNames(file *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = imported
	}
	return names
}
