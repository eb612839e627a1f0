package gosource

import (
	"os"
	"strings"
	"testing"
)

// TestDocsHaveEveryStep: docs/language.md tells every word that a path's step may begin with.
func TestDocsHaveEveryStep(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	for word := range stepWords() {
		if !strings.Contains(string(text), "`/"+word) {
			t.Errorf("docs/language.md does not tell /%s", word)
		}
	}
}
