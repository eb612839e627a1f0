package themetest

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A built site carries the licence of every package that it may hold code or icons of.
func TestSiteCarriesLicences(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(theme, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct{ Dependencies map[string]string }
	if err := json.Unmarshal(source, &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Dependencies) == 0 {
		t.Fatal("package.json names no dependencies")
	}
	licences := demo(t).read(t, "licenses.txt")
	for name := range manifest.Dependencies {
		_, text, found := strings.Cut(licences, "---- "+path.Base(name)+" ----\n")
		if text, _, _ = strings.Cut(text, "\n---- "); !found || len(text) < 200 {
			t.Errorf("licenses.txt lacks %s: mount its licence in the theme's hugo.toml", name)
		}
	}
}
