package codeextract

import (
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const typesLib = `package lib

import (
	"sync"
	. "strings"

	"example.com/site/dep"
)

// A Store keeps things. It is safe.
type Store[K comparable] struct {
	sync.Mutex
	items map[K]*dep.Item // by key
	hook  func(K)
}

// Alias is another name.
type Alias = Store[string]

// Getter gets.
type Getter interface {
	// Get gets one.
	Get(key string) (*dep.Item, bool)
}

const limit = 3

// Get is what a Getter has.
func (s *Store[K]) Get(key K) (item *dep.Item, ok bool) {
	s.Lock()
	defer s.Unlock()
	for i := range limit {
		if len(s.items) > i && ToUpper("x") != "" {
			continue
		}
	}
	item, ok = s.items[key]
	_ = item.Name.Len()
	s.hook(key)
	return item, ok && item.Meta.Live
}

func use(g Getter, a *Alias) error {
	g.Get("a")
	a.Get("b")
	return nil
}
`

const typesDep = `package dep

// Item is one thing.
type Item struct {
	Name Name
	Meta struct{ Live bool }
}

// Name names.
type Name string

// Len counts.
func (n Name) Len() int { return len(n) }
`

// typesSite makes a site in a module with two packages.
func typesSite(t *testing.T, page string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/site\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "lib/lib.go"), typesLib)
	write(t, filepath.Join(dir, "dep/dep.go"), typesDep)
	write(t, filepath.Join(dir, ConfigName), "[sources.lib]\ndir = \"lib\"\npermalink = \"https://x.org/{rev}/{path}#L{start}-L{end}\"\n"+
		"[sources.dep]\ndir = \"dep\"\npermalink = \"https://x.org/{rev}/{path}#L{start}-L{end}\"\n")
	write(t, filepath.Join(dir, "content/a.md"), page)
	commit(t, dir)
	return dir
}

var identifier = regexp.MustCompile(`<(?:a|span) class="(?:sym )?([a-z ]+)"( tabindex="-1")?(?: href="([^"]*)")?>([\pL_\d]+)</(?:a|span)>`)

// identifiers lists the marked-up words of a snippet, "word class href", with a tilde before those that are no tab stop.
func identifiers(p *Page, id string) []string {
	var out []string
	for _, part := range p.data.Snippets[id].Parts {
		for _, c := range part.Chunks {
			for _, m := range identifier.FindAllStringSubmatch(c.HTML, -1) {
				again := ""
				if m[2] != "" {
					again = "~"
				}
				out = append(out, strings.TrimSpace(again+m[4]+" "+m[1]+" "+html.UnescapeString(m[3])))
			}
		}
	}
	return out
}

func analyzed(t *testing.T, site *Site) *Report {
	t.Helper()
	report, err := site.Analyze(context.Background())
	if err != nil || len(report.Problems) > 0 {
		t.Fatal(err, report.Problems)
	}
	return report
}

func opened(t *testing.T, dir string, env []string) *Site {
	t.Helper()
	site, err := Open(dir, env)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestIdentifiers(t *testing.T) {
	dir := typesSite(t, "```snip {#store src=\"lib\" sym=\"Store; Store.Get\"}\n```\n```snip {#use src=\"lib\" sym=\"use\"}\n```\n")
	write(t, filepath.Join(dir, "content/b.md"), "```snip {#item src=\"dep\" sym=\"Item\"}\n```\n")
	report := analyzed(t, opened(t, dir, os.Environ()))
	if report.NoTypes != "" {
		t.Fatal(report.NoTypes)
	}
	got := strings.Join(identifiers(report.Pages[0], "store"), "\n")
	for _, want := range []string{
		"Store nc", "K nc tp", "comparable kt",
		"sync nn https://pkg.go.dev/sync@", "Mutex nc #sym-",
		"items vi un", "~Item nc page:/b.md#item-L4",
		"s bp", "Get nf me", "key nv pa", "ok nv pa", "Lock nf me #sym-", "i nv", "limit no un #sym-", "len nb", "ToUpper nf #sym-",
		"~items vi un #store-L13", "Name vi page:/b.md#item-L5", "Len nf me #sym-", "hook vi un #store-L14", "Live vi page:/b.md#item-L6",
		"Store nc #store-L11",
	} {
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(want)).MatchString(got) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	got = strings.Join(identifiers(report.Pages[0], "use"), "\n")
	want := "func kd\nuse nf un\ng nv pa\nGetter nc it #sym-X\na nv pa\nAlias nc #sym-X\nerror kt\ng nv pa\nGet nf me #sym-X\na nv pa\nGet nf me #store-L29\nreturn k\nnil kc"
	if got = regexp.MustCompile(`#sym-\w+`).ReplaceAllString(got, "#sym-X"); got != want {
		t.Errorf("use:\n%s\nwant:\n%s", got, want)
	}
}

func TestSymbols(t *testing.T) {
	dir := typesSite(t, "```snip {#get src=\"lib\" sym=\"Store.Get\"}\n```\n```snip {#store src=\"lib\" sym=\"Store\" title=\"The store\"}\n```\n")
	report := analyzed(t, opened(t, dir, os.Environ()))
	var got strings.Builder
	for _, s := range report.Pages[0].data.Symbols {
		if s.Module != "std" {
			fmt.Fprintln(&got, s.Name, s.Kind, s.Package, s.Linked, regexp.MustCompile(`<[^>]*>`).ReplaceAllString(s.Signature, ""), "|", s.Doc, "|",
				regexp.MustCompile(`/[0-9a-f]{40}/`).ReplaceAllString(s.Href, "/REV/"), s.Shown, s.Lines)
		}
	}
	want := `Store type example.com/site/lib true type Store[K comparable] struct | A Store keeps things. | https://x.org/REV/lib/lib.go#L11 [{The store #store-L11}] [get-L29 store-L11]
Store.items field example.com/site/lib true Store.items map[K]*dep.Item | by key | https://x.org/REV/lib/lib.go#L13 [{The store #store-L13}] [get-L33 get-L37 store-L13]
Store.hook field example.com/site/lib true Store.hook func(K) |  | https://x.org/REV/lib/lib.go#L14 [{The store #store-L14}] [get-L39 store-L14]
limit const example.com/site/lib true const limit = 3 |  | https://x.org/REV/lib/lib.go#L26 [] [get-L32]
Store.Get method example.com/site/lib false func (s *Store[K]) Get(key K) (item *dep.Item, ok bool) | Get is what a Getter has. | https://x.org/REV/lib/lib.go#L29 [{get #get-L29}] [get-L29]
Name.Len method example.com/site/dep true func (n Name) Len() int | Len counts. | https://x.org/REV/dep/dep.go#L13 [] [get-L38]
Item type example.com/site/dep true type Item struct | Item is one thing. | https://x.org/REV/dep/dep.go#L4 [] [get-L29 store-L13]
Item.Name field example.com/site/dep true Item.Name Name |  | https://x.org/REV/dep/dep.go#L5 [] [get-L38]
Item.Meta field example.com/site/dep true Item.Meta struct |  | https://x.org/REV/dep/dep.go#L6 [] [get-L40]
Item.Meta.Live field example.com/site/dep true Item.Meta.Live bool |  | https://x.org/REV/dep/dep.go#L6 [] [get-L40]
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// Types are never in the way: pages come out as they did before there were any, and one reason is told.
func TestNoTypes(t *testing.T) {
	page := "```snip {src=\"lib\" sym=\"use\"}\n```\n"
	plain := "func kd\nuse nf\nerror kt\nGet nf\nGet nf\nreturn k\nnil kc"
	t.Run("no go command", func(t *testing.T) {
		dir := typesSite(t, page)
		t.Setenv("PATH", t.TempDir())
		report := analyzed(t, opened(t, dir, os.Environ()))
		if got := strings.Join(identifiers(report.Pages[0], "use"), "\n"); got != plain || !strings.Contains(report.NoTypes, `"go": executable file not found`) {
			t.Errorf("%s\n%s", report.NoTypes, got)
		}
	})
	t.Run("offline", func(t *testing.T) {
		dir := typesSite(t, page)
		write(t, filepath.Join(dir, "go.mod"), "module example.com/site\n\ngo 1.26\n\nrequire example.com/far v1.0.0\n")
		write(t, filepath.Join(dir, "lib/lib.go"), strings.Replace(typesLib, "\"sync\"\n", "\"sync\"\n\t\"example.com/far\"\n", 1)+"\nvar far = far2.X\n")
		report := analyzed(t, opened(t, dir, append(os.Environ(), "GOPROXY=off", "GOMODCACHE="+t.TempDir())))
		if got := strings.Join(identifiers(report.Pages[0], "use"), "\n"); !strings.Contains(got, "Getter nc it #sym-") && report.NoTypes == "" {
			t.Errorf("neither types nor a reason:\n%s", got)
		}
	})
	t.Run("another file is no Go", func(t *testing.T) {
		dir := typesSite(t, page)
		write(t, filepath.Join(dir, "lib/broken.go"), "package lib\n\nfunc (\n")
		report := analyzed(t, opened(t, dir, os.Environ()))
		if got := strings.Join(identifiers(report.Pages[0], "use"), "\n"); !strings.Contains(got, "Getter nc it #sym-") {
			t.Errorf("%s\n%s", report.NoTypes, got)
		}
	})
	t.Run("code that does not compile", func(t *testing.T) {
		dir := typesSite(t, page)
		write(t, filepath.Join(dir, "lib/lib.go"), strings.Replace(typesLib, `g.Get("a")`, `g.Gone(unknown)`, 1))
		report := analyzed(t, opened(t, dir, os.Environ()))
		got := strings.Join(identifiers(report.Pages[0], "use"), "\n")
		if !strings.Contains(got, "Getter nc it #sym-") || !strings.Contains(got, "Gone nf\n") || report.NoTypes != "" {
			t.Errorf("%s\n%s", report.NoTypes, got)
		}
	})
	t.Run("no module", func(t *testing.T) {
		dir := typesSite(t, page)
		if err := os.Remove(filepath.Join(dir, "go.mod")); err != nil {
			t.Fatal(err)
		}
		report := analyzed(t, opened(t, dir, os.Environ()))
		if got := strings.Join(identifiers(report.Pages[0], "use"), "\n"); got != plain {
			t.Errorf("%s\n%s", report.NoTypes, got)
		}
	})
}

// What is kept holds as long as nothing changed; with TypesLater a page waits for nothing.
func TestTypesAreKept(t *testing.T) {
	dir := typesSite(t, "```snip {src=\"lib\" sym=\"use\"}\n```\n")
	site := opened(t, dir, os.Environ())
	site.TypesLater = true
	report := analyzed(t, site)
	if got := identifiers(report.Pages[0], "use"); !report.TypesPending || strings.Contains(strings.Join(got, " "), "#sym-") {
		t.Errorf("an unknown package was waited for: %v %q", report.TypesPending, got)
	}
	if reason, err := site.LoadTypes(t.Context()); err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	resolved := func(pending bool) {
		t.Helper()
		report := analyzed(t, site)
		if got := identifiers(report.Pages[0], "use"); report.TypesPending != pending || !strings.Contains(strings.Join(got, " "), "Alias nc #sym-") {
			t.Errorf("pending %v, want %v: %q", report.TypesPending, pending, got)
		}
	}
	resolved(false)
	// An import changed: what is known of this file is shown meanwhile.
	write(t, filepath.Join(dir, "dep/dep.go"), "// Package dep has moved by a line.\n"+typesDep)
	resolved(true)
	if _, err := site.LoadTypes(t.Context()); err != nil {
		t.Fatal(err)
	}
	resolved(false)
	write(t, filepath.Join(dir, "dep/more.go"), "package dep\n")
	resolved(true)
}
