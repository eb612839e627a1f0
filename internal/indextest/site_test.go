package indextest

import (
	"path/filepath"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
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
	own := map[string]string{"hugo.toml": baseConfig}
	for name, text := range files {
		if name == "hugo.toml" {
			name = "config/_default/params.toml"
		}
		own[name] = text
	}
	testsite.Write(t, dir, own)
	log, err := testsite.Build(dir, themesDir, dir)
	if err != nil {
		t.Fatalf("build: %v\n%s", err, log)
	}
	return site{dir: filepath.Join(dir, "public"), log: log}
}

func (s site) read(t *testing.T, name string) string {
	t.Helper()
	return testsite.Read(t, s.dir, name)
}

// needPackages skips where the theme's npm packages are not installed.
func needPackages(t *testing.T) {
	t.Helper()
	testsite.NeedPackages(t, "minisearch", "axe-core")
}
