package codeextract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/pagedata"
)

const indexPages = `-- content/a.md --
## a

[Item](sym:dep#Item), again [Item](sym:dep#Item).

` + "```snip {#get src=\"lib\" sym=\"Store.Get\" title=\"Getting\"}\nnote `s.hook(key)`: see [use](sym:lib#use)\n```\n\n" +
	"```callpath {#way src=\"lib\"}\nuse → Store.Get\n```\n" + `-- content/b.md --
` + "```snip {#store src=\"lib\" sym=\"Store\"}\n```\n" + `-- content/draft.md --
---
draft: true
---
` + "```snip {#item src=\"dep\" sym=\"Item\"}\n```\n"

// The index has what pages name, show and use, draft or not; the theme knows which of them it publishes.
func TestSymbolIndex(t *testing.T) {
	dir := typesSite(t, "")
	for _, page := range strings.Split(indexPages, "-- content/")[1:] {
		name, text, _ := strings.Cut(page, " --\n")
		write(t, filepath.Join(dir, "content", name), text)
	}
	site := opened(t, dir, os.Environ())
	report := analyzed(t, site)
	if report.NoTypes != "" {
		t.Fatal("no types of a module that needs no other: ", report.NoTypes)
	}
	if got := indexText(report.index); got != wantIndex {
		t.Errorf("got:\n%s\nwant:\n%s", got, wantIndex)
	}

	file := filepath.Join(dir, "assets/srcblog/symbols.json")
	var written [2][]byte
	for i := range written {
		changed, err := site.WritePages(analyzed(t, site))
		if err != nil || (changed > 0) != (i == 0) {
			t.Errorf("write %d: %d files changed, %v", i, changed, err)
		}
		if written[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	var x pagedata.SymbolIndex
	if err := json.Unmarshal(written[0], &x); err != nil || x.Schema != pagedata.IndexSchema || !bytes.Equal(written[0], written[1]) {
		t.Errorf("%v, schema %q, the same twice: %v", err, x.Schema, bytes.Equal(written[0], written[1]))
	}

	for _, name := range []string{"a.md", "b.md", "draft.md"} {
		write(t, filepath.Join(dir, "content", name), "nothing\n")
	}
	if _, err := site.WritePages(analyzed(t, site)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an index of nothing is still there: %v", err)
	}
}

// Of the identifiers in Store.Get, items and hook have entries, since b.md shows their declarations; Lock has none, and
// neither has Name, which only the draft shows.
const wantIndex = `example-com-site-dep example.com/site/dep
  Item type example-com-site-dep.Item
    content/a.md link= #get-L29
    content/b.md #store-L13
    content/draft.md item=#item-L4
example-com-site-lib example.com/site/lib
  Store type example-com-site-lib.Store
    content/a.md #get-L29
    content/b.md store=#store-L11
  Store.Get method example-com-site-lib.Store.Get
    content/a.md Getting=#get-L29 callpath=#fig-way
  Store.hook field example-com-site-lib.Store.hook
    content/a.md #get-L39
    content/b.md store=#store-L14
  Store.items field example-com-site-lib.Store.items
    content/a.md #get-L33 #get-L37
    content/b.md store=#store-L13
  use func example-com-site-lib.use
    content/a.md callpath=#fig-way note=#get-n1
`

func indexText(x *pagedata.SymbolIndex) string {
	var b strings.Builder
	for _, pkg := range x.Packages {
		fmt.Fprintf(&b, "%s %s%s\n", pkg.ID, pkg.Path, pkg.Version)
		for _, e := range pkg.Symbols {
			fmt.Fprintf(&b, "  %s %s %s\n", e.Name, e.Kind, e.ID)
			for _, p := range e.Pages {
				var words []string
				for _, place := range p.Shown {
					words = append(words, place.Title+"="+place.Href)
				}
				for _, place := range p.Mentions {
					words = append(words, place.Kind+"="+place.Href)
				}
				fmt.Fprintf(&b, "    %s %s\n", p.Page, strings.Join(slices.Concat(words, p.Lines), " "))
			}
		}
	}
	return b.String()
}
