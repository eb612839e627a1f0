package codeextract

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// lastRunName is where WritePages leaves what a run depended on, in the cache folder.
const lastRunName = "last-run.json"

// lastRun is all that decided what the per-page files hold. As long as it is the same, another run would write the same
// files. Code of modules is not in it: a version's never changes.
type lastRun struct {
	Tool     string            // the program's size and time
	Day      string            // deferrals run out
	Head     string            // commit that links to our own code lead to
	Go       string            // version of the go command, whose packages are linked to
	Env      string            // what go and git are told
	Unmarked bool              // see Report.Unmark
	Pages    string            // digest of all pages
	Inputs   map[string]string // absolute files and folders → digest, "" for missing
	Outputs  map[string]string // files below pagesDir → size and time
	Items    []lastItem
}

// lastItem is what a build says of an Item.
type lastItem struct {
	ID      string
	Verdict freshness.Verdict
	Overdue bool
}

// Unchanged gives the report of the last WritePages where another Analyze and WritePages, after Unmark if unmarked, would
// change nothing: its items have ID, Verdict and Overdue, and there was no problem. It reads all that they would read of
// ours and parses nothing.
func (s *Site) Unchanged(unmarked bool) (report *Report, ok bool) {
	text, err := os.ReadFile(s.lastRunFile())
	if err != nil {
		return nil, false
	}
	var was lastRun
	if json.Unmarshal(text, &was) != nil || was.Unmarked != unmarked {
		return nil, false
	}
	inputs := slices.Collect(maps.Keys(was.Inputs))
	now, err := s.thisRun(inputs, time.Time{})
	if err != nil || was.Tool != now.Tool || was.Day != now.Day || was.Head != now.Head || was.Go != now.Go || was.Env != now.Env ||
		was.Pages != now.Pages || !maps.Equal(was.Inputs, now.Inputs) || !maps.Equal(was.Outputs, now.Outputs) {
		return nil, false
	}
	report = &Report{}
	for _, it := range was.Items {
		report.Items = append(report.Items, &Item{ID: it.ID, Verdict: it.Verdict, Overdue: it.Overdue})
	}
	return report, true
}

// remember leaves what a report depended on for Unchanged, after its pages were written. A report with problems or without
// some types is not worth it: the next run shall tell them again.
func (s *Site) remember(r *Report) {
	if r.index == nil || len(r.Problems) > 0 || r.NoTypes != "" || r.TypesPending || s.TypesLater {
		_ = os.Remove(s.lastRunFile())
		return
	}
	run, err := s.thisRun(append(slices.Clone(r.Sources), r.inputs...), r.began)
	if err != nil {
		_ = os.Remove(s.lastRunFile())
		return
	}
	run.Unmarked = r.unmarked
	for _, it := range r.Items {
		run.Items = append(run.Items, lastItem{it.ID, it.Verdict, it.Overdue})
	}
	if text, err := json.Marshal(run); err == nil && makeIgnored(filepath.Dir(s.lastRunFile())) == nil {
		_ = writeAtomically(s.lastRunFile(), text) // a folder that can't be written to makes the next run slower, no more
	}
}

func (s *Site) lastRunFile() string { return filepath.Join(s.dir, cacheDir, lastRunName) }

// errTouched says that something was saved while a run read it.
var errTouched = errors.New("changed during the run")

// thisRun looks at all that decides about a run. What was saved after since, unless that is zero, is errTouched.
func (s *Site) thisRun(inputs []string, since time.Time) (*lastRun, error) {
	run := &lastRun{Day: s.today(), Go: goVersion(""), Env: s.envSum(), Inputs: map[string]string{}, Outputs: map[string]string{}}
	if top := source.GitTop(s.dir); top != "" {
		if run.Head = source.HeadRevision(top); run.Head == "" {
			return nil, source.ErrNoCommit // or one that only git can tell
		}
	}
	tool, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program: %w", err)
	}
	if run.Tool, err = stamp(tool, time.Time{}); err != nil {
		return nil, err
	}
	if run.Pages, err = s.pagesSum(since); err != nil {
		return nil, err
	}
	for _, name := range append(inputs, filepath.Join(s.dir, ConfigName)) {
		if _, done := run.Inputs[name]; !done {
			if run.Inputs[name], err = inputSum(name, since); err != nil {
				return nil, err
			}
		}
	}
	dir := filepath.Join(s.dir, filepath.FromSlash(pagesDir))
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		run.Outputs[filepath.ToSlash(rel)], err = stamp(name, time.Time{})
		return err
	})
	return run, err
}

// stamp tells a file from what it was, without reading it.
func stamp(name string, since time.Time) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", fmt.Errorf("look at files: %w", err)
	}
	if !since.IsZero() && info.ModTime().After(since) {
		return "", errTouched
	}
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano()), nil
}

// inputSum is a digest of a file, or of a folder's files: names and contents.
func inputSum(name string, since time.Time) (string, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("look at files: %w", err)
	case !info.IsDir():
		return fileSum(name, since)
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return "", fmt.Errorf("look at files: %w", err)
	}
	h := sha256.New()
	for _, e := range entries {
		if !e.Type().IsRegular() {
			fmt.Fprintf(h, "%q %v\n", e.Name(), e.Type())
			continue
		}
		sum, err := fileSum(filepath.Join(name, e.Name()), since)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %s\n", e.Name(), sum)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func fileSum(name string, since time.Time) (string, error) {
	if _, err := stamp(name, since); err != nil {
		return "", err
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("look at files: %w", err)
	}
	return digestOf(src), nil
}

// pagesSum is a digest of every page's path and text.
func (s *Site) pagesSum(since time.Time) (string, error) {
	h := sha256.New()
	var none problem.List
	err := s.eachPage(&none, func(name string) error {
		sum, err := fileSum(name, since)
		fmt.Fprintf(h, "%q %s\n", name, sum)
		return err
	})
	if len(none) > 0 {
		err = none
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// envSum is a digest of the variables that go and git listen to.
func (s *Site) envSum() string {
	var told []string
	for _, v := range s.env {
		name, _, _ := strings.Cut(v, "=")
		if slices.Contains([]string{"GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GOTRACEBACK"}, name) {
			continue // how a program runs, not what it finds
		}
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "GIT_") || strings.HasPrefix(v, "PATH=") {
			told = append(told, v)
		}
	}
	slices.Sort(told)
	return digestOf([]byte(strings.Join(told, "\x00")))
}
