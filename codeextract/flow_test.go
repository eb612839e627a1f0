package codeextract

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata: read the diff")

// TestFlow runs every case of testdata/flow; testdata/README.md says how to write one.
func TestFlow(t *testing.T) {
	cases, err := filepath.Glob("testdata/flow/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases found (%v)", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runFlow(t, name) })
	}
}

func runFlow(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	crlf := strings.Contains(string(archive.Comment), "with CRLF line ends")
	var inputs, wants []txtar.File
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			wants = append(wants, f)
			continue
		}
		inputs = append(inputs, f)
		data := string(f.Data)
		if strings.HasPrefix(f.Name, "then/") {
			continue
		}
		if crlf {
			data = strings.ReplaceAll(data, "\n", "\r\n")
		}
		write(t, filepath.Join(dir, f.Name), strings.ReplaceAll(data, "$CR\n", "\r\n"))
	}
	if strings.Contains(string(archive.Comment), "in a git repository") {
		commit(t, dir)
	}
	top := dir
	if _, sub, ok := strings.Cut(string(archive.Comment), "site in "); ok {
		dir = filepath.Join(dir, strings.Fields(sub)[0])
	}
	got := map[string]string{}
	got["want/report"] = analyzeText(t, dir)
	if then(inputs) {
		accept(t, dir)
		commit(t, top)
		for _, f := range inputs {
			if rest, ok := strings.CutPrefix(f.Name, "then/"); ok {
				write(t, filepath.Join(top, rest), string(f.Data))
			}
		}
		got["want/then"] = analyzeText(t, dir)
	}
	compareGolden(t, name, archive, inputs, wants, got)
}

func then(inputs []txtar.File) bool {
	return slices.ContainsFunc(inputs, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "then/") })
}

func compareGolden(t *testing.T, name string, archive *txtar.Archive, inputs, wants []txtar.File, got map[string]string) {
	if *update {
		archive.Files = inputs
		for _, key := range []string{"want/report", "want/then"} {
			if text, ok := got[key]; ok {
				archive.Files = append(archive.Files, txtar.File{Name: key, Data: []byte(text)})
			}
		}
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(wants) != len(got) {
		t.Errorf("the case wants %d sections, the run gave %d", len(wants), len(got))
	}
	for _, w := range wants {
		text, ok := got[w.Name]
		if !ok {
			t.Errorf("unknown section %s", w.Name)
		}
		if text != string(w.Data) {
			t.Errorf("%s", diff.Diff(w.Name, w.Data, "got", []byte(text)))
		}
	}
}

func write(t *testing.T, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// commit makes the site's folder a git repository with one commit, from which the second run has the old text.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "first"},
	} {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.autocrlf=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, out)
		}
	}
}

// accept records everything, as an author does after reading.
func accept(t *testing.T, dir string) {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := site.Accept(context.Background(), AcceptOptions{All: true, Reviewed: "first review"}); err != nil {
		t.Fatal(err)
	}
}

// analyzeText runs the flow and prints its report in a form that people can read.
func analyzeText(t *testing.T, dir string) string {
	t.Helper()
	site, err := Open(dir, os.Environ())
	var list problem.List
	if errors.As(err, &list) {
		return "problem " + list.Error() + "\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Analyze(context.Background())
	if errors.As(err, &list) {
		return "problem " + list.Error() + "\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	return reportText(report)
}

func reportText(report *Report) string {
	var b strings.Builder
	for _, it := range report.Items {
		fmt.Fprintf(&b, "%s: %s %s", it.Pos, it.Verdict, it.ID)
		if len(it.NotesHit) > 0 {
			fmt.Fprintf(&b, " ok=%v hit=%v", it.NotesOK, it.NotesHit)
		}
		b.WriteString("\n")
		if it.Verdict == freshness.Unlocked || it.Verdict.Broken() {
			// Said by the problem, or the same for all.
		} else if it.Reason != "" {
			b.WriteString("\t" + it.Reason + "\n")
		}
		b.WriteString(it.Diff)
	}
	for _, p := range report.Problems {
		fmt.Fprintf(&b, "problem %s: %s\n", p.Kind, p.Error())
	}
	for _, p := range report.Pages {
		printPage(&b, p.data)
	}
	fmt.Fprintf(&b, "exit %d\n", report.Exit(false))
	return b.String()
}

var tags = regexp.MustCompile(`<[^>]*>`)

func printPage(b *strings.Builder, page *pagedata.Page) {
	ids := make([]string, 0, len(page.Snippets))
	for id := range page.Snippets {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		s := page.Snippets[id]
		if s.Error != "" {
			continue
		}
		for _, p := range s.Parts {
			fmt.Fprintf(b, "%s: %s %s %s:%d-%d %s\n", id, s.Lang, p.Symbol, p.File, p.First, p.Last, p.Href)
			if p.Old != nil {
				fmt.Fprintf(b, "  from %s %s %s:%d-%d\n", p.Old.Symbol, p.Old.Version, p.Old.File, p.Old.First, p.Old.Last)
			}
			for _, c := range p.Chunks {
				printChunk(b, c)
			}
		}
		for _, w := range s.Ways {
			fmt.Fprintf(b, "  step %d of %d of %s, after %v, before %v\n", w.N, w.Of, w.Path, linkText(w.Prev), linkText(w.Next))
		}
		for _, n := range s.Notes {
			fmt.Fprintf(b, "  note %d %s line %d: %s", n.N, n.ID, n.Line, n.HTML)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(page.Paths)) {
		printPath(b, id, page.Paths[id])
	}
	for _, id := range slices.Sorted(maps.Keys(page.Drawings)) {
		if d := page.Drawings[id]; d.Error == "" {
			fmt.Fprintf(b, "%s %s %q, lines %v\n", d.Kind, id, d.Title, d.Lines)
			for _, m := range regexp.MustCompile(`(?s)<desc>(.*?)</desc>`).FindAllStringSubmatch(d.SVG, -1) {
				fmt.Fprintf(b, "\t%s\n", strings.ReplaceAll(html.UnescapeString(m[1]), "; ", "\n\t"))
			}
			for _, m := range regexp.MustCompile(`<a href="([^"]*)"`).FindAllStringSubmatch(d.SVG, -1) {
				fmt.Fprintf(b, "\tlink %s\n", m[1])
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(page.Links)) {
		l := page.Links[key]
		fmt.Fprintf(b, "link %s -> %s (%s)\n", key, l.Href, l.Title)
	}
}

func linkText(l *pagedata.Link) string {
	if l == nil {
		return "nothing"
	}
	return l.Label + " (" + l.Href + ")"
}

func printPath(b *strings.Builder, id string, p *pagedata.Path) {
	if p.Error != "" {
		return
	}
	fmt.Fprintf(b, "path %s %q\n", id, p.Title)
	for _, s := range p.Steps {
		if e := s.Edge; e != nil {
			fmt.Fprintf(b, "\t\t%s via %q at %s %s", e.Kind, e.Via, e.Place, e.Href)
			for word, is := range map[string]bool{"go": e.Go, "defer": e.Defer} {
				if is {
					b.WriteString(" " + word)
				}
			}
			if e.Closure {
				b.WriteString(" closure")
			}
			if e.Handed != nil {
				fmt.Fprintf(b, ", set in %s at %s %s", e.Handed.Symbol, e.Handed.Place, e.Handed.Href)
			}
			if e.Loose {
				b.WriteString(", by type")
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "\t%s -> %s (%s) %s\n", s.Symbol, s.Href, s.Title, s.Label)
	}
}

func printChunk(b *strings.Builder, c *pagedata.Chunk) {
	switch c.Kind {
	case "gap":
		fmt.Fprintf(b, "  %*s… %d lines (%d-%d)\n", c.Indent, "", c.Count, c.First, c.Last)
		return
	case "fold":
		fmt.Fprintf(b, "  %*s[%s] %d lines\n", c.Indent, "", c.Summary, c.Count)
	}
	for line := range strings.Lines(c.HTML) {
		flag := " "
		for class, sign := range map[string]string{"line mark": "*", "line add": "+", "line del": "-"} {
			if strings.Contains(line, `class="`+class) {
				flag = sign
			}
		}
		text := html.UnescapeString(tags.ReplaceAllString(strings.TrimSuffix(line, "\n"), ""))
		for _, m := range regexp.MustCompile(`data-note="(\d+)"`).FindAllStringSubmatch(line, -1) {
			text += " ⟨" + m[1] + "⟩"
		}
		fmt.Fprintf(b, "%s|%s\n", flag, text)
	}
}
