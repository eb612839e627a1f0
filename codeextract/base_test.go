package codeextract

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// runGit runs git in a folder, undisturbed by anybody's configuration.
func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.autocrlf=false", "-c", "user.name=t",
		"-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

func commitAll(t *testing.T, dir string) {
	t.Helper()
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "-m", "next")
}

// repository is verdictSite in git, with one commit called base.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git command")
	}
	dir := verdictSite(t)
	runGit(t, dir, "init", "-q", "-b", "main")
	commitAll(t, dir)
	runGit(t, dir, "tag", "base")
	return dir
}

func itemOf(t *testing.T, r *Report, id string) *Item {
	t.Helper()
	for _, it := range r.Items {
		if it.ID == id {
			return it
		}
	}
	t.Fatalf("no item %s", id)
	return nil
}

const popID = "content/a.md#pop"

func acceptOne(t *testing.T, dir, target, reviewed string) {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Accept(context.Background(), AcceptOptions{Targets: []string{target}, Reviewed: reviewed}); err != nil {
		t.Fatal(err)
	}
}

var popChange = []string{"return item, nil", "return item, errEmpty"}

// What a revision had already is known and fails nothing; what came since fails.
func TestBaseKnownAndNew(t *testing.T) {
	dir := repository(t)
	queue := filepath.Join(dir, "q", "queue.go")
	editFile(t, queue, popChange)
	commitAll(t, dir)
	runGit(t, dir, "tag", "stale")

	if r := checkSite(t, dir, "base"); r.Exit(false) != 1 || itemOf(t, r, popID).Known {
		t.Errorf("new change: exit %d", r.Exit(false))
	}
	// A pull request that touches only docs, and one of code elsewhere.
	editFile(t, filepath.Join(dir, "content", "a.md"), []string{"The prose.", "Other prose."})
	editFile(t, queue, []string{"package q\n", "package q\n\n// More lines.\n"})
	r := checkSite(t, dir, "stale")
	if it := itemOf(t, r, popID); r.Exit(false) != 0 || !it.Known || it.Verdict != freshness.Stale {
		t.Errorf("old change: exit %d, %+v", r.Exit(false), it)
	}
	// The same snippet changes once more: that is new.
	editFile(t, queue, []string{"return item, errEmpty", "return item, nil, nil"})
	if r := checkSite(t, dir, "stale"); r.Exit(false) != 1 {
		t.Errorf("second change: exit %d", r.Exit(false))
	}
	// A broken reference that was there already is known, one more is not.
	editFile(t, queue, []string{") Len()", ") Size()"})
	commitAll(t, dir)
	runGit(t, dir, "tag", "broken")
	if r := checkSite(t, dir, "broken"); r.Exit(false) != 0 {
		t.Errorf("known broken reference: exit %d: %v", r.Exit(false), r.Problems)
	}
	editFile(t, queue, []string{") Pop(", ") Take("})
	if r := checkSite(t, dir, "broken"); r.Exit(false) != 2 {
		t.Errorf("new broken reference: exit %d", r.Exit(false))
	}
}

// An accept needs changed prose or a reason.
func TestRestamped(t *testing.T) {
	for name, c := range map[string]struct {
		reason, prose string
		want          freshness.Verdict
		exit          int
	}{
		"neither":         {"", "The prose.", freshness.Restamped, 1},
		"only more space": {"", "The  prose.\n", freshness.Restamped, 1},
		"changed prose":   {"", "New prose.", freshness.Fresh, 0},
		"a reason":        {"says the same", "The prose.", freshness.Fresh, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
			editFile(t, filepath.Join(dir, "content", "a.md"), []string{"The prose.", c.prose})
			acceptOne(t, dir, popID, c.reason)
			r := checkSite(t, dir, "base")
			if it := itemOf(t, r, popID); it.Verdict != c.want || r.Exit(false) != c.exit {
				t.Errorf("%s, exit %d", it.Verdict, r.Exit(false))
			}
			if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
				t.Errorf("without a base: exit %d", r.Exit(false))
			}
		})
	}
}

// Orphans fail where the revision did not have them.
func TestBaseOrphans(t *testing.T) {
	dir := repository(t)
	editFile(t, filepath.Join(dir, "content", "a.md"), []string{"```snip {#type sym=\"Queue\"}\n```\n", ""})
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("orphan: exit %d", r.Exit(false))
	}
	if r := checkSite(t, dir, "base"); r.Exit(false) != 1 {
		t.Errorf("new orphan: exit %d", r.Exit(false))
	}
	commitAll(t, dir)
	if r := checkSite(t, dir, "HEAD"); r.Exit(false) != 0 {
		t.Errorf("old orphan: exit %d", r.Exit(false))
	}
}

// A revision before the site, without its lock, or with a lock that can't be read, had no problems of ours.
func TestBaseWithoutSite(t *testing.T) {
	dir := repository(t)
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	for name, lock := range map[string]string{"none": "", "corrupt": "what is this\n", "newer": "format 99\n"} {
		t.Run(name, func(t *testing.T) {
			lockName := filepath.Join(dir, LockName)
			now, err := os.ReadFile(lockName)
			if err != nil {
				t.Fatal(err)
			}
			write(t, lockName, lock)
			commitAll(t, dir)
			write(t, lockName, string(now))
			if r := checkSite(t, dir, "HEAD"); r.Exit(false) != 1 {
				t.Errorf("exit %d", r.Exit(false))
			}
		})
	}
}

// A shallow clone judges as the full one does; only a base that it lacks can't be judged, and the error says how to get it.
func TestShallowClone(t *testing.T) {
	dir := repository(t)
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	commitAll(t, dir)
	shallow := filepath.Join(t.TempDir(), "clone")
	runGit(t, dir, "clone", "-q", "--depth=1", "file://"+dir, shallow)
	r := checkSite(t, shallow, "")
	it := itemOf(t, r, popID)
	if it.Verdict != freshness.Stale || r.Exit(false) != 1 {
		t.Errorf("%s, exit %d", it.Verdict, r.Exit(false))
	}
	if it.Diff != "" || !strings.Contains(it.Reason, "the clone is shallow") {
		t.Errorf("diff %q, reason %q", it.Diff, it.Reason)
	}
	if full := itemOf(t, checkSite(t, dir, ""), popID); !strings.Contains(full.Diff, "+\treturn item, errEmpty") {
		t.Errorf("no diff in the full clone: %q (%s)", full.Diff, full.Reason)
	}
	site, err := Open(shallow, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	for rev, fix := range map[string]string{
		"origin/dev": "git fetch --depth=1 origin '+refs/heads/dev:refs/remotes/origin/dev'",
		"0123456":    "git fetch --depth=1 origin 0123456",
		"HEAD~1":     "git fetch --unshallow",
	} {
		_, err := site.CheckSince(context.Background(), rev)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Kind.Exit() != 4 || p.Fix != fix {
			t.Errorf("%s: %v", rev, err)
		}
	}
}

// Without git or a repository there is no base, but everything else works.
func TestNoRepository(t *testing.T) {
	dir := verdictSite(t)
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("exit %d", r.Exit(false))
	}
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	if it := itemOf(t, checkSite(t, dir, ""), popID); it.Verdict != freshness.Stale || it.Reason == "" {
		t.Errorf("%s: %q", it.Verdict, it.Reason)
	}
	t.Setenv("PATH", t.TempDir())
	if it := itemOf(t, checkSite(t, dir, ""), popID); it.Verdict != freshness.Stale || it.Reason == "" {
		t.Errorf("no git: %s: %q", it.Verdict, it.Reason)
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	_, err = site.CheckSince(context.Background(), "HEAD")
	var p *problem.Problem
	if !errors.As(err, &p) || p.Kind != problem.Unavailable {
		t.Errorf("base without git: %v", err)
	}
}

// A dirty tree is judged as it is on disk; code that was never committed has no old text, and the reason says so.
func TestDirtyTree(t *testing.T) {
	dir := repository(t)
	queue := filepath.Join(dir, "q", "queue.go")
	editFile(t, queue, popChange)
	acceptOne(t, dir, popID, "")
	editFile(t, queue, []string{"return item, errEmpty", "return item, nil, nil"})
	if it := itemOf(t, checkSite(t, dir, ""), popID); it.Verdict != freshness.Stale || !strings.Contains(it.Reason, "never committed") {
		t.Errorf("%s: %q", it.Verdict, it.Reason)
	}
}

// A renamed symbol under a kept id is stale, with its diff; a renamed id, or a moved page, is compared with its old review.
func TestRenamesAreComparedAsOne(t *testing.T) {
	dir := repository(t)
	page := filepath.Join(dir, "content", "a.md")
	editFile(t, filepath.Join(dir, "q", "queue.go"), []string{") Pop(", ") Take("})
	editFile(t, page, []string{`sym="Queue.Pop"`, `sym="Queue.Take"`})
	it := itemOf(t, checkSite(t, dir, ""), popID)
	if it.Verdict != freshness.Stale || !strings.Contains(it.Diff, "+func (q *Queue) Take(") {
		t.Errorf("renamed symbol: %s %q (%s)", it.Verdict, it.Diff, it.Reason)
	}

	dir = repository(t)
	page = filepath.Join(dir, "content", "a.md")
	editFile(t, page, []string{"#pop", "#take"})
	it = itemOf(t, checkSite(t, dir, ""), "content/a.md#take")
	if it.Was != popID || it.Verdict != freshness.Unlocked {
		t.Errorf("renamed id: %s, was %q", it.Verdict, it.Was)
	}
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	r := checkSite(t, dir, "")
	if it = itemOf(t, r, "content/a.md#take"); it.Verdict != freshness.Stale || it.Diff == "" || r.Counts()[freshness.Orphan] != 0 {
		t.Errorf("renamed id, changed code: %s", it.Verdict)
	}
	acceptOne(t, dir, "content/a.md#take", "")
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 || r.Counts()[freshness.Orphan] != 0 {
		t.Errorf("after accept: %v", r.Counts())
	}

	if err := os.Rename(page, filepath.Join(dir, "content", "b.md")); err != nil {
		t.Fatal(err)
	}
	if it := itemOf(t, checkSite(t, dir, ""), "content/b.md#take"); it.Was != "content/a.md#take" {
		t.Errorf("moved page: %s, was %q", it.Verdict, it.Was)
	}
}
