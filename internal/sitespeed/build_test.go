package sitespeed

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var posts = flag.Int("posts", 1000, "how many posts the site has")

// BenchmarkBuild builds a site of posts that show Go code, and with stock Hugo of the same version the same posts with the
// code in fences, as "srcblog assemble" writes them. All times are of processors, user and system. The ratios are ours to
// Hugo's: cold with nothing but the sources on the disk, warm with all that an earlier build left behind. On the plain
// site a page is its content and no more, so that highlighting is nearly all that Hugo does; on the other one both
// have the theme's work on top.
func BenchmarkBuild(b *testing.B) {
	srcblog, hugo := compile(b)
	for _, theme := range []string{"plain", "loveit"} {
		b.Run(theme, func(b *testing.B) {
			ours, theirs := b.TempDir(), b.TempDir()
			writePosts(b, ours, *posts)
			for _, dir := range []string{ours, theirs} {
				if theme == "plain" {
					writePlain(b, dir)
				} else {
					writeLoveIt(b, dir)
				}
			}
			run(b, ours, srcblog, "assemble", "-o", theirs+"/tree")
			if err := os.Rename(filepath.Join(theirs, "tree/content"), filepath.Join(theirs, "content")); err != nil {
				b.Fatal(err)
			}
			var cold, warm, stock time.Duration
			for b.Loop() {
				for _, left := range []string{".srcblog", "assets/srcblog", "public", "resources"} {
					if err := os.RemoveAll(filepath.Join(ours, left)); err != nil {
						b.Fatal(err)
					}
				}
				cold += run(b, ours, srcblog, "build")
				warm += run(b, ours, srcblog, "build")
				stock += run(b, theirs, hugo, "--cacheDir", filepath.Join(theirs, "cache"), "--noBuildLock")
			}
			b.ReportMetric(stock.Seconds()/float64(b.N), "hugo-cpu-s")
			b.ReportMetric(cold.Seconds()/float64(b.N), "cold-cpu-s")
			b.ReportMetric(warm.Seconds()/float64(b.N), "warm-cpu-s")
			b.ReportMetric(float64(cold)/float64(stock), "cold-ratio")
			b.ReportMetric(float64(warm)/float64(stock), "warm-ratio")
		})
	}
}

// compile builds both programs with the flags that the environment gives.
func compile(b *testing.B) (srcblog, hugo string) {
	dir := b.TempDir()
	srcblog, hugo = filepath.Join(dir, "srcblog"), filepath.Join(dir, "hugo")
	for out, pkg := range map[string]string{srcblog: "../../cmd/srcblog", hugo: "github.com/gohugoio/hugo"} {
		run(b, ".", "go", "build", "-o", out, pkg)
	}
	return srcblog, hugo
}

// run runs a program in a folder and gives the processor time that it took.
func run(b *testing.B, dir, name string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %v: %v\n%.3000s", name, args, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// writePlain makes a theme of next to nothing.
func writePlain(tb testing.TB, dir string) {
	put(tb, dir, "hugo.toml", "baseURL = \"https://example.org/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\", \"404\"]\n"+
		"[markup.highlight]\nnoClasses = false\n[markup.goldmark.renderer]\nunsafe = true\n")
	put(tb, dir, "layouts/page.html", "<!doctype html><title>{{ .Title }}</title>{{ .Content }}\n")
	put(tb, dir, "layouts/list.html", "<!doctype html>{{ range .Pages }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}\n")
	put(tb, dir, "layouts/_partials/data.html", "{{ return transform.Unmarshal (resources.Get (print \"srcblog/content/\" .File.Path \".json\")).Content }}\n")
	put(tb, dir, "layouts/_markup/render-codeblock-snip.html", "{{ $data := partialCached \"data.html\" .PageInner .PageInner.Path }}"+
		"{{ range (index $data.snippets .Attributes.id).parts }}<p><a href=\"{{ .href }}\">{{ .file }}</a></p>"+
		"{{ range .chunks }}<div class=\"highlight\"><pre class=\"chroma\"><code>{{ .html | safeHTML }}</code></pre></div>{{ end }}{{ end }}\n")
}

// writeLoveIt takes this site's configuration and theme.
func writeLoveIt(tb testing.TB, dir string) {
	config, err := os.ReadFile("../../hugo.toml")
	if err != nil {
		tb.Fatal(err)
	}
	put(tb, dir, "hugo.toml", string(config))
	themes, err := filepath.Abs("../../themes")
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(themes, "loveit/node_modules")); err != nil {
		tb.Skip("the theme's packages are not installed: npm ci --prefix themes/loveit")
	}
	if err := os.Symlink(themes, filepath.Join(dir, "themes")); err != nil {
		tb.Fatal(err)
	}
}
