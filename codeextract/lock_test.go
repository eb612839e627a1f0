package codeextract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
)

func readLockText(t *testing.T, dir string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, LockName))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// A lock that is missing, or has a block in conflict, means not reviewed; one that can't be read is an error with its line;
// and none of these loses anything.
func TestLockOnBadDays(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(lock string) string
		want string // verdict of #pop, or the error
	}{
		"missing": {func(string) string { return "" }, "unlocked"},
		"CRLF":    {func(l string) string { return strings.ReplaceAll(l, "\n", "\r\n") }, "fresh"},
		"BOM":     {func(l string) string { return "\ufeff" + l }, "fresh"},
		"corrupt": {func(l string) string { return l + "\n\x00\x01garbage\n" }, "is neither a snippet's id"},
		"newer":   {func(l string) string { return strings.Replace(l, "format 1", "format 2", 1) }, "update srcblog"},
		"cut":     {func(l string) string { return l[:strings.Index(l, "#pop\n")+5] }, "unlocked"},
		"conflict": {func(l string) string {
			return strings.Replace(l, "content/a.md#pop\n", "<<<<<<< a\ncontent/a.md#pop\n=======\ncontent/a.md#pop\n>>>>>>> b\n", 1)
		}, "unlocked"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := verdictSite(t)
			lock := c.edit(readLockText(t, dir))
			write(t, filepath.Join(dir, LockName), lock)
			if lock == "" {
				if err := os.Remove(filepath.Join(dir, LockName)); err != nil {
					t.Fatal(err)
				}
			}
			site, err := Open(dir, os.Environ())
			if err != nil {
				t.Fatal(err)
			}
			r, err := site.Check(context.Background())
			if err != nil {
				var list problem.List
				if !errors.As(err, &list) || list.Exit() != 3 || list[0].Pos.Line == 0 || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v", err)
				}
				if _, err := site.Accept(context.Background(), AcceptOptions{All: true, Reviewed: "x"}); err == nil {
					t.Error("accepted over a lock that can't be read")
				}
				if readLockText(t, dir) != lock {
					t.Error("the lock was written to")
				}
				return
			}
			if it := itemOf(t, r, popID); string(it.Verdict) != c.want {
				t.Errorf("%s, want %s", it.Verdict, c.want)
			}
		})
	}
}

// Fields of a newer srcblog stay where an accept rewrites their block.
func TestUnknownFieldsAreKept(t *testing.T) {
	dir := verdictSite(t)
	lock := strings.Replace(readLockText(t, dir), "  shown ", "    colour blue\n  mood good\n  shown ", 1)
	write(t, filepath.Join(dir, LockName), lock)
	editFile(t, filepath.Join(dir, "q", "queue.go"), append([]string{"return len(q.items)", "return cap(q.items)"}, popChange...))
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Accept(context.Background(), AcceptOptions{All: true, Reviewed: "x"}); err != nil {
		t.Fatal(err)
	}
	after := readLockText(t, dir)
	if !strings.Contains(after, "    colour blue\n") || !strings.Contains(after, "  mood good\n") {
		t.Errorf("lost:\n%s", after)
	}
}

// Accepts that run at once, here and in other processes, each keep what the others recorded.
func TestConcurrentAccepts(t *testing.T) {
	const pages = 20
	dir := t.TempDir()
	write(t, filepath.Join(dir, "srcblog.toml"), verdictsToml)
	write(t, filepath.Join(dir, "q", "queue.go"), verdictsQueue)
	write(t, filepath.Join(dir, "q", "run.sh"), "echo one\necho two\n")
	for i := range pages {
		write(t, filepath.Join(dir, "content", fmt.Sprintf("p%d.md", i)), verdictsPage)
	}
	var wg sync.WaitGroup
	for i := range pages {
		wg.Go(func() { acceptOne(t, dir, fmt.Sprintf("content/p%d.md", i), "") })
	}
	wg.Wait()
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 || r.Counts()[freshness.Fresh] != 5*pages {
		t.Errorf("%v", r.Counts())
	}
}

// A process killed while it wrote leaves a temporary file and the old lock.
func TestKilledDuringWrite(t *testing.T) {
	dir := verdictSite(t)
	before := readLockText(t, dir)
	write(t, filepath.Join(dir, ".snippets.lock-12345"), before[:len(before)/2])
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("exit %d", r.Exit(false))
	}
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	acceptOne(t, dir, popID, "")
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("after accept: exit %d", r.Exit(false))
	}
}

// Two branches that review different snippets merge without a conflict.
func TestLockMerges(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git command")
	}
	dir := repository(t)
	queue := filepath.Join(dir, "q", "queue.go")
	runGit(t, dir, "checkout", "-q", "-b", "other")
	editFile(t, queue, []string{"return len(q.items)", "return cap(q.items)"})
	acceptOne(t, dir, "content/a.md#body", "")
	commitAll(t, dir)
	runGit(t, dir, "checkout", "-q", "main")
	editFile(t, queue, []string{`New("empty")`, `New("Empty")`})
	acceptOne(t, dir, "content/a.md#region", "")
	commitAll(t, dir)
	runGit(t, dir, "merge", "-q", "-m", "merge", "other")
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("exit %d: %v", r.Exit(false), r.Counts())
	}
}

// A deferral passes until its last day is over, for the change it was given for, and the page stays marked.
func TestDefer(t *testing.T) {
	dir := verdictSite(t)
	open := func(day string) *Site {
		site, err := Open(dir, os.Environ())
		if err != nil {
			t.Fatal(err)
		}
		site.day = day
		return site
	}
	ctx := context.Background()
	if _, err := open("").Defer(ctx, []string{popID}, "later", ""); !errors.Is(err, ErrNothingToDefer) {
		t.Errorf("fresh: %v", err)
	}
	if _, err := open("").Defer(ctx, []string{"content/a.md#no"}, "later", ""); !errors.Is(err, ErrTarget) {
		t.Errorf("unknown: %v", err)
	}
	queue := filepath.Join(dir, "q", "queue.go")
	editFile(t, queue, popChange)
	if _, err := open("").Defer(ctx, []string{popID}, "later", "tomorrow"); !errors.Is(err, ErrDate) {
		t.Errorf("bad date: %v", err)
	}
	if _, err := open("").Defer(ctx, []string{popID}, "later", "2031-05-01"); err != nil {
		t.Fatal(err)
	}
	for day, exit := range map[string]int{"2031-04-30": 0, "2031-05-01": 0, "2031-05-02": 1} {
		r, err := open(day).Analyze(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if it := itemOf(t, r, popID); it.Verdict != freshness.Deferred || r.Exit(false) != exit || r.Pages[0].data.Stale != 1 {
			t.Errorf("%s: %s, exit %d, marks %d", day, it.Verdict, r.Exit(false), r.Pages[0].data.Stale)
		}
	}
	editFile(t, queue, []string{"return item, errEmpty", "return item, nil, nil"})
	if it := itemOf(t, checkSite(t, dir, ""), popID); it.Verdict != freshness.Stale {
		t.Errorf("changed again: %s", it.Verdict)
	}
	acceptOne(t, dir, popID, "")
	if strings.Contains(readLockText(t, dir), "defer") {
		t.Error("the debt outlived the review")
	}
}

// Asked, a reviewer sees the diff and the prose; no leaves the snippet as it was.
func TestAcceptAsks(t *testing.T) {
	dir := repository(t)
	editFile(t, filepath.Join(dir, "q", "queue.go"), popChange)
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range []bool{false, true} {
		asked := 0
		opts := AcceptOptions{Targets: []string{"q#Queue.Pop"}, Confirm: func(it *Item, prose string) (bool, error) {
			asked++
			if !strings.Contains(it.Diff, "+\treturn item, errEmpty") || !strings.Contains(prose, "The prose.") || !strings.Contains(prose, "note #item") {
				t.Errorf("diff %q, prose %q", it.Diff, prose)
			}
			return answer, nil
		}}
		accepted, err := site.Accept(context.Background(), opts)
		if err != nil || asked != 1 || (len(accepted) == 1) != answer {
			t.Errorf("answer %v: %v, %v, asked %d times", answer, accepted, err, asked)
		}
	}
}

// BenchmarkLock reads and writes a lock of 10,000 entries.
func BenchmarkLock(b *testing.B) {
	f := &lockfile.File{Entries: map[string]*lockfile.Entry{}}
	hash := strings.Repeat("0123456789abcdef", 2)
	for i := range 10000 {
		f.Entries[fmt.Sprintf("content/posts/p%d.md#s%d", i/10, i)] = &lockfile.Entry{Shown: hash, Seen: hash,
			Parts: []lockfile.Part{{Src: "cache", Name: "DeltaFIFO.Pop", File: "tools/cache/delta_fifo.go", First: 10, Last: 80,
				Blob: hash, Sig: hash, Code: hash, Full: hash, Text: hash, Nodes: strings.Fields(strings.Repeat("01234567 ", 20))}}}
	}
	src := f.Bytes()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		g, err := lockfile.Parse(src)
		if err != nil || len(g.Bytes()) != len(src) {
			b.Fatal(err)
		}
	}
}

// A review is no orphan while it can't be known whether what it is of is gone: a tracked symbol that is missing or can't be had, and
// any snippet where a folder of pages is not there. What is accepted meanwhile takes nothing away.
func TestReviewsOutlastWhatCannotBeRead(t *testing.T) {
	dir, env := libSite(t, "[t](sym:lib#Take?track) and [x](sym:q#X?track)\n```snip {#own src=\"q\" sym=\"X\"}\n```\n")
	write(t, filepath.Join(dir, "q/x.go"), "package q\n\nfunc X() {}\n")
	config, err := os.ReadFile(filepath.Join(dir, ConfigName))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ConfigName), string(config)+"\n[sources.q]\ndir = \"q\"\n")
	site, err := Open(dir, env)
	if err != nil {
		t.Fatal(err)
	}
	if accepted, err := site.Accept(t.Context(), AcceptOptions{All: true, Reviewed: "first"}); err != nil || len(accepted) != 3 {
		t.Fatal(accepted, err)
	}
	before, err := os.ReadFile(filepath.Join(dir, LockName))
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(){
		"another name": func() { write(t, filepath.Join(dir, "q/x.go"), "package q\n\nfunc Y() {}\n") },
		"no file":      func() { remove(t, dir, "q/x.go") },
		"no folder of pages": func() {
			write(t, filepath.Join(dir, ConfigName), "content = [\"contnt\"]\n"+string(config)+"\n[sources.q]\ndir = \"q\"\n")
		},
	}
	for name, change := range changes {
		change()
		site, err := Open(dir, env)
		if err != nil {
			t.Fatal(err)
		}
		report, err := site.Check(t.Context())
		if err != nil || len(report.Problems) == 0 {
			t.Errorf("%s: no problem is told (%v)", name, err)
		}
		for _, it := range report.Items {
			if it.Verdict == freshness.Orphan {
				t.Errorf("%s: %s is called an orphan", name, it.ID)
			}
		}
		if _, err := site.Accept(t.Context(), AcceptOptions{All: true}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.ReadFile(filepath.Join(dir, LockName)); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the lock is now\n%s", name, after)
		}
		write(t, filepath.Join(dir, "q/x.go"), "package q\n\nfunc X() {}\n")
		write(t, filepath.Join(dir, ConfigName), string(config)+"\n[sources.q]\ndir = \"q\"\n")
	}
}
