package codeextract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/freshness"
	"github.com/srcblog/srcblog/codeextract/problem"
)

const modPath = "example.com/fifo"

const fifoV1 = `package fifo

// Pop takes one.
func Pop() int {
	return 1
}

// Push puts one.
func Push(n int) {
	put(n)
	wake()
}

// Close ends it.
func Close() {
	stop()
	wake()
}

func put(int) {}
func wake()   {}
func stop()   {}
`

// fifoV2: Pop changed, Push moved, Close has another name.
var fifoV2 = strings.NewReplacer("return 1", "return 2", "package fifo\n", "package fifo\n\n// A line more.\n",
	"// Close ends it.\nfunc Close()", "// Shut ends it.\nfunc Shut()").Replace(fifoV1)

// fakeProxy serves versions of example.com/fifo from files and points the environment of this test at it.
func fakeProxy(t *testing.T, versions map[string]string) (proxyDir string) {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, "example.com", "fifo", "@v")
	for version, text := range versions {
		var archive bytes.Buffer
		z := zip.NewWriter(&archive)
		for name, content := range map[string]string{"go.mod": "module " + modPath + "\n", "fifo.go": text} {
			w, err := z.Create(modPath + "@" + version + "/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(content)); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(at, version+".info"), `{"Version":"`+version+`"}`)
		write(t, filepath.Join(at, version+".mod"), "module "+modPath+"\n")
		write(t, filepath.Join(at, version+".zip"), archive.String())
	}
	cache := t.TempDir()
	t.Cleanup(func() {
		_ = filepath.Walk(cache, func(name string, info os.FileInfo, err error) error {
			if err == nil && info.IsDir() {
				return os.Chmod(name, 0o777)
			}
			return nil
		})
	})
	for name, value := range map[string]string{"GOPROXY": "file://" + filepath.ToSlash(dir), "GOMODCACHE": cache, "GOSUMDB": "off",
		"GOENV": "off", "GONOPROXY": "", "GOPRIVATE": "", "GOFLAGS": ""} {
		t.Setenv(name, value)
	}
	return dir
}

const fifoPage = "---\ntitle: A\nsnip: {src: m}\n---\n\n```snip {sym=\"Pop\"}\nnote #one `return …`: one\nnote #sig sig: the signature\n```\n\n```snip {sym=\"Push\"}\n```\n\n```snip {sym=\"Close\"}\n```\n"

func moduleSite(t *testing.T) string {
	t.Helper()
	fakeProxy(t, map[string]string{"v1.0.0": fifoV1, "v1.1.0": fifoV2})
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/blog\n\ngo 1.26\n\nrequire example.com/fifo v1.0.0 // why\n")
	write(t, filepath.Join(dir, "srcblog.toml"), "[sources.m]\nmodule = \"example.com/fifo\"\n\n[sources.old]\nmodule = \"example.com/fifo\"\nversion = 'v1.0.0' # history\n")
	write(t, filepath.Join(dir, "content", "a.md"), fifoPage)
	accept(t, dir)
	return dir
}

func upgradeSite(t *testing.T, dir, version, alias string) (*Site, *Plan) {
	t.Helper()
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := site.Upgrade(context.Background(), modPath, version, alias)
	if err != nil {
		t.Fatal(err)
	}
	return site, plan
}

// A plan says of every snippet and note what the new version does to it; written, check says the same.
func TestUpgrade(t *testing.T) {
	dir := moduleSite(t)
	site, plan := upgradeSite(t, dir, "v1.1.0", "")
	if plan.From != "v1.0.0" || len(plan.Items) != 3 {
		t.Fatalf("%+v", plan)
	}
	for id, want := range map[string]string{"pop": "stale", "push": "moved", "close": "missing"} {
		it := itemOf(t, &Report{Items: plan.Items}, "content/a.md#"+id)
		if string(it.Verdict) != want {
			t.Errorf("%s: %s, want %s", id, it.Verdict, want)
		}
		if id == "pop" && (strings.Join(it.NotesHit, " ") != "one" || strings.Join(it.NotesOK, " ") != "sig" || !strings.Contains(it.Diff, "+\treturn 2")) {
			t.Errorf("pop: hit %v, ok %v, diff %s", it.NotesHit, it.NotesOK, it.Diff)
		}
	}
	if len(plan.Problems) != 1 || !strings.Contains(plan.Problems[0].Fix, `sym="Shut"`) {
		t.Errorf("problems: %v", plan.Problems)
	}
	if r := checkSite(t, dir, ""); r.Exit(false) != 0 {
		t.Errorf("planning changed something: exit %d", r.Exit(false))
	}
	file, err := site.WriteVersion(plan)
	if err != nil || file != "go.mod" {
		t.Fatalf("%s, %v", file, err)
	}
	gomod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.Contains(string(gomod), "require example.com/fifo v1.1.0 // why") {
		t.Errorf("%s %v", gomod, err)
	}
	r := checkSite(t, dir, "")
	for _, it := range plan.Items {
		if now := itemOf(t, r, it.ID); now.Verdict != it.Verdict {
			t.Errorf("%s: planned %s, is %s", it.ID, it.Verdict, now.Verdict)
		}
	}
}

// Where srcblog.toml pins the version, that file changes, and nothing else in it.
func TestUpgradePinned(t *testing.T) {
	dir := moduleSite(t)
	write(t, filepath.Join(dir, "content", "b.md"), strings.Replace(fifoPage, "src: m", "src: old", 1))
	site, plan := upgradeSite(t, dir, "v1.1.0", "old")
	if len(plan.Items) != 3 || !strings.HasPrefix(plan.Items[0].ID, "content/b.md#") {
		t.Fatalf("%d items", len(plan.Items))
	}
	if file, err := site.WriteVersion(plan); err != nil || file != "srcblog.toml" {
		t.Fatalf("%s, %v", file, err)
	}
	toml, err := os.ReadFile(filepath.Join(dir, "srcblog.toml"))
	if err != nil || !strings.Contains(string(toml), "version = \"v1.1.0\" # history\n") {
		t.Errorf("%s %v", toml, err)
	}
	// Both versions of the module on one site, each judged by itself.
	r := checkSite(t, dir, "")
	if itemOf(t, r, "content/a.md#pop").Verdict != freshness.Fresh || itemOf(t, r, "content/b.md#pop").To.Version != "v1.1.0" {
		t.Errorf("%v", r.Counts())
	}
}

// What can't be upgraded is said before anything is touched.
func TestUpgradeRefused(t *testing.T) {
	dir := moduleSite(t)
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, c := range [][3]string{{"example.com/none", "v1.0.0", ""}, {modPath, "latest", ""}, {modPath, "v1.1.0", "nobody"}} {
		if _, err := site.Upgrade(ctx, c[0], c[1], c[2]); !errors.Is(err, ErrUpgrade) {
			t.Errorf("%v: %v", c, err)
		}
	}
	var p *problem.Problem
	if _, err := site.Upgrade(ctx, modPath, "v9.9.9", ""); !errors.As(err, &p) || p.Kind != problem.Unavailable {
		t.Errorf("no such version: %v", err)
	}
}

// The same version with another sum is skew; a proxy that is down leaves a cold cache unjudged, and a warm one judged
// without old text.
func TestModuleOnBadDays(t *testing.T) {
	dir := moduleSite(t)
	lock := readLockText(t, dir)
	write(t, filepath.Join(dir, LockName), strings.ReplaceAll(lock, "v1.0.0 h1:", "v1.0.0 h1:other"))
	r := checkSite(t, dir, "")
	if it := itemOf(t, r, "content/a.md#pop"); it.Verdict != freshness.Skew || r.Exit(false) != 1 {
		t.Errorf("other sum: %s, exit %d", it.Verdict, r.Exit(false))
	}
	write(t, filepath.Join(dir, LockName), lock)

	editFile(t, filepath.Join(dir, "go.mod"), []string{"v1.0.0", "v1.1.0"})
	checkSite(t, dir, "") // brings v1.1.0 into the cache
	t.Setenv("GOPROXY", "off")
	if err := os.Rename(filepath.Join(os.Getenv("GOMODCACHE"), "cache"), filepath.Join(t.TempDir(), "cache")); err != nil {
		t.Fatal(err)
	}
	r = checkSite(t, dir, "")
	if it := itemOf(t, r, "content/a.md#pop"); string(it.Verdict) != "unavailable" || r.Exit(false) != 4 {
		t.Errorf("cold cache: %s, exit %d", it.Verdict, r.Exit(false))
	}
	if it := itemOf(t, r, "content/a.md#push"); it.Verdict == freshness.Fresh {
		t.Error("what can't be judged is fresh")
	}
}
