package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What assemble adds to the text: where code comes from, where a step of a call path is called, and how much was left out.
var assembledOnly = regexp.MustCompile(`[\w./-]+:\d+-\d+(?: · [^ ]+)*|· [\w.-]+\.go:\d+|(?://|#) … \d+ \(\d+-\d+\)`)

// contentLength is the site's search.contentLength; a longer record is cut, and then only its beginning can be compared.
const contentLength = 4000

// The exported Markdown, built with the same theme, gives the same search records as the site itself.
func TestAssembledSiteHasTheSameIndex(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	run(t, srcblog, "assemble", "-o", dir)
	if err := os.WriteFile(filepath.Join(dir, "hugo.toml"), []byte(siteConfig(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"layouts", "static"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(repoRoot, part))); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	run(t, srcblog, "build", "-s", dir)

	direct := comparable(t, filepath.Join(public, "index.json"))
	assembled := comparable(t, filepath.Join(dir, "public", "index.json"))
	if len(direct) != len(assembled) {
		t.Fatalf("%d records, %d from the assembled site", len(direct), len(assembled))
	}
	for i, want := range direct {
		got := assembled[i]
		wantText, gotText := withoutAdded(want.Content), withoutAdded(got.Content)
		if len([]rune(want.Content)) >= contentLength || len([]rune(got.Content)) >= contentLength {
			n := min(len(wantText), len(gotText), contentLength/2)
			wantText, gotText = wantText[:n], gotText[:n]
		}
		if n := difference([]byte(wantText), []byte(gotText)); wantText != gotText {
			t.Errorf("%s: from character %d:\n   direct %.80q\nassembled %.80q", want.ObjectID, n, wantText[n:], gotText[n:])
		}
		want.Content, got.Content = "", ""
		if !reflect.DeepEqual(want, got) {
			t.Errorf("record %d: %+v, assembled %+v", i, want, got)
		}
	}
}

// comparable reads an index without the index of symbols, which plain Markdown has no data for.
func comparable(t *testing.T, name string) []record {
	t.Helper()
	return slices.DeleteFunc(readRecords(t, name), func(r record) bool { return r.URI == "/symbols/" })
}

// withoutAdded leaves out what assemble adds, and white space that follows from it. Comparisons have their signs in the text
// there, on the page in the sheet.
func withoutAdded(content string) string {
	words := strings.Fields(assembledOnly.ReplaceAllString(content, " "))
	words = slices.DeleteFunc(words, func(word string) bool { return word == "+" || word == "-" })
	return strings.Join(words, " ")
}

func run(t *testing.T, args ...string) {
	t.Helper()
	if out, err := command(args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

// siteConfig is the site's configuration for a copy elsewhere, with the same theme.
func siteConfig(t *testing.T) string {
	t.Helper()
	config, err := os.ReadFile(filepath.Join(repoRoot, "hugo.toml"))
	if err != nil {
		t.Fatal(err)
	}
	themes, err := filepath.Abs(filepath.Join(repoRoot, "themes"))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("themesDir = %q\n%s", themes, config)
}
