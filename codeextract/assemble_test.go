package codeextract

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

// TestAssemble runs every case of testdata/assemble: a site, and its page content/a.md in both forms.
func TestAssemble(t *testing.T) {
	cases, err := filepath.Glob("testdata/assemble/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases found (%v)", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runAssemble(t, name) })
	}
}

func runAssemble(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var kept []txtar.File
	wants := map[string]string{}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			wants[f.Name] = string(f.Data)
			continue
		}
		kept = append(kept, f)
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	site, err := Open(dir, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"list", "inline"} {
		out := filepath.Join(t.TempDir(), "out")
		if err := site.Assemble(context.Background(), out, form == "inline"); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(out, "content", "a.md"))
		if err != nil {
			t.Fatal(err)
		}
		section := "want/" + form
		kept = append(kept, txtar.File{Name: section, Data: got})
		if want := wants[section]; want != string(got) && !*update {
			t.Errorf("%s", diff.Diff(section, []byte(want), "got", got))
		}
		delete(wants, section)
	}
	for section := range wants {
		t.Errorf("unknown section %s", section)
	}
	if *update {
		archive.Files = kept
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
