package codeextract

import (
	"bytes"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/mod/semver"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/utf8text"
)

// ConfigName is the file in a site's root that names its sources.
const ConfigName = "srcblog.toml"

// LockName is the file beside it that records the last review of every snippet.
const LockName = "snippets.lock"

// config is srcblog.toml.
type config struct {
	Root    string                   `toml:"root"`    // the repository's root, relative to the file; default: git's top level
	GoMod   string                   `toml:"gomod"`   // the go.mod that pins modules; default: the nearest above
	Content []string                 `toml:"content"` // folders of pages; default: content
	Sources map[string]*sourceConfig `toml:"sources"`
}

// sourceConfig is one [sources.ALIAS] table. Exactly one of Dir, Module and Std is given.
type sourceConfig struct {
	Dir       string `toml:"dir"`
	Module    string `toml:"module"`
	Version   string `toml:"version"`
	Std       string `toml:"std"`
	Label     string `toml:"label"`
	Mirrors   string `toml:"mirrors"`
	Permalink string `toml:"permalink"`
}

// readConfig reads srcblog.toml in dir. A site without one has no named sources. file is what errors call it.
func readConfig(dir, file string) (*config, error) {
	cfg := &config{}
	src, err := os.ReadFile(filepath.Join(dir, ConfigName))
	if errors.Is(err, fs.ErrNotExist) {
		cfg.Content = []string{"content"}
		return cfg, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	if bad := utf8text.Find(src); bad != nil {
		return nil, problem.List{{Pos: problem.Position{File: file, Line: bad.Line, Column: bad.Column}, Kind: problem.BadConfig, Message: bad.Msg}}
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	dec := toml.NewDecoder(bytes.NewReader(src))
	dec.DisallowUnknownFields()
	if err := dec.Decode(cfg); err != nil {
		return nil, problem.List{configProblem(file, err)}
	}
	if len(cfg.Content) == 0 {
		cfg.Content = []string{"content"}
	}
	return cfg, cfg.validate(file, src)
}

func configProblem(file string, err error) *problem.Problem {
	p := &problem.Problem{Pos: problem.Position{File: file}, Kind: problem.BadConfig, Message: err.Error()}
	var strict *toml.StrictMissingError
	var dec *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		p.Pos.Line, p.Pos.Column = strict.Errors[0].Position()
		p.Message = fmt.Sprintf("unknown key %q", strings.Join(strict.Errors[0].Key(), "."))
		p.Fix = "keys: root, gomod, content, and in [sources.NAME]: dir, module, version, std, label, mirrors, permalink"
	case errors.As(err, &dec):
		p.Pos.Line, p.Pos.Column = dec.Position()
	}
	return p
}

// validate checks that every source says in exactly one way where its code comes from.
func (c *config) validate(file string, src []byte) error {
	var list problem.List
	for alias, s := range c.Sources {
		pos := problem.Position{File: file, Line: tableLine(src, alias)}
		n := 0
		for _, given := range []string{s.Dir, s.Module, s.Std} {
			if given != "" {
				n++
			}
		}
		switch {
		case n != 1:
			list.Add(pos, problem.BadConfig, "source %q needs exactly one of dir, module and std", alias)
		case s.Std != "" && !version.IsValid(s.Std):
			list.Add(pos, problem.BadConfig, "source %q: std is a version of Go, such as go1.26.8, not %q", alias, s.Std)
		case s.Version != "" && s.Module == "":
			list.Add(pos, problem.BadConfig, "source %q: version goes with module", alias)
		case s.Version != "" && !semver.IsValid(s.Version):
			list.Add(pos, problem.BadConfig, "source %q: version is a module's, such as v1.2.3, not %q", alias, s.Version)
		}
		if strings.ContainsAny(alias, "/#? \t") {
			list.Add(pos, problem.BadConfig, "source name %q has a character that SRC#SYMBOL needs for itself", alias)
		}
	}
	if len(list) > 0 {
		list.Sort()
		return list
	}
	return nil
}

// tableLine finds the line of [sources.ALIAS], 0 if it is written in another way.
func tableLine(src []byte, alias string) int {
	for i, line := range strings.Split(string(src), "\n") {
		switch strings.Join(strings.Fields(line), "") {
		case "[sources." + alias + "]", "[sources.\"" + alias + "\"]":
			return i + 1
		}
	}
	return 0
}

// aliases gives the names of the sources, sorted.
func (c *config) aliases() []string { return slices.Sorted(maps.Keys(c.Sources)) }
