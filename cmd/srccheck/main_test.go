package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"srccheck": main})
}

// The point of srccheck is to compile in seconds: neither Hugo's site builder nor what that brings along is in it.
func TestLinksNoSiteBuilder(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.Lines(string(out)) {
		switch strings.TrimSpace(dep) {
		case "github.com/gohugoio/hugo/hugolib", "github.com/gohugoio/hugo/commands", "github.com/gohugoio/hugo/resources",
			"github.com/gohugoio/hugo/tpl/tplimpl", "github.com/evanw/esbuild/pkg/api":
			t.Errorf("depends on %s", dep)
		}
	}
}

// sh runs a shell script in a folder and gives its output and exit code.
func sh(t *testing.T, dir, script string, env ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// upstream is a repository with a reviewed article on main, and a branch that changes the code it shows.
func upstream(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"git", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s", program)
		}
	}
	dir := t.TempDir()
	out, code := sh(t, dir, `set -e
mkdir q content
printf '[sources.q]\ndir = "q"\n' > srcblog.toml
printf 'package q\n\n// Pop takes one.\nfunc Pop() int {\n\treturn 1\n}\n' > q/q.go
printf -- '---\ntitle: A\n---\nThe prose.\n\n`+"```"+`snip {src="q" sym="Pop"}\n`+"```"+`\n' > content/a.md
git init -q -b main
srccheck accept content/a.md
git add .
git commit -q -m first
git config uploadpack.allowFilter true
git checkout -q -b change
sed -i 's/return 1/return 2/' q/q.go
git commit -q -a -m change`)
	if code != 0 {
		t.Fatal(out)
	}
	return dir
}

// The workflow of docs, as far as it can be run here: its check step in a clean clone without old blobs.
func TestWorkflow(t *testing.T) {
	src, err := os.ReadFile("../../docs/ci/github-actions.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, step, ok := strings.Cut(string(src), "- name: Check\n        run: |\n")
	if !ok {
		t.Fatal("no check step")
	}
	step = strings.ReplaceAll(step, "          ", "")
	up, clone, summary := upstream(t), filepath.Join(t.TempDir(), "clone"), filepath.Join(t.TempDir(), "summary.md")
	if out, code := sh(t, up, "git clone -q --filter=blob:none --branch change file://"+up+" "+clone); code != 0 {
		t.Fatal(out)
	}
	env := []string{"GITHUB_BASE_REF=main", "GITHUB_STEP_SUMMARY=" + summary}
	out, code := sh(t, clone, step, env...)
	if code != 1 || !strings.Contains(out, "::error file=content/a.md,line=6,col=9,title=content/a.md#pop stale::") || !strings.Contains(out, "-\treturn 1%0A+\treturn 2") {
		t.Errorf("exit %d: %s", code, out)
	}
	text, err := os.ReadFile(summary)
	if err != nil || !strings.Contains(string(text), "#pop: stale") || !strings.Contains(string(text), "srccheck accept content/a.md#pop") {
		t.Errorf("summary: %s %v", text, err)
	}
	// Accepted without a word, it fails as well; with changed prose it passes.
	if out, code := sh(t, clone, "srccheck accept content/a.md#pop\n"+step, env...); code != 1 || !strings.Contains(out, "restamped") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := sh(t, clone, "sed -i 's/The prose/New prose/' content/a.md\n"+step, env...); code != 0 {
		t.Errorf("exit %d: %s", code, out)
	}
}

// The hook of docs stops a commit that makes an article stale, and lets others through.
func TestPreCommitHook(t *testing.T) {
	hook, err := filepath.Abs("../../docs/ci/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	up := upstream(t)
	if out, code := sh(t, up, "cp "+hook+" .git/hooks/pre-commit\ntouch x\ngit add x\ngit commit -q -m known"); code != 0 {
		t.Errorf("a known problem stopped a commit: %s", out)
	}
	out, code := sh(t, up, "sed -i 's/return 2/return 3/' q/q.go\ngit commit -q -a -m more")
	if code == 0 || !strings.Contains(out, "#pop: stale") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out, code := sh(t, up, "srccheck accept content/a.md#pop --reviewed 'says nothing of numbers'\ngit commit -q -a -m more"); code != 0 {
		t.Errorf("exit %d: %s", code, out)
	}
}
