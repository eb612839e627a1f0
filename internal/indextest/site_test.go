package indextest

import (
	"bytes"
	"os"
	"path/filepath"
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

const baseConfig = `baseURL = "https://example.org/"
title = "站"
locale = "zh-cn"
defaultContentLanguage = "zh-cn"
hasCJKLanguage = true
timeZone = "Asia/Shanghai"
theme = "loveit"
enableRobotsTXT = true
[outputs]
home = ["html", "rss", "json"]
[permalinks]
posts = ":contentbasename"
[markup.goldmark.renderer]
unsafe = true
`

// A site is a built scratch site: where its files are, and what Hugo said.
type site struct {
	dir string
	log string
}

// build writes the files, site-relative, and builds them with the theme in themesDir. Of hugo.toml only what differs
// from baseConfig is given.
func build(t *testing.T, themesDir string, files map[string]string) site {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "hugo.toml", baseConfig)
	for name, text := range files {
		if name == "hugo.toml" {
			name = "config/_default/params.toml"
		}
		write(t, dir, name, text)
	}
	log, err := render(dir, themesDir)
	if err != nil {
		t.Fatalf("build: %v\n%s", err, log)
	}
	return site{dir: filepath.Join(dir, "public"), log: log}
}

func render(dir, themesDir string) (log string, err error) {
	var out bytes.Buffer
	logger := loggers.New(loggers.Options{Level: logg.LevelWarn, StdOut: &out, StdErr: &out})
	flags := config.New()
	for key, value := range map[string]any{
		"workingDir": dir, "themesDir": themesDir, "publishDir": "public",
		"cacheDir": filepath.Join(dir, "cache"), "noBuildLock": true,
	} {
		flags.Set(key, value)
	}
	osFs := afero.NewOsFs()
	configs, err := allconfig.LoadConfig(allconfig.ConfigSourceDescriptor{
		Fs: osFs, Logger: logger, Flags: flags, ConfigDir: filepath.Join(dir, "config"),
		Environment: "production", Environ: []string{"PATH=" + os.Getenv("PATH")},
	})
	if err != nil {
		return out.String(), err
	}
	sites, err := hugolib.NewHugoSites(deps.DepsCfg{
		Configs: configs, Fs: hugofs.NewFrom(osFs, configs.LoadingInfo.BaseConfig),
		LogLevel: logg.LevelWarn, StdOut: &out, StdErr: &out,
	})
	if err != nil {
		return out.String(), err
	}
	defer sites.Close()
	err = sites.Build(hugolib.BuildCfg{NoBuildLock: true})
	return out.String(), err
}

func (s site) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// themes is the folder of the repository's theme.
func themes(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../themes")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// missing skips a test for want of a tool; on the build server, which has them all, that would hide too much.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// needPackages skips where the theme's npm packages are not installed.
func needPackages(t *testing.T) {
	t.Helper()
	for _, name := range []string{"minisearch", "axe-core"} {
		if _, err := os.Stat(filepath.Join(themes(t), "loveit", "node_modules", name)); err != nil {
			missing(t, "the theme's packages are not installed: npm ci --prefix themes/loveit")
		}
	}
}
