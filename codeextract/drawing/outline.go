package drawing

import "strings"

// Row is a function in an outline: it stands below the one that calls it, one step further in.
type Row struct {
	Label
	Depth int    // 0 for a root
	Kind  string // how it is called; becomes a class of the line that leads to it
	Aside string // what is said beside it, such as the interface that it is called through
	First int    // 1 + index of the row that has its calls, where it stands there already; 0 where it is new
	More  int    // how many calls of it are not drawn
}

const (
	rowHeight = 28
	rowPitch  = 36
	step      = 30
	trunk     = 11 // from a box's left edge to the line down from it
	padding   = 10
)

// Outline draws rows, those that call before those that they call, as a tree that grows downwards and to the right.
func Outline(id, title string, rows []Row) string {
	c := &canvas{}
	parents := []int{} // by depth: the last row there
	for i, r := range rows {
		parents = append(parents[:r.Depth], i)
		if r.Depth > 0 {
			outlineLine(c, r, parents[r.Depth-1], i, lastCalled(rows, parents[r.Depth-1], i))
		}
	}
	for i, r := range rows {
		outlineBox(c, id, r, i)
	}
	return c.svg(id, title, outlineText(rows))
}

// lastCalled is the row above i that the same row calls, or that row itself.
func lastCalled(rows []Row, parent, i int) int {
	for k := i - 1; k > parent; k-- {
		if rows[k].Depth == rows[i].Depth {
			return k
		}
	}
	return parent
}

func rowX(r Row) int { return 1 + r.Depth*step }

// outlineLine leads from the row above to row i: down beside those between them, and in.
func outlineLine(c *canvas, r Row, parent, i, above int) {
	x := rowX(r) - step + trunk
	from := above*rowPitch + rowHeight/2 + 1
	if above == parent {
		from = above*rowPitch + rowHeight + 1
	}
	y := i*rowPitch + rowHeight/2 + 1
	c.path("diagram-trunk", "M%d %dV%d", x, from, y)
	c.path("diagram-line diagram-"+r.Kind, "M%d %dH%d", x, y, rowX(r)-7)
	c.head(rowX(r)-1, y, 1, "diagram-head diagram-"+r.Kind)
}

func outlineBox(c *canvas, id string, r Row, i int) {
	x, y := rowX(r), 1+i*rowPitch
	w := codeWidth(r.Text, codeSize) + 2*padding
	class := "diagram-box"
	switch {
	case r.Depth == 0:
		class += " diagram-root"
	case r.First > 0:
		class += " diagram-again"
	}
	end := c.link(r.Label)
	c.rect(x, y, w, rowHeight, class)
	c.text(x+padding, y+18, "diagram-code", r.Text)
	end()
	at := x + w + 8
	if r.Aside != "" {
		c.text(at, y+18, "diagram-aside", r.Aside)
		at += codeWidth(r.Aside, smallSize) + 8
		c.reach(at, y)
	}
	more := ""
	switch {
	case r.First > 0:
		more = "↑"
	case r.More > 0:
		more = "+" + itoa(r.More)
	}
	if more != "" {
		c.text(at, y+18, "diagram-more", more)
		c.reach(at+codeWidth(more, smallSize)+2, y)
	}
}

// outlineText says the same as the picture, in a line.
func outlineText(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(strings.Repeat("→ ", r.Depth) + r.Text)
	}
	return b.String()
}
