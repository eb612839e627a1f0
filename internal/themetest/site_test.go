package themetest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// loosened says what pages with certain features add to the policy: Mermaid's drawings carry their styles in themselves, a player
// needs its file.
var loosened = map[string][2]string{
	"/diagram/":    {"style-src 'self'", "style-src 'self' 'unsafe-inline'"},
	"/shortcodes/": {"worker-src", "media-src 'self'; worker-src"},
}

// example is a build of the theme's exampleSite, made once for all tests.
type example struct {
	dir string // what is published
	log string // Hugo's warnings
}

var buildOnce = sync.OnceValues(func() (example, error) {
	dir, err := os.MkdirTemp("", "themetest-")
	if err != nil {
		return example{}, err
	}
	built := example{dir: filepath.Join(dir, "public")}
	built.log, err = testsite.Build(filepath.Join(theme, "exampleSite"), testsite.Themes, dir)
	return built, err
})

// TestMain removes what buildOnce wrote.
func TestMain(m *testing.M) {
	code := m.Run()
	if built, err := buildOnce(); err == nil && built.dir != "" {
		os.RemoveAll(filepath.Dir(built.dir))
	}
	os.Exit(code)
}

func demo(t *testing.T) example {
	t.Helper()
	testsite.NeedPackages(t, "minisearch", "axe-core", "simple-icons", "mermaid", "html-validate")
	built, err := buildOnce()
	if err != nil {
		t.Fatalf("build the example: %v\n%s", err, built.log)
	}
	return built
}

// scratch builds a site of these files, with Hugo's warnings.
func scratch(t *testing.T, files map[string]string) example {
	t.Helper()
	site, out := t.TempDir(), t.TempDir()
	testsite.Write(t, site, files)
	log, err := testsite.Build(site, testsite.Themes, out)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	return example{dir: filepath.Join(out, "public"), log: log}
}

func (e example) read(t *testing.T, name string) string {
	t.Helper()
	return testsite.Read(t, e.dir, name)
}

// serve serves the example, each page under the policy that its features need.
func (e example) serve(t *testing.T) *testsite.Host {
	t.Helper()
	return testsite.Serve(t, e.dir, func(path string) string {
		change := loosened[path]
		return strings.Replace(testsite.Policy, change[0], change[1], 1)
	})
}
