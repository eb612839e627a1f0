package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract"
	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

func save(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs a command line on a site and gives its output and exit code.
func run(t testing.TB, dir, stdin string, terminal bool, args ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	a := New(strings.NewReader(stdin), &b, &b, func(string) string { return "" })
	a.Terminal = terminal
	code = a.Run(context.Background(), a.Command("srccheck", "", a.Commands()...), append(args, "-s", dir))
	return b.String(), code
}

func smallSite(t testing.TB, functions int) string {
	dir := t.TempDir()
	save(t, filepath.Join(dir, "srcblog.toml"), "[sources.q]\ndir = \"q\"\n")
	for i := range functions {
		save(t, filepath.Join(dir, "q", fmt.Sprintf("f%d.go", i/50)), "")
	}
	var pages, files = map[int]string{}, map[int]string{}
	for i := range functions {
		if files[i/50] == "" {
			files[i/50] = "package q\n"
		}
		files[i/50] += fmt.Sprintf("\n// F%d counts.\nfunc F%d(n int) int {\n\tfor n < %d {\n\t\tn++\n\t}\n\treturn n\n}\n", i, i, i)
		pages[i/4] += fmt.Sprintf("\nThe prose.\n\n```snip {src=\"q\" sym=\"F%d\"}\nnote `return n`: done\n```\n", i)
	}
	for i, text := range files {
		save(t, filepath.Join(dir, "q", fmt.Sprintf("f%d.go", i)), text)
	}
	for i, text := range pages {
		save(t, filepath.Join(dir, "content", fmt.Sprintf("p%d.md", i)), "---\ntitle: P\n---\n"+text)
	}
	return dir
}

// A check of a site where nothing changed starts no other program: go and git are replaced by ones that leave a trace.
func TestCheckStartsNoSubprocess(t *testing.T) {
	dir := smallSite(t, 40)
	save(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	if out, code := run(t, dir, "", false, "accept", "--all", "--reviewed", "first"); code != 0 {
		t.Fatal(out)
	}
	bin, trace := t.TempDir(), filepath.Join(t.TempDir(), "trace")
	for _, name := range []string{"go", "git"} {
		save(t, filepath.Join(bin, name), "#!/bin/sh\necho "+name+" \"$@\" >>"+trace+"\nexit 1\n")
		if err := os.Chmod(filepath.Join(bin, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	if out, code := run(t, dir, "", false, "check"); code != 0 || !strings.Contains(out, "40 fresh") {
		t.Errorf("exit %d: %s", code, out)
	}
	if calls, err := os.ReadFile(trace); err == nil {
		t.Errorf("started: %s", calls)
	}
	// The trap works: the old text of a changed snippet is asked of git.
	file := filepath.Join(dir, "q", "f0.go")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	save(t, file, strings.Replace(string(src), "n++", "n--", 1))
	if _, code := run(t, dir, "", false, "check"); code != 1 {
		t.Errorf("changed: exit %d", code)
	}
	if _, err := os.Stat(trace); err != nil {
		t.Error("a changed snippet did not ask git for its old text")
	}
}

// BenchmarkCheck checks 1,000 snippets of 250 pages.
func BenchmarkCheck(b *testing.B) {
	dir := smallSite(b, 1000)
	if out, code := run(b, dir, "", false, "accept", "--all", "--reviewed", "first"); code != 0 {
		b.Fatal(out)
	}
	for b.Loop() {
		if out, code := run(b, dir, "", false, "check"); code != 0 {
			b.Fatal(out)
		}
	}
}

// On a terminal the reviewer sees the change beside the prose; only yes records, and an ended input records nothing.
func TestAcceptOnATerminal(t *testing.T) {
	dir := smallSite(t, 2)
	for _, c := range []struct {
		answers string
		code    int
		want    string
	}{
		{"", 4, "no answer: nothing was recorded"},
		{"n\n\n", 0, "nothing to accept"},
		{"n\nyes\n", 0, "accepted content/p0.md#f1"},
	} {
		out, code := run(t, dir, c.answers, true, "accept", "content/p0.md")
		if code != c.code || !strings.Contains(out, c.want) || !strings.Contains(out, "  | The prose.") {
			t.Errorf("%q: exit %d\n%s", c.answers, code, out)
		}
	}
	// Without a terminal nobody is asked.
	if out, code := run(t, dir, "", false, "accept", "content/p0.md"); code != 0 || !strings.Contains(out, "accepted content/p0.md#f0") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func report() *codeextract.Report {
	return &codeextract.Report{
		Items: []*codeextract.Item{
			{ID: "content/a 文.md#pop", Pos: problem.Position{File: "content/a 文.md", Line: 7}, Verdict: freshness.Stale, Sym: "Queue.Pop",
				From: codeextract.Place{Version: "v1.0.0", File: "q.go", First: 1, Last: 9}, To: codeextract.Place{Version: "v1.1.0", File: "q.go", First: 2, Last: 9},
				NotesHit: []string{"err"}, Diff: "-\treturn theirs\n+\treturn ours, 100%\n", Fix: "srcblog accept 'content/a 文.md#pop'"},
			{ID: "content/a 文.md#fine", Verdict: freshness.Fresh},
			{ID: "content/b.md#old", Pos: problem.Position{File: "content/b.md", Line: 3}, Verdict: freshness.Comment, Known: true},
		},
		Problems: problem.List{{Pos: problem.Position{File: "content/a:b,c.md", Line: 9, Column: 6}, Kind: problem.AnchorLost,
			Message: "`return x` matches nothing in Pop (q.go:1-9); did you mean\n\t`return theirs`", Fix: "quote more"}},
	}
}

// SARIF holds nobody else's code, and its fingerprints do not change with lines.
func TestSARIF(t *testing.T) {
	encode := func(shift int) (string, sarifLog) {
		r := report()
		for _, it := range r.Items {
			it.Pos.Line += shift
		}
		r.Problems[0].Pos.Line += shift
		var b bytes.Buffer
		if err := writeSARIF(&b, r, false); err != nil {
			t.Fatal(err)
		}
		var log sarifLog
		dec := json.NewDecoder(strings.NewReader(b.String()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&log); err != nil {
			t.Fatal(err)
		}
		return b.String(), log
	}
	text, log := encode(0)
	if strings.Contains(text, "theirs") {
		t.Errorf("other people's code:\n%s", text)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Results) != 3 {
		t.Fatalf("%s", text)
	}
	_, moved := encode(10)
	for i, r := range run.Results {
		if run.Tool.Driver.Rules[r.Index].ID != r.Rule || run.Tool.Driver.Rules[r.Index].Text.Text == "" {
			t.Errorf("%s: rule %d is another", r.Rule, r.Index)
		}
		if r.Fingerprints["srcblog/v1"] != moved.Runs[0].Results[i].Fingerprints["srcblog/v1"] {
			t.Errorf("%s: the fingerprint changes with the line", r.Rule)
		}
	}
	if levels := run.Results[0].Level + run.Results[1].Level + run.Results[2].Level; levels != "errorerrornote" {
		t.Errorf("levels %s", levels)
	}
	if uri := run.Results[1].Locations[0].Physical.Artifact.URI; uri != "content/a%20%E6%96%87.md" {
		t.Errorf("uri %s", uri)
	}
}

// Annotations are one line each, whatever is in them.
func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	a := New(nil, &b, &b, func(string) string { return "" })
	if err := a.writeGitHub(&b, report(), false); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"::error file=content/a%3Ab%2Cc.md,line=9,col=6,title=anchor-lost::`return x` matches nothing in Pop (q.go:1-9); did you mean%0A\t`return theirs`%0Aquote more",
		"::error file=content/a 文.md,line=7,title=content/a 文.md#pop stale::notes: 0/1 unaffected; hit: #err%0A-\treturn theirs%0A+\treturn ours, 100%25%0Afix: read the prose again, then: srcblog accept 'content/a 文.md#pop'",
		"::notice file=content/b.md,line=3,title=content/b.md#old comment::comment",
		"snippets: 3 (1 comment, 1 fresh, 1 stale); problems: 1",
	}
	if got := strings.TrimSpace(b.String()); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestColours(t *testing.T) {
	got := coloured("a.md:1: #x: stale\n\t@@ -1 +1 @@\n\t-old\n\t+new\n\tfix\n")
	want := "\x1b[1ma.md:1: #x: stale\x1b[0m\n\x1b[36m\t@@ -1 +1 @@\x1b[0m\n\x1b[31m\t-old\x1b[0m\n\x1b[32m\t+new\x1b[0m\n\tfix\n"
	if got != want {
		t.Errorf("got %q", got)
	}
}

// An answer may come without a line end.
func TestConfirmWithoutLineEnd(t *testing.T) {
	var b bytes.Buffer
	a := New(nil, &b, &b, func(string) string { return "" })
	ok, err := a.confirm(bufio.NewReader(strings.NewReader("y")))(&codeextract.Item{ID: "a#b"}, "")
	if !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
}
