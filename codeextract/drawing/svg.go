package drawing

import (
	"fmt"
	"html"
	"strings"
)

// Label is the text of something that is drawn, and where it leads.
type Label struct {
	Text string
	Href string // "" for no link
	Hint string // for pointing devices and screen readers, such as a signature
}

// canvas collects the elements of a picture.
type canvas struct {
	b             strings.Builder
	width, height int
}

// reach makes room for a point.
func (c *canvas) reach(x, y int) { c.width, c.height = max(c.width, x), max(c.height, y) }

func (c *canvas) add(format string, args ...any) {
	fmt.Fprintf(&c.b, format, args...)
	c.b.WriteByte('\n')
}

// svg is the picture. id is where its title's id begins; title and about name and describe it.
func (c *canvas) svg(id, title, about string) string {
	const margin = 2
	w, h := c.width+margin, c.height+margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="diagram-svg" xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="group" aria-labelledby="%s-title">`,
		w, h, w, h, html.EscapeString(id))
	fmt.Fprintf(&b, "\n<title id=\"%s-title\">%s</title>\n", html.EscapeString(id), html.EscapeString(title))
	if about != "" {
		fmt.Fprintf(&b, "<desc>%s</desc>\n", html.EscapeString(about))
	}
	b.WriteString(c.b.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// link opens a link around what is drawn next, and gives what closes it.
func (c *canvas) link(l Label) (end func()) {
	if l.Href == "" {
		if l.Hint == "" {
			return func() {}
		}
		c.add("<g><title>%s</title>", html.EscapeString(l.Hint))
		return func() { c.add("</g>") }
	}
	c.add(`<a href="%s">`, html.EscapeString(l.Href))
	if l.Hint != "" {
		c.add("<title>%s</title>", html.EscapeString(l.Hint))
	}
	return func() { c.add("</a>") }
}

func (c *canvas) rect(x, y, w, h int, class string) {
	c.add(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>`, class, x, y, w, h)
	c.reach(x+w, y+h)
}

// text writes a text whose line begins at x, y.
func (c *canvas) text(x, y int, class, text string) {
	c.add(`<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, html.EscapeString(text))
}

// middle writes a text around x.
func (c *canvas) middle(x, y int, class, text string) {
	c.add(`<text class="%s" x="%d" y="%d" text-anchor="middle">%s</text>`, class, x, y, html.EscapeString(text))
}

func (c *canvas) path(class, format string, args ...any) {
	c.add(`<path class="%s" d="%s"/>`, class, fmt.Sprintf(format, args...))
}

// head draws the head of an arrow whose tip is at x, y, for a line that comes from the left (1) or the right (-1).
func (c *canvas) head(x, y, from int, class string) {
	c.path(class, "M%d %dl%d -4v8z", x, y, -7*from)
}
