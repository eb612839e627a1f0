package gosource

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var full = flag.Bool("full", false, "check all files of real source, not one in eight")

// realFolders are folders of real source, read where the toolchain has them.
func realFolders(t testing.TB) []string {
	var folders []string
	if root, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
		src := filepath.Join(strings.TrimSpace(string(root)), "src")
		folders = append(folders, filepath.Join(src, "runtime"), filepath.Join(src, "go", "types"))
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/client-go").Output()
	if dir := strings.TrimSpace(string(out)); err == nil && dir != "" {
		folders = append(folders, filepath.Join(dir, "tools", "cache"))
	}
	return folders
}

// Whatever a declaration or node is made of must lead back to it.
func TestRealSource(t *testing.T) {
	for _, folder := range realFolders(t) {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Logf("skip %s: not there", folder)
			continue
		}
		for i, name := range names {
			if !*full && i%8 != 0 {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := ParseFile(name, src)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, d := range (&Package{Files: []*File{f}}).Decls() {
				checkDecl(t, d)
			}
		}
	}
}

// checkDecl holds every declaration to what its documentation promises.
func checkDecl(t *testing.T, d *Decl) {
	t.Helper()
	f := d.File
	text := func(s Span) string { return string(f.Src[s.Start:s.End]) }
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s:%d: %s: "+format, append([]any{f.Name, f.Line(d.Span.Start), d.Symbol}, args...)...)
	}
	for _, part := range []Span{d.Sig, d.Doc, d.Body} {
		if part != (Span{}) && !d.Span.Contains(part) {
			fail("part %v outside of %v", part, d.Span)
			return
		}
	}
	if d.Sig.Start >= d.Sig.End || d.Span.End > len(f.Src) {
		fail("signature %v, span %v", d.Sig, d.Span)
		return
	}
	if !d.Body.IsZero() && (f.Src[d.Body.Start-1] != '{' || f.Src[d.Body.End] != '}') {
		fail("body %v is not between braces", d.Body)
	}
	if err := CheckFragment(d.Kind, text(d.Span)); err != nil {
		fail("the whole declaration is no fragment: %v", err)
	}
	for _, span := range d.Statements() {
		if !d.Span.Contains(span) {
			fail("node %v outside of %v", span, d.Span)
		}
		if err := CheckFragment("", text(span)); err != nil {
			fail("node %q is no fragment: %v", text(span), err)
		}
		if d.Enclosing(span) != span {
			fail("node %v is in %v", span, d.Enclosing(span))
		}
		checkFramed(fail, d, span)
		checkQuotable(t, fail, d, span, text(span), true)
		checkQuotable(t, fail, d, span, d.Quote(span), false)
	}
}

// checkFramed: a node in its frame, all else left out, is still a declaration.
func checkFramed(fail func(string, ...any), d *Decl, span Span) {
	parts := append(d.Frame(span), span)
	slices.SortFunc(parts, func(a, b Span) int { return a.Start - b.Start })
	var b strings.Builder
	for _, part := range d.File.joinOnLine(parts) {
		b.WriteString(string(d.File.Src[part.Start:part.End]) + "\n")
	}
	if err := CheckFragment(d.Kind, b.String()); err != nil {
		fail("%v in its frame: %v:\n%s", span, err, &b)
	}
}

// checkQuotable: code that was quoted from a node finds it. Cut short it may find a part of it, or more.
func checkQuotable(t *testing.T, fail func(string, ...any), d *Decl, span Span, code string, whole bool) {
	t.Helper()
	p, err := ParsePattern(code)
	if err != nil {
		if strings.Contains(err.Error(), "no Go token") {
			return // an empty statement
		}
		fail("quote %q: %v", code, err)
		return
	}
	for _, m := range d.Match(p, Span{}) {
		if m.Node == span || !whole && m.Tokens.Start >= span.Start && m.Tokens.End <= span.End {
			return
		}
	}
	fail("quote %q doesn't find its node %v, but %v", code, span, d.Match(p, Span{}))
}
