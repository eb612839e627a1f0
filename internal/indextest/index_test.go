package indextest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/srcblog/srcblog/internal/testsite"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

func TestIndex(t *testing.T) {
	cases, err := filepath.Glob("testdata/index/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { checkCase(t, path) })
	}
}

func checkCase(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	wanted := 0
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			wanted++
		} else {
			files[f.Name] = string(f.Data)
		}
	}
	if wanted == 0 {
		t.Fatal("the case wants nothing")
	}
	built := build(t, testsite.Themes, files)
	for i, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, "want/")
		if !ok {
			continue
		}
		got := built.read(t, name)
		if name == "index.json" {
			got = oneRecordALine(t, got)
		}
		got = strings.TrimRight(got, " \n") + "\n"
		if *update {
			archive.Files[i].Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("%s\n%s", f.Name, diff.Diff("want", f.Data, "got", []byte(got)))
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// oneRecordALine splits a compact array into its elements' own bytes, and insists that it holds nothing else.
func oneRecordALine(t *testing.T, index string) string {
	t.Helper()
	var records []json.RawMessage
	if err := json.Unmarshal([]byte(index), &records); err != nil {
		t.Fatalf("index.json: %v\n%s", err, index)
	}
	lines := make([][]byte, len(records))
	for i, record := range records {
		lines[i] = record
	}
	if compact := "[" + string(bytes.Join(lines, []byte(","))) + "]"; compact != index {
		t.Errorf("index.json is not compact:\n%s", index)
	}
	return string(bytes.Join(lines, []byte("\n")))
}
