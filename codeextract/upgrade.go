package codeextract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// Plan is what an upgrade of a module would do to the pages: the judgement on every snippet of the module, taken from the
// version that pages show now to the new one. What the lock has to say about today's version is left to Check.
type Plan struct {
	Module, From, To string
	Items            []*Item      // the module's snippets, in order of page and line
	Problems         problem.List // references that lead nowhere in the new version
	Pending          []string     // ids of snippets that await a review already, or were broken before

	gomod   string   // the file to change, or
	aliases []string // the sources of srcblog.toml that pin the version
}

// ErrUpgrade is in the error of Upgrade where the module can't be upgraded as asked, such as one that the site does not show.
var ErrUpgrade = errors.New("can't upgrade")

// Upgrade plans the upgrade of a module; nothing is written but the module cache. It moves the sources that follow go.mod
// and, where none does, those that srcblog.toml pins, if all to one version; alias, where not "", names a pinned one.
func (s *Site) Upgrade(ctx context.Context, module, version, alias string) (*Plan, error) {
	if !semver.IsValid(version) {
		return nil, fmt.Errorf("%w: %q is no version (v1.2.3)", ErrUpgrade, version)
	}
	plan := &Plan{Module: module, To: version}
	if err := s.pinnedBy(plan, alias); err != nil {
		return nil, err
	}
	if _, err := newSources(s).openModule(ctx, module, version); err != nil {
		return nil, fileProblem(problem.Position{File: module + "@" + version}, module+"@"+version, err)
	}
	today, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	// What pages show today takes the place of the lock.
	shows := &lockfile.File{Entries: map[string]*lockfile.Entry{}}
	affected := map[string]bool{}
	for sn := range today.report.snippets() {
		id := sn.fullID()
		affected[id] = slices.ContainsFunc(sn.parts, func(p *part) bool { return s.moves(plan, p) })
		if sn.item.now != nil {
			shows.Entries[id] = sn.item.now
		}
		if affected[id] && !sn.item.Verdict.Quiet() {
			plan.Pending = append(plan.Pending, id)
		}
	}
	report := &Report{}
	pages, err := s.scan(&report.Problems)
	if err != nil {
		return nil, err
	}
	report.Problems = nil // of the pages themselves: check says those
	tomorrow, err := s.at(plan).runWith(ctx, true, report, pages, shows)
	if err != nil {
		return nil, err
	}
	plan.fill(today.report, tomorrow.report, affected)
	return plan, nil
}

// fill takes over what concerns the module.
func (plan *Plan) fill(today, tomorrow *Report, affected map[string]bool) {
	for _, it := range tomorrow.Items {
		if affected[it.ID] {
			plan.Items = append(plan.Items, it)
		}
	}
	had := map[string]bool{}
	for _, p := range today.Problems {
		had[problemKey(p)] = true
	}
	for _, p := range tomorrow.Problems {
		if !had[problemKey(p)] {
			plan.Problems = append(plan.Problems, p)
		}
	}
}

// moves says whether a part's code comes from what the upgrade moves.
func (s *Site) moves(plan *Plan, p *part) bool {
	o := p.origin
	if o.module != plan.Module || o.version != plan.From {
		return false
	}
	first, _, _ := strings.Cut(p.src, "/")
	return len(plan.aliases) == 0 && o.config.Version == "" || slices.Contains(plan.aliases, first)
}

// at is the site with the plan's version.
func (s *Site) at(plan *Plan) *Site {
	then := *s
	cfg := *s.config
	then.config, cfg.Sources = &cfg, maps.Clone(s.config.Sources)
	if plan.gomod != "" {
		then.pins = map[string]string{plan.Module: plan.To}
	}
	for _, alias := range plan.aliases {
		c := *cfg.Sources[alias]
		c.Version = plan.To
		cfg.Sources[alias] = &c
	}
	return &then
}

// pinnedBy finds what pins the module: go.mod, or sources of srcblog.toml.
func (s *Site) pinnedBy(plan *Plan, alias string) error {
	versions := map[string][]string{}
	follows := false
	for _, name := range s.config.aliases() {
		c := s.config.Sources[name]
		switch {
		case c.Module != plan.Module || alias != "" && name != alias:
		case c.Version == "":
			follows = true
		default:
			versions[c.Version] = append(versions[c.Version], name)
		}
	}
	gomod, err := newSources(s).goMod()
	if err == nil && alias == "" && (follows || len(versions) == 0) {
		v, replaced, err := source.GoModVersion(gomod, plan.Module)
		switch {
		case err != nil:
			return fmt.Errorf("%w: %s", ErrUpgrade, err)
		case replaced != "":
			return fmt.Errorf("%w: %s replaces %s by %s", ErrUpgrade, s.rel(gomod), plan.Module, replaced)
		}
		plan.gomod, plan.From = gomod, v
		return nil
	}
	switch len(versions) {
	case 0:
		return fmt.Errorf("%w: no source here is %s", ErrUpgrade, plan.Module)
	case 1:
		for v, names := range versions {
			plan.From, plan.aliases = v, names
		}
		return nil
	}
	return fmt.Errorf("%w: %s is pinned at %s; say which source is meant", ErrUpgrade, plan.Module,
		strings.Join(slices.Sorted(maps.Keys(versions)), " and "))
}

// WriteVersion puts the plan's version into the file that pins it, and returns that file's path below the root. Reviews are
// not touched: check then says what the plan said.
func (s *Site) WriteVersion(plan *Plan) (file string, err error) {
	if plan.gomod != "" {
		src, err := os.ReadFile(plan.gomod)
		if err != nil {
			return "", fmt.Errorf("upgrade: %w", err)
		}
		f, err := modfile.Parse(plan.gomod, src, nil)
		if err != nil {
			return "", fmt.Errorf("upgrade: %w", err)
		}
		if err := f.AddRequire(plan.Module, plan.To); err != nil {
			return "", fmt.Errorf("upgrade: %w", err)
		}
		out, err := f.Format()
		if err != nil {
			return "", fmt.Errorf("upgrade: %w", err)
		}
		return s.rel(plan.gomod), writeAtomically(plan.gomod, out)
	}
	name := filepath.Join(s.dir, ConfigName)
	src, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("upgrade: %w", err)
	}
	text := string(src)
	for _, alias := range plan.aliases {
		if text, err = setVersion(text, alias, plan.To); err != nil {
			return "", fmt.Errorf("upgrade: %s: %w", s.rel(name), err)
		}
	}
	return s.rel(name), writeAtomically(name, []byte(text))
}

// setVersion changes one source's version in srcblog.toml and nothing else: comments and layout are the author's.
func setVersion(text, alias, version string) (string, error) {
	line := tableLine([]byte(text), alias)
	lines := strings.SplitAfter(text, "\n")
	value := regexp.MustCompile(`^(\s*version\s*=\s*)(?:"[^"]*"|'[^']*')`)
	for i := line; line > 0 && i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), "["); i++ {
		if value.MatchString(lines[i]) {
			lines[i] = value.ReplaceAllString(lines[i], `${1}"`+version+`"`)
			return strings.Join(lines, ""), nil
		}
	}
	return "", fmt.Errorf("find no line with the version of source %q; change it by hand to %s", alias, version)
}
