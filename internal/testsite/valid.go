package testsite

import (
	"html"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/chromium"
)

// CheckHTML fails the test for whatever a validator finds wrong with the pages of a built site. Its rules of style, and those
// about what HTML allows but its authors do not like, are off: see testdata/htmlvalidate.json.
func CheckHTML(t *testing.T, dir string) {
	t.Helper()
	NeedPackages(t, "html-validate")
	node, err := exec.LookPath("node")
	if err != nil {
		chromium.Missing(t, "no node")
	}
	settings, err := filepath.Abs("../testsite/testdata/htmlvalidate.json")
	if err != nil {
		t.Fatal(err)
	}
	validator, err := filepath.Abs(filepath.Join(Themes, "loveit/node_modules/html-validate/bin/html-validate.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, validator, "--config", settings, "--formatter", "text", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, strings.ReplaceAll(string(out), dir+"/", ""))
	}
}

var address = regexp.MustCompile(`\s(?:href|src|action)="([^"]*)"`)

// CheckLinks fails the test for every link of a built site that leads to no file of it, or to no id in that file. base is
// the site's address; links elsewhere are left alone, as are those to paths that begin with one of absent.
func CheckLinks(t *testing.T, dir, base string, absent ...string) {
	t.Helper()
	for _, name := range Pages(t, dir) {
		src := Read(t, dir, name)
		for _, m := range address.FindAllStringSubmatch(src, -1) {
			link := strings.TrimPrefix(html.UnescapeString(m[1]), strings.TrimSuffix(base, "/"))
			target, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %s: %v", name, link, err)
				continue
			}
			if target.Scheme != "" || target.Host != "" || hasAnyPrefix(target.Path, absent) {
				continue
			}
			checkTarget(t, dir, name, src, target)
		}
	}
}

func checkTarget(t *testing.T, dir, name, src string, target *url.URL) {
	t.Helper()
	if target.Path != "" {
		file := target.Path
		if !strings.HasPrefix(file, "/") {
			file = path.Join("/", path.Dir(name), file)
		}
		if strings.HasSuffix(file, "/") {
			file += "index.html"
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			t.Errorf("%s: %s leads nowhere", name, target)
			return
		}
		src = string(data)
	}
	if id := target.Fragment; id != "" && !strings.Contains(src, ` id="`+html.EscapeString(id)+`"`) {
		t.Errorf("%s: %s: no such id", name, target)
	}
}

func hasAnyPrefix(text string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// Pages are the HTML files of a built site, with slashes, below its folder. There is at least one.
func Pages(t testing.TB, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".html") {
			name, _ := filepath.Rel(dir, path)
			found = append(found, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no pages in %s: %v", dir, err)
	}
	return found
}
