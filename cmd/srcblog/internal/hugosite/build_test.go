package hugosite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Hugo runs once per process, so that every build of these tests is this binary again, told what to do in a variable.
func TestMain(m *testing.M) {
	arg := os.Getenv("SRCBLOG_TEST_BUILD")
	if arg == "" {
		os.Exit(m.Run())
	}
	var o BuildOptions
	if err := json.Unmarshal([]byte(arg), &o); err != nil {
		panic(err)
	}
	o.Log = nil
	if err := Build(context.Background(), o); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

func buildCommand(t *testing.T, o BuildOptions) *exec.Cmd {
	t.Helper()
	arg, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SRCBLOG_TEST_BUILD="+string(arg), "HUGO_TITLE=leaked", "HUGOxPARAMSxX=leaked")
	return cmd
}

func build(t *testing.T, o BuildOptions) (stdout, stderr string, err error) {
	t.Helper()
	var out, errOut strings.Builder
	cmd := buildCommand(t, o)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err = cmd.Run()
	return out.String(), errOut.String(), err
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, elem ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// newSite makes a site of one page that shows its title, the environment and a parameter.
func newSite(t *testing.T) (root string, o BuildOptions) {
	t.Helper()
	root = t.TempDir()
	write(t, root, "hugo.toml", "baseURL = 'https://example.org/'\ntitle = 'one'\n"+
		"disableKinds = ['taxonomy', 'term', 'section', 'rss', 'sitemap', '404']\n")
	write(t, root, "layouts/home.html", `{{ site.Title }} {{ hugo.Environment }} {{ site.Params.x }}`+"\n")
	return root, BuildOptions{Options: Options{Root: root}, Destination: filepath.Join(root, "public")}
}

// onlySite fails if anything but the site itself was left beside it.
func onlySite(t *testing.T, root string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, ".public-build")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("work folder left behind: %v", err)
	}
}

func TestBuild(t *testing.T) {
	root, o := newSite(t)
	stdout, stderr, err := build(t, o)
	if err != nil || stdout != "" || stderr != "" {
		t.Fatalf("err %v\nstdout %q\nstderr %q", err, stdout, stderr)
	}
	if got, want := read(t, root, "public/index.html"), "one production \n"; got != want {
		t.Errorf("got %q, want %q: the environment leaked in?", got, want)
	}
	onlySite(t, root)
}

// Hugo writes assets/jsconfig.json, with absolute paths, where a theme bundles scripts.
func TestBuildWritesNothingIntoAssets(t *testing.T) {
	root, o := newSite(t)
	write(t, root, "hugo.toml", "theme = 't'\n"+read(t, root, "hugo.toml"))
	write(t, root, "assets/mine.txt", "mine")
	write(t, root, "themes/t/assets/a.js", `import {b} from "./b.js"; console.log(b)`)
	write(t, root, "themes/t/assets/b.js", `export const b = 1`)
	write(t, root, "layouts/home.html", `{{ (resources.Get "a.js" | js.Build).RelPermalink }}`)
	if _, stderr, err := build(t, o); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	entries, err := os.ReadDir(filepath.Join(root, "assets"))
	if err != nil || len(entries) != 1 {
		t.Errorf("assets holds %v (%v)", entries, err)
	}
}

func TestRebuildDropsOldPagesAndKeepsDotFolders(t *testing.T) {
	root, o := newSite(t)
	write(t, root, "static/.well-known/x", "new")
	write(t, root, "public/index.html", "old")
	write(t, root, "public/gone.html", "old")
	write(t, root, "public/.git/HEAD", "ref")
	write(t, root, "public/.well-known/x", "old")
	if _, stderr, err := build(t, o); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	if got := read(t, root, "public/.git/HEAD"); got != "ref" {
		t.Errorf(".git/HEAD: %q", got)
	}
	if got := read(t, root, "public/.well-known/x"); got != "new" {
		t.Errorf(".well-known/x: %q", got)
	}
	if _, err := os.Stat(filepath.Join(root, "public/gone.html")); err == nil {
		t.Error("a page that is no more is still published")
	}
	onlySite(t, root)
}

func TestFailedBuildLeavesTheSite(t *testing.T) {
	root, o := newSite(t)
	write(t, root, "public/index.html", "old")
	write(t, root, "content/a.md", "---\ntitle: a\n---\n\n```bad\n```\n")
	write(t, root, "layouts/page.html", `{{ .Content }}`)
	write(t, root, "layouts/_markup/render-codeblock-bad.html", `{{ errorf "%s: no such thing" .Position }}`)
	stdout, stderr, err := build(t, o)
	if err == nil || stdout != "" {
		t.Fatalf("err %v, stdout %q", err, stdout)
	}
	if want := filepath.Join("content", "a.md") + `:5:1": no such thing`; !strings.Contains(stderr, want) {
		t.Errorf("stderr has no %q:\n%s", want, stderr)
	}
	if got := read(t, root, "public/index.html"); got != "old" {
		t.Errorf("the old site was changed: %q", got)
	}
	onlySite(t, root)
}

func TestKilledBuildLeavesTheSiteAndTheNextClears(t *testing.T) {
	root, o := newSite(t)
	write(t, root, "public/index.html", "old")
	write(t, root, "static/first.txt", "published before the pages")
	// Tells when rendering has begun, and then never ends.
	endless := `{{ warnf "rendering" }}{{ range seq 1000000 }}{{ range seq 1000000 }}{{ end }}{{ end }}`
	write(t, root, "layouts/home.html", endless)
	cmd := buildCommand(t, o)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	started := false
	for lines := bufio.NewScanner(stderr); !started && lines.Scan(); {
		started = strings.Contains(lines.Text(), "rendering")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || !started {
		t.Fatalf("killed while rendering? started %v, err %v", started, err)
	}
	if got := read(t, root, "public/index.html"); got != "old" {
		t.Errorf("the old site was changed: %q", got)
	}
	if _, err := os.Stat(filepath.Join(root, ".public-build", "new")); err != nil {
		t.Errorf("expected the dead build's folder: %v", err)
	}

	write(t, root, "layouts/home.html", "fresh")
	if _, stderr, err := build(t, o); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	if got := read(t, root, "public/index.html"); got != "fresh" {
		t.Errorf("got %q", got)
	}
	onlySite(t, root)
}

func TestDestinationsThatWouldDestroy(t *testing.T) {
	root, _ := newSite(t)
	write(t, root, "content/a.md", "mine")
	write(t, root, "notes/index.txt", "mine")
	for _, dest := range []string{".", "..", "content", "content/posts", "themes/x", "notes"} {
		if _, err := destination(root, filepath.Join(root, dest)); !errors.Is(err, ErrDestination) {
			t.Errorf("%s: %v", dest, err)
		}
	}
	write(t, root, "clone/.git/HEAD", "an empty clone to publish into")
	for _, dest := range []string{"public", "docs", "clone"} {
		if _, err := destination(root, filepath.Join(root, dest)); err != nil {
			t.Errorf("%s: %v", dest, err)
		}
	}
}
