package source

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Lines is what a permalink points to. Zero fields are unknown.
type Lines struct {
	Version string // of the module, as go.mod writes it
	Rev     string // a commit of our own repository
	Path    string // of the file, from the repository's or the module's root
	Symbol  string // for pages that have no lines, such as pkg.go.dev
	Start   int    // first line, from 1; 0 leaves out the template's fragment
	End     int    // last line
}

// Permalink fills a template: {version} is the tag or the commit of a module's version, {modversion} the version as
// go.mod writes it, {rev} a commit, {path} and {dir} the file and its folder, {start} and {end} its lines, {symbol}
// a name. The result is "" if the template asks for something that is unknown, since a wrong link is worse than none.
// A template that is not an http address, or with other names in braces, is an error.
func Permalink(template string, at Lines) (string, error) {
	if template == "" {
		return "", nil
	}
	if !strings.HasPrefix(template, "https://") && !strings.HasPrefix(template, "http://") {
		return "", fmt.Errorf("permalink %q is not an http address", template)
	}
	if at.Start == 0 {
		address, fragment, _ := strings.Cut(template, "#")
		if strings.Contains(fragment, "{start}") {
			template = address
		}
	}
	values := map[string]string{
		"version": tag(at.Version), "modversion": at.Version, "rev": at.Rev, "path": at.Path, "symbol": at.Symbol,
		"start": number(at.Start), "end": number(at.End),
	}
	if at.Path != "" {
		values["dir"] = path.Dir(at.Path)
	}
	missing, unknown := false, ""
	filled := placeholder.ReplaceAllStringFunc(template, func(s string) string {
		name := s[1 : len(s)-1]
		value, known := values[name]
		if !known && name != "dir" {
			unknown = s
		}
		missing = missing || value == ""
		return escapePath(value)
	})
	if unknown != "" {
		return "", fmt.Errorf("permalink: unknown %s: use {version} {modversion} {rev} {path} {dir} {start} {end} {symbol}", unknown)
	}
	if missing {
		return "", nil
	}
	return strings.ReplaceAll(filled, "/.#", "#"), nil // {dir} of a file at the top
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func escapePath(value string) string {
	elems := strings.Split(value, "/")
	for i, e := range elems {
		elems[i] = url.PathEscape(e)
	}
	return strings.Join(elems, "/")
}

// tag is what a module's version is called in its repository.
func tag(version string) string {
	if rev, err := module.PseudoVersionRev(version); err == nil {
		return rev
	}
	return strings.TrimSuffix(version, "+incompatible")
}

// DefaultPermalink is the template for a module that has none in the configuration: its repository where that is on
// github.com, pkg.go.dev otherwise. A module in a folder of its repository has tags that start with the folder
// (https://go.dev/ref/mod#vcs-version).
func DefaultPermalink(modulePath string) string {
	elems := strings.Split(modulePath, "/")
	if elems[0] != "github.com" || len(elems) < 3 {
		return "https://pkg.go.dev/" + modulePath + "@{modversion}/{dir}#{symbol}"
	}
	sub := elems[3:]
	if n := len(sub); n > 0 && semver.Major(sub[n-1]) == sub[n-1] && sub[n-1] != "v0" && sub[n-1] != "v1" {
		sub = sub[:n-1] // a major version is a branch as a rule, not a folder
	}
	folder := ""
	if len(sub) > 0 {
		folder = strings.Join(sub, "/") + "/"
	}
	return "https://github.com/" + elems[1] + "/" + elems[2] + "/blob/" + folder + "{version}/" + folder + "{path}#L{start}-L{end}"
}
