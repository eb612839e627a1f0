package main

import (
	"bytes"
	"go/format"
	"os"
	"testing"
)

// TestTable keeps the table in step with the code. That the bugs are found is for make mutants-informer to show: to
// compile and run all of it takes minutes.
func TestTable(t *testing.T) {
	t.Chdir("../../..")
	names := map[string]bool{}
	for _, m := range table {
		if names[m.String()] {
			t.Errorf("%s is there twice", m)
		}
		names[m.String()] = true
		changed, err := m.changed()
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		if _, err := format.Source(changed); err != nil {
			t.Errorf("%s: %v", m, err)
		}
		if before, err := os.ReadFile(m.file); err != nil || bytes.Equal(before, changed) {
			t.Errorf("%s changes nothing (%v)", m, err)
		}
		if len(m.tests) == 0 {
			t.Errorf("%s: no test should notice it", m)
		}
		for _, test := range m.tests {
			if _, err := os.Stat(test.folder); err != nil {
				t.Errorf("%s: %v", m, err)
			}
		}
	}
	if len(table) < 16 {
		t.Errorf("only %d bugs", len(table))
	}
}

func TestFailed(t *testing.T) {
	for output, want := range map[string]string{
		"--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/case (0.00s)\n": "TestA/case",
		"ok\n--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n":      "TestA",
		"panic: test timed out after 3m\n--- FAIL: TestA":             "",
		"panic: oh": "",
	} {
		if got, err := failed([]byte(output)); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", output, got, err)
		}
	}
}
