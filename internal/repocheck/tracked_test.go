package repocheck

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forbiddenText must not be in a tracked file. The patterns are put together from pieces, so that this file passes.
var forbiddenText = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"a path of one machine", regexp.MustCompile(`(^|[^\w.])/(` + `work/(main|shared)` + `|root/go/` + `|root/\.(cache|npm)` + `|tmp/w/)`)},
	{"a home folder", regexp.MustCompile(`(^|[^\w.])/(home|Users)/[a-z][\w-]*/`)},
	{"a package registry's host", regexp.MustCompile(`(proxy|sum|goproxy)\.` + `golang\.(org|google\.cn)` +
		`|goproxy\.` + `(cn|io)\b|registry\.` + `(npmjs\.org|npmmirror\.com|yarnpkg\.com)|(deb|security)\.` + `debian\.org`)},
}

func TestTrackedFiles(t *testing.T) {
	for _, name := range tracked(t) {
		data := readFile(t, name)
		if bytes.IndexByte(data, 0) >= 0 {
			continue // a picture
		}
		for _, forbidden := range forbiddenText {
			if at := forbidden.pattern.FindIndex(data); at != nil {
				t.Errorf("%s:%d: %s: %q", name, lines(data[:at[0]])+1, forbidden.what, data[at[0]:at[1]])
			}
		}
	}
}

// Built and third-party files come from the lock files and are never committed.
func TestNothingBuiltIsTracked(t *testing.T) {
	built := []string{"node_modules", "vendor", "public", "_gen"}
	for _, name := range tracked(t) {
		for folder := range strings.SplitSeq(path.Dir(name), "/") {
			if slices.Contains(built, folder) {
				t.Errorf("%s: is in a folder for built or fetched files", name)
			}
		}
		if strings.HasSuffix(name, ".min.js") || strings.HasSuffix(name, ".min.css") || strings.HasSuffix(name, ".map") {
			t.Errorf("%s: looks built", name)
		}
	}
}
