package scriptcheck

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// scripts lists every published script, and fails where there is none: an empty run must not look like a good one.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "static", "scripts", "*", "*.sh"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no scripts under static/scripts")
	}
	return files
}

func TestScriptsParse(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed: ", err)
	}
	for _, file := range scripts(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if out, err := exec.Command(bash, "-n", file).CombinedOutput(); err != nil {
				t.Errorf("bash -n: %v\n%s", err, out)
			}
		})
	}
}

// TestScriptsStopOnError holds readers' machines safe: a step that fails must not let the next ones run.
func TestScriptsStopOnError(t *testing.T) {
	for _, file := range scripts(t) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(src, []byte("#!/usr/bin/env bash\n")) {
			t.Errorf("%s: first line is not the bash shebang", file)
		}
		if !bytes.Contains(src, []byte("\nset -euo pipefail\n")) {
			t.Errorf("%s: lacks set -euo pipefail", file)
		}
	}
}

// TestRegionsClose finds a region without an end before an article quotes half a script.
func TestRegionsClose(t *testing.T) {
	for _, file := range scripts(t) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		open, regions := "", 0
		for i, line := range strings.Split(string(src), "\n") {
			line = strings.TrimSpace(line)
			if name, ok := strings.CutPrefix(line, "# snip:region "); ok {
				if open != "" {
					t.Errorf("%s:%d: region %q opens inside %q", file, i+1, name, open)
				}
				open = name
				regions++
			} else if strings.HasPrefix(line, "# snip:end") {
				if open == "" {
					t.Errorf("%s:%d: end without region", file, i+1)
				}
				open = ""
			}
		}
		if open != "" {
			t.Errorf("%s: region %q has no end", file, open)
		}
		if regions == 0 {
			t.Errorf("%s: no region to quote", file)
		}
	}
}
