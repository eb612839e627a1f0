package codeextract

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/srcblog/srcblog/codeextract/mdscan"
)

// inlined is a part's visible code with its notes as comments above the lines that they speak of, the way such articles are
// written by hand. left has the notes that can't stand there: inside a raw string, or in a language without comments.
func (v *view) inlined(lang string) (code string, left []*note) {
	var b strings.Builder
	comment, ok := commentOf(lang)
	for _, r := range v.runs(false) {
		if r.gap {
			b.WriteString(gapLine(lang, r.indent(), r))
			continue
		}
		for _, l := range r.lines {
			text := bytes.TrimRight(l.bytes()[l.cut:], "\r")
			if ok && !l.raw {
				indent := string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))])
				for _, n := range l.markers {
					b.WriteString(comment.lines(indent, n.commentText()))
				}
			} else {
				left = append(left, l.markers...)
			}
			b.Write(text)
			b.WriteByte('\n')
		}
	}
	return b.String(), left
}

// comment is how a language writes a comment of one line.
type comment struct{ open, close string }

// lines writes a text as comments, a line each.
func (c comment) lines(indent, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = c.open + " " + strings.TrimSpace(line)
		if c.close != "" {
			line += " " + c.close
		}
		b.WriteString(indent + strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// commentOf is false for a language that has no comments, or whose comments we do not know.
func commentOf(lang string) (comment, bool) {
	switch strings.ToLower(lang) {
	case "go", "c", "cpp", "java", "javascript", "js", "typescript", "ts", "rust", "proto", "protobuf", "protocol buffer":
		return comment{open: "//"}, true
	case "bash", "sh", "yaml", "python", "py", "docker", "dockerfile", "makefile", "make", "toml":
		return comment{open: "#"}, true
	case "sql", "lua":
		return comment{open: "--"}, true
	case "html", "xml", "markdown", "md":
		return comment{"<!--", "-->"}, true
	}
	return comment{}, false
}

var deadLink = regexp.MustCompile(`\[([^\[\]]*)\]\(#[^()\s]*\)`)

// commentText is a note's Markdown for a comment in code. Of a link that leads into the site only the text stays: code is no
// place for an anchor, nor for the shortcode that finds a page.
func (n *note) commentText() string {
	md, _ := mdscan.Scan("", []byte(n.text)) // what is wrong with it was said when it was rendered
	var edits []edit
	for _, l := range md.Links {
		target := form{}.target(n.links[linkKey(l.Dest, l.Text)])
		if strings.HasPrefix(target, "{{") {
			target = "#"
		}
		edits = append(edits, edit{l.Start, l.End, target})
	}
	return deadLink.ReplaceAllString(strings.TrimSpace(string(applyEdits([]byte(n.text), edits))), "$1")
}
