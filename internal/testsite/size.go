package testsite

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// Packed is the size of a text as a server sends it, compressed by gzip at its usual level.
func Packed(t testing.TB, text string) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
