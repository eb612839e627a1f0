package codeextract

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// cacheDir holds what can be made again: where modules are on this machine. Git-ignored, below the site's root.
const cacheDir = ".srcblog"

// Site is a Hugo site whose pages show code. Open makes one; it holds no open files.
type Site struct {
	// TypesLater lets Analyze take what is kept of the types of Go packages, even where their code has changed a little since,
	// and leave the rest to LoadTypes, so that a page need not wait for it. What was parsed stays in memory for Continue.
	TypesLater bool

	dir    string // the site's root, absolute
	root   string // the repository's root, absolute; sources and ids are relative to it
	env    []string
	config *config
	pins   map[string]string // versions to use instead of go.mod's, by module
	day    string            // what tests say is today

	before *memory // what a run before has parsed; nil outside of servers
	after  *memory // what the next run may use; nil before a run that keeps it
}

// today is the date that deferrals run out by, the same everywhere: UTC's.
func (s *Site) today() string { return cmp.Or(s.day, time.Now().UTC().Format(time.DateOnly)) }

// Open reads the configuration of the site in dir. env is the environment for the go and git commands that find modules
// and history, such as os.Environ(). A mistake in srcblog.toml is a problem.List with its position.
func Open(dir string, env []string) (*Site, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open site: %w", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("open site: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("open site: %s is not a folder", dir)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, fmt.Errorf("open site: %w", err)
	}
	s := &Site{dir: abs, root: abs, env: env}
	if top := source.GitTop(abs); top != "" {
		s.root = top
	}
	if s.config, err = readConfig(abs, s.rel(filepath.Join(abs, ConfigName))); err != nil {
		return nil, err
	}
	if s.config.Root == "" {
		return s, nil
	}
	root := filepath.Join(abs, filepath.FromSlash(s.config.Root))
	if rel, err := filepath.Rel(root, abs); err != nil || !filepath.IsLocal(rel) {
		return nil, problem.List{{Pos: problem.Position{File: ConfigName}, Kind: problem.BadConfig,
			Message: fmt.Sprintf("root %q does not hold the site", s.config.Root)}}
	}
	s.root = root
	return s, nil
}

// rel is a file's path below the repository's root, as positions and ids give it.
func (s *Site) rel(name string) string {
	rel, err := filepath.Rel(s.root, name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}

func (s *Site) lockPath() string { return s.rel(filepath.Join(s.dir, LockName)) }

// contentPath is how the theme finds a page: below its content folder, with a leading slash.
func (s *Site) contentPath(p *Page) string {
	for _, dir := range s.config.Content {
		if rest, ok := strings.CutPrefix(p.sitePath, path.Clean(filepath.ToSlash(dir))+"/"); ok {
			return "/" + rest
		}
	}
	return "/" + p.sitePath
}

// Watched gives the absolute folders whose files decide what pages show: content, and the sources that srcblog.toml names. A
// server watches them, with everything below, and what a Report has as Sources.
func (s *Site) Watched() []string {
	var dirs []string
	for _, dir := range s.config.Content {
		dirs = append(dirs, filepath.Join(s.dir, filepath.FromSlash(dir)))
	}
	for _, alias := range s.config.aliases() {
		if dir := s.config.Sources[alias].Dir; dir != "" && filepath.IsLocal(filepath.FromSlash(dir)) {
			dirs = append(dirs, filepath.Join(s.root, filepath.FromSlash(dir)))
		}
	}
	return dirs
}

// makeIgnored makes a folder that git leaves alone.
func makeIgnored(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make cache folder: %w", err)
	}
	name := filepath.Join(dir, ".gitignore")
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(name, []byte("*\n"), 0o666); err != nil {
			return fmt.Errorf("make cache folder: %w", err)
		}
	}
	return nil
}

// quoteArg makes an id safe to paste into a shell.
func quoteArg(s string) string {
	plain := func(r rune) bool {
		return r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-#:@", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
