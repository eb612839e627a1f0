package themetest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bep/logg"
	"github.com/gohugoio/hugo/common/loggers"
	"github.com/gohugoio/hugo/config"
	"github.com/gohugoio/hugo/config/allconfig"
	"github.com/gohugoio/hugo/deps"
	"github.com/gohugoio/hugo/hugofs"
	"github.com/gohugoio/hugo/hugolib"
	"github.com/spf13/afero"

	"github.com/srcblog/srcblog/internal/chromium"
)

// policy is what a site may send for pages that ask nothing of others.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"

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
	built.log, err = render(filepath.Join(theme, "exampleSite"), dir)
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
	needPackages(t)
	built, err := buildOnce()
	if err != nil {
		t.Fatalf("build the example: %v\n%s", err, built.log)
	}
	return built
}

// render builds the site in a folder into out/public, as a production build.
func render(site, out string) (string, error) {
	site, err := filepath.Abs(site)
	if err != nil {
		return "", err
	}
	themes, err := filepath.Abs(filepath.Dir(theme))
	if err != nil {
		return "", err
	}
	var said bytes.Buffer
	logger := loggers.New(loggers.Options{Level: logg.LevelWarn, StdOut: &said, StdErr: &said})
	flags := config.New()
	for key, value := range map[string]any{
		"workingDir": site, "themesDir": themes, "publishDir": filepath.Join(out, "public"),
		"cacheDir": filepath.Join(out, "cache"), "resourceDir": filepath.Join(out, "resources"), "noBuildLock": true,
	} {
		flags.Set(key, value)
	}
	osFs := afero.NewOsFs()
	configs, err := allconfig.LoadConfig(allconfig.ConfigSourceDescriptor{
		Fs: osFs, Logger: logger, Flags: flags, Environment: "production", Environ: []string{"PATH=" + os.Getenv("PATH")},
	})
	if err != nil {
		return said.String(), err
	}
	sites, err := hugolib.NewHugoSites(deps.DepsCfg{
		Configs: configs, Fs: hugofs.NewFrom(osFs, configs.LoadingInfo.BaseConfig),
		LogLevel: logg.LevelWarn, StdOut: &said, StdErr: &said,
	})
	if err != nil {
		return said.String(), err
	}
	defer sites.Close()
	err = sites.Build(hugolib.BuildCfg{NoBuildLock: true})
	return said.String(), err
}

func (e example) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(e.dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// pages are the HTML files of the example, with slashes, below its root.
func (e example) pages(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(e.dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".html") {
			name, _ := filepath.Rel(e.dir, path)
			found = append(found, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return found
}

// host serves the example with a content security policy and remembers what browsers report about it.
type host struct {
	*httptest.Server
	mu      sync.Mutex
	reports []string // guarded by mu
}

func (e example) serve(t *testing.T) *host {
	h := &host{}
	files := http.FileServer(http.Dir(e.dir))
	mux := http.NewServeMux()
	mux.HandleFunc("POST /csp-report", func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.reports = append(h.reports, string(body))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		own := policy
		if change, ok := loosened[r.URL.Path]; ok {
			own = strings.Replace(own, change[0], change[1], 1)
		}
		w.Header().Set("Content-Security-Policy", own+"; report-uri /csp-report")
		files.ServeHTTP(w, r)
	})
	h.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		h.Close()
		for _, report := range h.reports {
			t.Error("the policy blocked something: ", report)
		}
	})
	return h
}

func needPackages(t *testing.T) {
	t.Helper()
	for _, name := range []string{"minisearch", "axe-core", "simple-icons", "mermaid", "html-validate"} {
		if _, err := os.Stat(filepath.Join(theme, "node_modules", name)); err != nil {
			chromium.Missing(t, fmt.Sprintf("no %s: npm ci --prefix themes/loveit", name))
		}
	}
}
