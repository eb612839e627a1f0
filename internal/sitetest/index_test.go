package sitetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The records that the blog has always had are there, in the same order, and their pages have no others. Records of newer
// pages may stand between.
func TestIndexKeepsTheBlogsRecords(t *testing.T) {
	want := seedRecords(t)
	uris := map[string]bool{}
	for _, r := range want {
		uris[r.URI] = true
	}
	got := slices.DeleteFunc(readRecords(t, filepath.Join(public, "index.json")), func(r record) bool { return !uris[r.URI] })
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			t.Errorf("record %d: missing %s", i, want[i].ObjectID)
		case i >= len(want):
			t.Errorf("record %d: %s is new on a page whose records are fixed", i, got[i].ObjectID)
		default:
			compareRecord(t, i, want[i], got[i])
		}
	}
}

func compareRecord(t *testing.T, i int, want, got record) {
	t.Helper()
	// Where a record starts with no heading, the list says so in brackets.
	heading := strings.TrimSpace(got.Content)
	if !strings.HasPrefix(want.Heading, "(") && !strings.HasPrefix(heading, want.Heading) {
		t.Errorf("record %d, %s: begins %.40q, want the heading %q", i, got.ObjectID, heading, want.Heading)
	}
	got.Content, want.Heading = "", ""
	if !reflect.DeepEqual(got, want) {
		t.Errorf("record %d:\n got %+v\nwant %+v", i, got, want)
	}
}

// Readers of LoveIt's index find the bytes as LoveIt writes them: one line, keys sorted, < > & escaped, nothing else.
func TestIndexBytes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(public, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var values []map[string]any
	if err := json.Unmarshal(data, &values); err != nil {
		t.Fatal(err)
	}
	keys := []string{"categories", "content", "date", "objectID", "tags", "title", "uri"}
	for _, v := range values {
		got := make([]string, 0, len(v))
		for key := range v {
			got = append(got, key)
		}
		slices.Sort(got)
		if !slices.Equal(got, keys) {
			t.Fatalf("keys %v, want %v", got, keys)
		}
	}
	want, err := json.Marshal(values) // sorts keys and escapes the same three
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.TrimSuffix(data, []byte("\n")), want) {
		t.Errorf("index.json is not what encoding/json writes for its values; first difference at byte %d", difference(data, want))
	}
}

func difference(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// A symbol's name finds its entry in the index of symbols, which leads to the line of code.
func TestSymbolsAreInTheIndex(t *testing.T) {
	var all strings.Builder
	for _, r := range readRecords(t, filepath.Join(public, "index.json")) {
		if r.URI == "/symbols/" {
			all.WriteString(r.Content)
		}
	}
	page, err := os.ReadFile(filepath.Join(public, "symbols", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"DeltaFIFO", "DeltaFIFO.queueActionLocked", "sharedIndexInformer.handleDeltas"} {
		if !strings.Contains(all.String(), name+" ") {
			t.Errorf("index.json has no %s among the symbols", name)
		}
		if !strings.Contains(string(page), "informer-tools-cache."+name+`"`) {
			t.Errorf("no entry of %s", name)
		}
	}
	if !strings.Contains(string(page), "/#queueaction-L") {
		t.Error("no link to the line of queueActionLocked")
	}
}
