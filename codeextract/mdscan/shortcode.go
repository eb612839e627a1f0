package mdscan

import (
	"bytes"

	"github.com/gohugoio/hugo/parser/pageparser"
)

// shortcode is a stretch of the page that Hugo takes out before it reads Markdown: one tag, a pair with its body, or a
// shortcode comment. Shortcodes of a body are in the list too, after the one they stand in.
type shortcode struct {
	start, end         int
	bodyStart, bodyEnd int // equal if there is no body in Markdown
	indent             string
}

// tag is {{< name … >}}, {{< /name >}} or {{< name … /}}.
type tag struct {
	name              string
	start, end        int
	closes, selfClose bool
	inline            bool
}

// pair finds the shortcodes. Only templates know which of them take a body; here it is those that have a closing tag.
func pair(src []byte, items pageparser.Items) []shortcode {
	tags, found := tagsOf(src, items)
	var open []tag
	for _, t := range tags {
		if !t.closes {
			open = append(open, t)
			found = append(found, shortcode{start: t.start, end: t.end, indent: indentBefore(src, t.start)})
			continue
		}
		i := len(open) - 1
		for i >= 0 && (open[i].name != t.name || open[i].selfClose) {
			i--
		}
		if i < 0 {
			found = append(found, shortcode{start: t.start, end: t.end})
			continue
		}
		for k := range found {
			if found[k].start == open[i].start {
				found[k].end = t.end
				if isMarkdown(open[i]) {
					found[k].bodyStart, found[k].bodyEnd = open[i].end, t.start
				}
			}
		}
		open = open[:i]
	}
	return found
}

// isMarkdown says whether a shortcode's body is prose. highlight is Hugo's own and takes code; the others are common in
// themes, and take what is not Markdown either. An inline shortcode holds a template.
func isMarkdown(t tag) bool {
	switch t.name {
	case "highlight", "raw", "script", "style", "mermaid", "echarts":
		return false
	}
	return !t.inline
}

// tagsOf gathers the tags from pageparser's items, and shortcode comments {{</* … */>}} as shortcodes.
func tagsOf(src []byte, items pageparser.Items) (tags []tag, comments []shortcode) {
	var cur tag
	inside, past := false, 0 // past: end of the last comment
	for _, it := range items {
		start := it.Pos()
		if start < past || it.IsDone() {
			continue
		}
		end := start + len(it.Val(src))
		switch {
		case it.IsLeftShortcodeDelim():
			cur, inside = tag{start: start}, true
		case it.IsShortcodeName() || it.IsInlineShortcodeName():
			cur.name, cur.inline = it.ValStr(src), it.IsInlineShortcodeName()
		case it.IsShortcodeClose():
			cur.closes, cur.selfClose = cur.name == "", cur.name != ""
		case it.IsRightShortcodeDelim() && inside:
			cur.end, inside = end, false
			tags = append(tags, cur)
		case it.IsText() && isCommentStart(src[start:]) && end == start+len("{{<"):
			closer := []byte("*/" + map[byte]string{'<': ">}}", '%': "%}}"}[src[end-1]])
			if n := bytes.Index(src[end:], closer); n >= 0 {
				past = end + n + len(closer)
				comments = append(comments, shortcode{start: start, end: past})
			}
		}
	}
	return tags, comments
}

func isCommentStart(src []byte) bool {
	return bytes.HasPrefix(src, []byte("{{</*")) || bytes.HasPrefix(src, []byte("{{%/*"))
}

// indentBefore is the white space before offset if its line has nothing else there: Hugo takes it off the body's lines.
func indentBefore(src []byte, offset int) string {
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	before := src[start:offset]
	if len(bytes.Trim(before, " \t")) > 0 {
		return ""
	}
	return string(before)
}
