package codeextract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/snippethtml"
)

// Assemble writes the site's content folders to dir as plain LoveIt Markdown: code in ordinary fences, notes as a list
// below, symbol links as ordinary links; all other files as they are. With inline, notes are comments in the code instead of
// a list, where they can be. It refuses a folder that holds something else, and a site with broken references.
func (s *Site) Assemble(ctx context.Context, dir string, inline bool) error {
	report, err := s.Analyze(ctx)
	if err != nil {
		return err
	}
	if report.Broken() {
		return report.Problems
	}
	if err := checkEmpty(dir); err != nil {
		return err
	}
	plain := map[string][]byte{}
	for _, page := range report.Pages {
		plain[page.sitePath] = assemblePage(page, form{inline: inline})
	}
	for _, content := range s.config.Content {
		if err := s.copyContent(filepath.Join(s.dir, filepath.FromSlash(content)), dir, plain); err != nil {
			return fmt.Errorf("assemble: %w", err)
		}
	}
	if err := writePictures(dir, report.Pages); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, assembledMark), []byte("made by srcblog assemble\n"), 0o666)
}

// assembledMark is a file by which Assemble knows a folder as its own, to be written over.
const assembledMark = ".srcblog-assembled"

func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return fmt.Errorf("assemble: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, assembledMark)); err != nil {
		return fmt.Errorf("assemble: %s holds files that are not from srcblog assemble; name an empty or new folder", dir)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("assemble: %w", err)
		}
	}
	return nil
}

func (s *Site) copyContent(from, to string, plain map[string][]byte) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(s.dir, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		data, ok := plain[filepath.ToSlash(rel)]
		if !ok {
			if data, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		return os.WriteFile(target, data, 0o666)
	})
}

// form is how a page is written as plain Markdown.
type form struct {
	inline bool // notes as comments in the code, where they can be
	text   bool // to be read as it is: nothing that only Hugo understands is put in, and links to pages stay "page:/posts/a.md#pop"
}

// plainPage is a page's text as plain Markdown, for the theme's Markdown output.
type plainPage struct{ page *Page }

// Encode gives the text, without front matter.
func (p plainPage) Encode() ([]byte, error) { return assemblePage(p.page, form{text: true}), nil }

// assemblePage replaces a page's blocks and symbol links, and leaves every other byte alone. A form for reading goes without
// front matter.
func assemblePage(page *Page, f form) []byte {
	var edits []edit
	eol := "\n"
	if strings.Contains(string(page.src), "\r\n") {
		eol = "\r\n"
	}
	for _, s := range page.snippets {
		data := page.data.Snippets[s.id]
		if data == nil || len(data.Parts) < len(s.parts) {
			continue // broken: the block says what the author wanted
		}
		text := assembleSnippet(s, data, f)
		edits = append(edits, edit{s.fence.Start, s.fence.End, indented(text, s.fence.Lead, s.fence.Prefix, eol)})
	}
	for _, drawn := range page.figures {
		edits = append(edits, edit{drawn.fence.Start, drawn.fence.End, indented(drawn.plain(), drawn.fence.Lead, drawn.fence.Prefix, eol)})
	}
	for _, l := range page.md.Links {
		edits = append(edits, edit{l.Start, l.End, f.target(page.data.Links[linkKey(l.Dest, l.Text)])})
	}
	if f.text && page.md.Body > 0 {
		edits = append(edits, edit{0, page.md.Body, ""})
	}
	return applyEdits(page.src, edits)
}

// target is where a symbol link leads without our theme: the code's permalink, or nothing but the page itself.
func (f form) target(data *pagedata.Link) string {
	switch {
	case data == nil || data.Href == "":
		return "#"
	case !f.text && strings.HasPrefix(data.Href, "page:"):
		target, _, _ := strings.Cut(strings.TrimPrefix(data.Href, "page:"), "#")
		return `{{< relref "` + target + `" >}}`
	}
	return data.Href
}

// plain is a note's Markdown with ordinary links in place of symbol links.
func (n *note) plain(f form) string {
	md, _ := mdscan.Scan("", []byte(n.text)) // what is wrong with it was said when it was rendered
	var edits []edit
	for _, l := range md.Links {
		edits = append(edits, edit{l.Start, l.End, f.target(n.links[linkKey(l.Dest, l.Text)])})
	}
	for _, b := range snippethtml.LineBreaks(n.text) {
		edits = append(edits, edit{b[0], b[1], ""})
	}
	return string(applyEdits([]byte(n.text), edits))
}

// assembleSnippet writes one snippet as a source line, a fence a part, and the notes that are not in the code as a list.
func assembleSnippet(s *snippet, data *pagedata.Snippet, f form) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<a id=\"snip-%s\"></a>\n\n", s.id)
	listed := map[*note]bool{}
	for _, n := range s.notes {
		listed[n] = n.number > 0
	}
	for _, n := range s.notes {
		if n.number == 0 {
			b.WriteString(n.plain(f) + "\n\n")
		}
	}
	for i, p := range s.parts {
		fmt.Fprintf(&b, "%s\n\n", sourceLine(data.Parts[i]))
		lang := s.lang()
		code := ""
		switch {
		case p.was != nil:
			lang, code = "diff", p.view.diff(func(r run, indent string) string { return gapLine(s.lang(), indent, r) })
		case f.inline:
			var left []*note
			code, left = p.view.inlined(lang)
			for _, n := range s.notes {
				listed[n] = listed[n] && (n.part != i || slices.Contains(left, n))
			}
		default:
			code = p.view.visible(func(r run, indent string) string { return gapLine(lang, indent, r) })
		}
		if !f.text {
			code = escapeShortcodes(code)
		}
		ticks := fenceFor(code)
		fmt.Fprintf(&b, "%s%s\n%s%s\n\n", ticks, lang, code, ticks)
	}
	for _, n := range s.notes {
		if listed[n] {
			fmt.Fprintf(&b, "%d. %s\n", n.number, strings.ReplaceAll(strings.TrimSpace(n.plain(f)), "\n", "\n   "))
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// sourceLine says whose code follows: label, file, lines and version, linked where there is a permalink.
func sourceLine(p *pagedata.Part) string {
	text := fmt.Sprintf("`%s:%d-%d`", p.File, p.First, p.Last)
	if p.Href != "" {
		text = "[" + text + "](<" + p.Href + ">)"
	}
	for _, more := range []string{p.Version, p.License, p.Label} {
		if more != "" {
			text += " · " + more
		}
	}
	return text
}

// gapLine stands for lines left out, in the language's own comment, so that the fence still reads as code.
func gapLine(lang, indent string, r run) string {
	c, ok := commentOf(lang)
	if !ok {
		c = comment{open: "//"}
	}
	return c.lines(indent, fmt.Sprintf("… %d (%d-%d)", len(r.lines), r.lines[0].number, r.lines[len(r.lines)-1].number))
}

// escapeShortcodes keeps Hugo from running what looks like a shortcode in code: inside the comment form it is printed as is.
// An opener that nothing closes has no such form; it gets a space between its braces.
func escapeShortcodes(code string) string {
	for _, pair := range [][2]string{{"{{<", ">}}"}, {"{{%", "%}}"}} {
		var b strings.Builder
		for {
			before, rest, ok := strings.Cut(code, pair[0])
			inner, after, closed := strings.Cut(rest, pair[1])
			if !ok || !closed {
				break
			}
			b.WriteString(before + pair[0] + "/*" + inner + "*/" + pair[1])
			code = after
		}
		code = b.String() + strings.ReplaceAll(code, pair[0], "{ "+pair[0][1:])
	}
	return code
}

// fenceFor gives a run of backticks longer than any in the code.
func fenceFor(code string) string {
	ticks := "```"
	for strings.Contains(code, ticks) {
		ticks += "`"
	}
	return ticks
}
