package codeextract

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// libSite makes a site and a proxy of files that has example.com/lib at two versions, and an environment that knows
// no other module and is set against us in every way that a user's may be.
func libSite(t *testing.T, page string) (dir string, env []string) {
	t.Helper()
	dir, proxy, cache := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "mod")
	versions := map[string]string{
		"v1.0.0": "package lib\n\n// Pop takes.\nfunc Pop(q *Queue) string {\n\tx := q.items[0]\n\tq.items = q.items[1:]\n\n\treturn x\n}\n\ntype Queue struct{ items []string }\n",
		"v1.1.0": "package lib\n\n// Take takes.\n// It waits.\nfunc Take(q *Queue) string {\n\tq.wait()\n\tx := q.items[0]\n\tq.items = q.items[1:]\n\n\tprintln(x)\n\treturn x\n}\n\ntype Queue struct{ items []string }\n",
	}
	for v, src := range versions {
		var archive bytes.Buffer
		z := zip.NewWriter(&archive)
		for name, text := range map[string]string{"go.mod": "module example.com/lib\n", "lib.go": src, "LICENSE": "Permission is hereby granted, free of charge, to any person obtaining a copy"} {
			w, err := z.Create("example.com/lib@" + v + "/" + name)
			if err != nil {
				t.Fatal(err)
			}
			w.Write([]byte(text))
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(proxy, "example.com/lib/@v", v)
		write(t, at+".info", `{"Version":"`+v+`"}`)
		write(t, at+".mod", "module example.com/lib\n")
		write(t, at+".zip", archive.String())
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/site\n\ngo 1.26\n\nrequire example.com/lib v1.1.0\n")
	write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./nowhere\n")
	write(t, filepath.Join(dir, "vendor/example.com/lib/lib.go"), "package lib\n\nfunc Take() { vendored() }\n")
	write(t, filepath.Join(dir, "vendor/modules.txt"), "# example.com/lib v1.1.0\nexample.com/lib\n")
	write(t, filepath.Join(dir, ConfigName), "[sources.lib]\nmodule = \"example.com/lib\"\n[sources.old]\nmodule = \"example.com/lib\"\nversion = \"v1.0.0\"\n")
	write(t, filepath.Join(dir, "content/a.md"), page)
	t.Cleanup(func() {
		filepath.Walk(cache, func(name string, info os.FileInfo, err error) error {
			if err == nil && info.IsDir() {
				return os.Chmod(name, 0o777)
			}
			return nil
		})
	})
	// The go command counts its use in a process of its own, which may outlive it and the folder.
	home := t.TempDir()
	write(t, filepath.Join(home, ".config/go/telemetry/mode"), "off")
	return dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GOPROXY=file://" + filepath.ToSlash(proxy), "GOMODCACHE=" + cache,
		"GOSUMDB=off", "GOENV=off", "GOFLAGS=-mod=mod", "GOWORK=" + filepath.Join(dir, "go.work")}
}

// check runs the flow and gives its report as text.
func check(t *testing.T, dir string, env []string) (string, *Report) {
	t.Helper()
	site, err := Open(dir, env)
	if err != nil {
		t.Fatal(err)
	}
	report, err := site.Analyze(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return reportText(report), report
}

func TestModuleSources(t *testing.T) {
	dir, env := libSite(t, "```snip {src=\"lib\" sym=\"Take\"}\n```\n```snip {src=\"old\" sym=\"Pop\"}\n```\n"+
		"```snip {#at src=\"lib\" sym=\"Pop\" at=\"v1.0.0\"}\n```\n```snip {#path src=\"example.com/lib\" sym=\"Queue\"}\n```\n"+
		"```snip {#vendored src=\"vendor/example.com/lib\" sym=\"Take\" at=\"v1.0.0\"}\n```\n```snip {#none src=\"lib\" sym=\"Take\" at=\"v9.0.0\"}\n```\n")
	text, report := check(t, dir, env)
	for _, want := range []string{
		"take: go Take lib.go:3-12 https://pkg.go.dev/example.com/lib@v1.1.0#Take",
		"pop: go Pop lib.go:3-9", "at: go Pop lib.go:3-9", "path: go Queue lib.go:14-14",
		"a.md:9:64: vendor/example.com/lib is code of this repository: only modules have other versions",
		"a.md:11:21: module example.com/lib@v9.0.0 is not available",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "vendored()") || report.Exit(false) != 4 {
		t.Errorf("exit %d\n%s", report.Exit(false), text)
	}

	write(t, filepath.Join(dir, "go.mod"), "module example.com/site\n\nrequire example.com/lib v1.1.0\n\nreplace example.com/lib => ./fork\n")
	write(t, filepath.Join(dir, "content/a.md"), "```snip {src=\"lib\" sym=\"Take\"}\n```\n```snip {#pinned src=\"old\" sym=\"Pop\"}\n```\n")
	_, report = check(t, dir, env)
	if len(report.Problems) != 1 || report.Problems[0].Kind != problem.Replaced || report.Exit(false) != 2 {
		t.Errorf("replaced: %v", report.Problems)
	}
}

func TestModuleOffline(t *testing.T) {
	dir, env := libSite(t, "```snip {src=\"lib\" sym=\"Take\"}\n```\n")
	for i, v := range env {
		if strings.HasPrefix(v, "GOPROXY=") {
			env[i] = "GOPROXY=off"
		}
	}
	text, report := check(t, dir, env)
	if report.Exit(false) != 4 || !strings.Contains(text, "module example.com/lib@v1.1.0 is not available") {
		t.Errorf("exit %d\n%s", report.Exit(false), text)
	}
}

func TestCompareVersions(t *testing.T) {
	dir, env := libSite(t, "```snip {#d src=\"lib\" sym=\"Take\" diff=\"v1.0.0 Pop\"}\nelide doc\nnote `return x`: same\n```\n"+
		"```snip {#gone src=\"lib\" sym=\"Take\" diff=\"v1.0.0\"}\n```\n```snip {#q src=\"lib\" sym=\"Queue\" diff=\"v1.0.0\"}\n```\n"+
		"```snip {#own src=\"./vendor/example.com/lib\" sym=\"Take\" diff=\"v1.0.0\"}\n```\n")
	text, report := check(t, dir, env)
	const want = `d: go Take lib.go:3-12 https://pkg.go.dev/example.com/lib@v1.1.0#Take
  from Pop v1.0.0 lib.go:3-9
  … 2 lines (3-4)
-|func Pop(q *Queue) string {
+|func Take(q *Queue) string {
+|	q.wait()
 |	x := q.items[0]
 |	q.items = q.items[1:]
 |
+|	println(x)
 |	return x ⟨1⟩
 |}
`
	if !strings.Contains(text, want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	for _, want := range []string{`a.md:5:43: no symbol "Take" in example.com/lib@v1.0.0`, "a.md:9:63: ./vendor/example.com/lib is code of this repository"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	chunks := report.Pages[0].data.Snippets["d"].Parts[0].Chunks
	if was := chunks[0].Was; was == nil || was.Count != 1 || was.First != 3 || was.Last != 3 {
		t.Errorf("the gap hides %+v of the old version, want line 3", was)
	}
	html := chunks[1].HTML
	for _, want := range []string{`<span class="line del" id="d-oL4" data-n="4">`, `<span class="line add" id="d-L5" data-n="5">`,
		`<span class="line" id="d-L7" data-n="7" data-o="5">`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	var item *Item
	for _, it := range report.Items {
		if it.ID == "content/a.md#d" {
			item = it
		}
	}
	if item.Verdict != freshness.Unlocked {
		t.Fatal(item.Verdict)
	}
	for s := range report.snippets() {
		if s.id == "d" {
			e := lockEntry(s)
			if len(e.Parts) != 2 || e.Parts[0].Version != "v1.1.0" || e.Parts[1].Version != "v1.0.0" || e.Parts[1].Src != "lib@v1.0.0" {
				t.Errorf("lock: %+v", e.Parts)
			}
		}
	}
}

func TestRefsAndList(t *testing.T) {
	dir, env := libSite(t, "```snip {src=\"lib\" sym=\"Take\"}\nnote `return x`: [q](sym:example.com/lib#Queue)\n```\n[`Take`](sym:lib) [t](sym:lib#Take?track)\n")
	site, err := Open(dir, env)
	if err != nil {
		t.Fatal(err)
	}
	refs, err := site.Refs(t.Context(), "example.com/lib#Take")
	if err != nil || len(refs) != 3 || refs[0].ID != "content/a.md#take" || refs[1].Kind != "link" || refs[2].Kind != "track" {
		t.Errorf("%+v, %v", refs, err)
	}
	if refs, err := site.Refs(t.Context(), "lib#Queue"); err != nil || len(refs) != 1 || refs[0].Pos.Line != 2 {
		t.Errorf("%+v, %v", refs, err)
	}
	if _, err := site.Refs(t.Context(), "lib#Tak"); err == nil || !strings.Contains(err.Error(), "did you mean Take?") {
		t.Error(err)
	}
	nodes, err := site.List(t.Context(), "lib#Take")
	if err != nil || len(nodes) != 3 || nodes[0].Name != "/call:wait" || nodes[2].Name != "/return" || nodes[2].Code != "return x" || nodes[2].Line != 11 {
		t.Errorf("%+v, %v", nodes, err)
	}
}

func TestStdSource(t *testing.T) {
	dir, env := libSite(t, "```snip {src=\"std/sync\" sym=\"Cond.Wait\"}\n```\n```snip {#p src=\"net/http\" sym=\"Handler\"}\n```\n```snip {#other src=\"std/sync\" sym=\"Cond\" at=\"go1.2.3\"}\n```\n")
	root := t.TempDir() // stands for a toolchain
	write(t, filepath.Join(root, "VERSION"), "go1.99.1\ntime x\n")
	write(t, filepath.Join(root, "src/sync/cond.go"), "package sync\n\ntype Cond struct{}\n\nfunc (c *Cond) Wait() {}\n")
	write(t, filepath.Join(root, "src/net/http/h.go"), "package http\n\ntype Handler interface{}\n")
	write(t, filepath.Join(dir, ConfigName), "[sources.std]\nstd = \"go1.99.1\"\n")
	bin := t.TempDir()
	write(t, filepath.Join(bin, "go"), "#!/bin/sh\n[ \"$1\" = env ] && echo "+root+" && exit\nexec \"$REALGO\" \"$@\"\n")
	if err := os.Chmod(filepath.Join(bin, "go"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("REALGO", "go-is-not-needed")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	text, report := check(t, dir, append(env, "REALGO=false"))
	for _, want := range []string{
		"cond-wait: go Cond.Wait sync/cond.go:5-5 https://github.com/golang/go/blob/go1.99.1/src/sync/cond.go#L5-L5",
		"p: go Handler net/http/h.go:3-3", "a.md:5:22: module golang.org/toolchain@v0.0.1-go1.2.3.linux-amd64 is not available",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if part := report.Pages[0].data.Snippets["cond-wait"].Parts[0]; part.Package != "sync" || part.Source != "sync/cond.go" || part.License != "BSD-3-Clause" {
		t.Errorf("%+v", part)
	}
}
