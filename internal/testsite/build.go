package testsite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bep/logg"
	"github.com/gohugoio/hugo/common/loggers"
	"github.com/gohugoio/hugo/config"
	"github.com/gohugoio/hugo/config/allconfig"
	"github.com/gohugoio/hugo/deps"
	"github.com/gohugoio/hugo/hugofs"
	"github.com/gohugoio/hugo/hugolib"
	"github.com/spf13/afero"
)

// Build builds the site in a folder, with the themes of another, into out/public, as a production build, and returns what
// Hugo warned of.
func Build(site, themes, out string) (log string, err error) {
	return BuildAs("production", site, themes, out)
}

// BuildAs is Build in another of Hugo's environments.
func BuildAs(environment, site, themes, out string) (log string, err error) {
	return build(environment, site, themes, out, logg.LevelWarn)
}

// Deprecated builds a site as Build does and returns what it uses that Hugo is about to remove: for the first months Hugo tells of
// that without a warning.
func Deprecated(site, themes, out string) ([]string, error) {
	log, err := build("production", site, themes, out, logg.LevelInfo)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, log)
	}
	var found []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, "deprecated") {
			found = append(found, line)
		}
	}
	return found, nil
}

func build(environment, site, themes, out string, level logg.Level) (log string, err error) {
	if site, err = filepath.Abs(site); err != nil {
		return "", err
	}
	if themes, err = filepath.Abs(themes); err != nil {
		return "", err
	}
	var said bytes.Buffer
	logger := loggers.New(loggers.Options{Level: level, StdOut: &said, StdErr: &said})
	flags := config.New()
	for key, value := range map[string]any{
		"workingDir": site, "themesDir": themes, "publishDir": filepath.Join(out, "public"),
		"cacheDir": filepath.Join(out, "cache"), "resourceDir": filepath.Join(out, "resources"), "noBuildLock": true, "environment": environment,
	} {
		flags.Set(key, value)
	}
	osFs := afero.NewOsFs()
	configs, err := allconfig.LoadConfig(allconfig.ConfigSourceDescriptor{
		Fs: osFs, Logger: logger, Flags: flags, ConfigDir: filepath.Join(site, "config"),
		Environment: environment, Environ: []string{"PATH=" + os.Getenv("PATH")},
	})
	if err != nil {
		return said.String(), err
	}
	sites, err := hugolib.NewHugoSites(deps.DepsCfg{
		Configs: configs, Fs: hugofs.NewFrom(osFs, configs.LoadingInfo.BaseConfig),
		LogLevel: level, StdOut: &said, StdErr: &said,
	})
	if err != nil {
		return said.String(), err
	}
	defer sites.Close()
	err = sites.Build(hugolib.BuildCfg{NoBuildLock: true})
	return said.String(), err
}

// Write writes files, by their slash-separated names below a folder.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Read reads a file by its slash-separated name below a folder.
func Read(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
