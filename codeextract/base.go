package codeextract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/source"
)

// CheckSince is Check, compared with a revision: what that had as well is marked Known and decides nothing; snippets
// accepted since then with neither changed prose nor a reason are restamped, and new orphans count. A revision that is not
// in this clone is a *problem.Problem of kind Unavailable whose fix is the command that fetches it.
func (s *Site) CheckSince(ctx context.Context, rev string) (*Report, error) {
	now, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	commit, err := source.Commit(ctx, s.root, s.env, rev)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &problem.Problem{Pos: problem.Position{File: "--base " + rev}, Kind: problem.Unavailable,
			Message: "the revision is not in this clone: " + err.Error(), Fix: s.fetchCommand(ctx, rev)}
	}
	base, err := s.past(ctx, commit)
	if err != nil {
		return nil, err
	}
	now.report.Base = rev
	for sn := range now.report.snippets() {
		markRestamped(now, base, sn)
	}
	markKnown(now.report, base.report)
	return now.report, nil
}

// fetchCommand brings a revision into the clone, without the rest of history where the clone has none.
func (s *Site) fetchCommand(ctx context.Context, rev string) string {
	depth := ""
	if source.Shallow(ctx, s.root, s.env) {
		depth = "--depth=1 "
	}
	if remote, branch, ok := strings.Cut(rev, "/"); ok && !strings.ContainsAny(rev, "~^:@ ") {
		return fmt.Sprintf("git fetch %s%s %s", depth, quoteArg(remote), quoteArg("+refs/heads/"+branch+":refs/remotes/"+rev))
	}
	if strings.ContainsAny(rev, "~^") && depth != "" {
		return "git fetch --unshallow"
	}
	return fmt.Sprintf("git fetch %sorigin %s", depth, quoteArg(rev))
}

// past judges the site as a commit has it, in a folder of its own. A site that the commit does not have, or has in a state
// that can't be read, had no problems: what there is now is new.
func (s *Site) past(ctx context.Context, commit string) (*analysis, error) {
	empty := &analysis{report: &Report{}, lock: &lockfile.File{Entries: map[string]*lockfile.Entry{}}}
	top := source.GitTop(s.dir)
	siteAt, err := filepath.Rel(top, s.dir)
	if err != nil {
		return nil, fmt.Errorf("compare with %s: %w", commit, err)
	}
	rootAt, err := filepath.Rel(top, s.root)
	if err != nil {
		return nil, fmt.Errorf("compare with %s: %w", commit, err)
	}
	tmp, err := os.MkdirTemp("", "srcblog-base-")
	if err != nil {
		return nil, fmt.Errorf("compare with %s: %w", commit, err)
	}
	defer os.RemoveAll(tmp)
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return nil, fmt.Errorf("compare with %s: %w", commit, err)
	}
	if err := source.Checkout(ctx, top, s.env, commit, tmp); err != nil {
		return nil, err
	}
	then := &Site{dir: filepath.Join(tmp, siteAt), root: filepath.Join(tmp, rootAt), env: s.env, day: s.day}
	if _, err := os.Stat(then.dir); errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	// What is known about modules on this machine holds there as well.
	modules := filepath.Join(cacheDir, "modules")
	if known := filepath.Join(s.dir, modules); isDir(known) && !isDir(filepath.Join(then.dir, modules)) {
		if err := os.CopyFS(filepath.Join(then.dir, modules), os.DirFS(known)); err != nil {
			return nil, fmt.Errorf("compare with %s: %w", commit, err)
		}
	}
	a, err := then.analyzePast(ctx)
	var unreadable problem.List
	if errors.As(err, &unreadable) {
		return empty, nil
	}
	return a, err
}

func (s *Site) analyzePast(ctx context.Context) (a *analysis, err error) {
	if s.config, err = readConfig(s.dir, s.rel(filepath.Join(s.dir, ConfigName))); err != nil {
		return nil, err
	}
	return s.run(ctx, true)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// markRestamped finds a review recorded since the base for code that changed, where nobody touched the page's prose or
// said why it still holds.
func markRestamped(now, base *analysis, s *snippet) {
	id, it := s.fullID(), s.item
	was, is := base.lock.Entries[id], now.lock.Entries[id]
	if was == nil || is == nil || it.Verdict.Broken() {
		return
	}
	v := freshness.Judge(was, is)
	newReason := is.Ack != "" && is.Ack != was.Ack
	if v.Quiet() || v == freshness.Comment || newReason || proseChanged(base.report, s.page) {
		return
	}
	if it.Verdict.Quiet() || it.Verdict == freshness.Comment {
		it.Verdict, it.Reason = freshness.Restamped, reasonRestamped
		it.From = placeOf(was)
		it.NotesOK, it.NotesHit = freshness.Notes(was, it.now)
		it.Fix = "srcblog accept " + quoteArg(id) + ` --reviewed "REASON"`
	}
}

// proseChanged compares a page's text, front matter and white space aside, with what it was. Notes are prose as well.
func proseChanged(base *Report, page *Page) bool {
	for _, p := range base.Pages {
		if p.Path == page.Path {
			return prose(p.src) != prose(page.src)
		}
	}
	return true
}

func prose(src []byte) string {
	text := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	for _, fence := range []string{"---\n", "+++\n"} {
		if rest, ok := bytes.CutPrefix(text, []byte(fence)); ok {
			if _, body, found := bytes.Cut(rest, []byte("\n"+fence)); found {
				text = body
			}
			break
		}
	}
	return string(bytes.Join(bytes.Fields(text), []byte(" ")))
}

// markKnown marks what the base had as well: the same verdict on the same code, the same problem in the same file.
func markKnown(now, base *Report) {
	items := map[string]*Item{}
	for _, it := range base.Items {
		items[it.ID] = it
	}
	for _, it := range now.Items {
		was := items[it.ID]
		same := was != nil && was.Verdict == it.Verdict && (it.now == nil || was.now == nil || it.now.Shown == was.now.Shown)
		it.isNew = !same
		it.Known = same && (it.Exit(true) > 0 || it.Verdict == freshness.Orphan)
	}
	had := map[string]int{}
	for _, p := range base.Problems {
		had[problemKey(p)]++
	}
	for _, p := range now.Problems {
		if key := problemKey(p); p.Kind != problem.Unavailable && had[key] > 0 {
			had[key]--
			p.Known = true
		}
	}
}

// problemKey names a problem apart from where in a file it stands: lines move.
func problemKey(p *problem.Problem) string {
	return p.Pos.File + "\x00" + string(p.Kind) + "\x00" + digits.ReplaceAllString(p.Message, "#")
}

var digits = regexp.MustCompile(`[0-9]+`)
