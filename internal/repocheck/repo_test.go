package repocheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/srcblog/srcblog"

// repoRoot is the folder with go.mod, as seen from here.
var repoRoot = filepath.Join("..", "..")

// goFile is one parsed Go file of the repository.
type goFile struct {
	path   string // below the root, with slashes
	dir    string
	test   bool
	source []byte
	syntax *ast.File
	fset   *token.FileSet
}

func (f *goFile) line(pos token.Pos) int { return f.fset.PositionFor(pos, false).Line }

// tracked lists the files that git knows or would add.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = repoRoot
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("not a git work tree, so that its files can't be told from built ones: %v", err)
	}
	var names []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if info, err := os.Lstat(filepath.Join(repoRoot, name)); err == nil && info.Mode().IsRegular() {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatal("git lists no files")
	}
	return names
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repoRoot, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// parseAll parses every Go file once for all tests. Files of test data are not the project's code.
var parseAll = sync.OnceValues(func() ([]*goFile, error) {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.go")
	cmd.Dir = repoRoot
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var files []*goFile
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		source, err := os.ReadFile(filepath.Join(repoRoot, name))
		if os.IsNotExist(err) || strings.Contains(name, "testdata/") || inOtherModule(name) {
			continue
		}
		f := &goFile{path: name, dir: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), source: source}
		f.fset = token.NewFileSet()
		f.syntax, err = parser.ParseFile(f.fset, name, source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
})

// inOtherModule reports whether a file belongs to a module nested in this one, which may import what it likes.
func inOtherModule(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(filepath.Join(repoRoot, dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

func goFiles(t *testing.T) []*goFile {
	t.Helper()
	tracked(t) // skips where there is no git
	files, err := parseAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no Go files")
	}
	return files
}

// within reports whether a folder is dir or below it.
func within(folder, dir string) bool { return folder == dir || strings.HasPrefix(folder, dir+"/") }
