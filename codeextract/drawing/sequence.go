package drawing

import "strings"

// Message is an arrow from one lane to another.
type Message struct {
	Label           // what is called
	From, To int    // lanes
	Kind     string // becomes a class of the arrow
	Aside    string // in Go's words, such as "go"
	Note     string // what the author says about it
}

const (
	lanePadding = 8
	laneGap     = 10
	messageTop  = 18 // from the line before to the text of a message
)

// Sequence draws lanes side by side, and below them the messages, the first at the top.
func Sequence(id, title string, lanes []Label, messages []Message) string {
	c := &canvas{}
	xs, top := sequenceHeads(c, lanes)
	y := top + 8
	for _, m := range messages {
		y = sequenceMessage(c, xs, m, y)
	}
	y += 12
	var lines canvas
	for _, x := range xs {
		lines.path("diagram-life", "M%d %dV%d", x, top, y)
	}
	c.reach(0, y)
	heads := c.b.String()
	c.b.Reset()
	c.b.WriteString(lines.b.String() + heads) // lines lie behind
	return c.svg(id, title, sequenceText(lanes, messages))
}

// sequenceHeads draws the names of the lanes and gives the middle of each, and where they end.
func sequenceHeads(c *canvas, lanes []Label) (xs []int, bottom int) {
	lines := 1
	for _, l := range lanes {
		lines = max(lines, len(twoLines(l.Text)))
	}
	height := 12 + 17*lines
	x := 1
	for _, l := range lanes {
		text := twoLines(l.Text)
		w := 0
		for _, line := range text {
			w = max(w, codeWidth(line, codeSize))
		}
		w = max(w+2*lanePadding, 60)
		end := c.link(l)
		c.rect(x, 1, w, height, "diagram-box")
		for i, line := range text {
			c.middle(x+w/2, 1+18+17*i+(lines-len(text))*8, "diagram-code", line)
		}
		end()
		xs = append(xs, x+w/2)
		x += w + laneGap
	}
	return xs, 1 + height
}

// sequenceMessage draws a message below y and gives where it ends.
func sequenceMessage(c *canvas, xs []int, m Message, y int) int {
	from, to := xs[m.From], xs[m.To]
	left := min(from, to) + 6
	if m.From == m.To {
		left = from + 32
	}
	y += messageTop
	end := c.link(m.Label)
	c.text(left, y, "diagram-code diagram-over", m.Text)
	end()
	right := left + codeWidth(m.Text, codeSize)
	if m.Aside != "" {
		c.text(right+8, y, "diagram-aside diagram-over", m.Aside)
		right += 8 + codeWidth(m.Aside, smallSize)
	}
	y += 7
	line, head := "diagram-line diagram-"+m.Kind, "diagram-head diagram-"+m.Kind
	if m.From == m.To {
		y -= 12
		c.path(line, "M%d %dH%dV%dH%d", from, y, from+24, y+14, from+8)
		c.head(from+1, y+14, -1, head)
		y += 12
	} else {
		way := 1
		if to < from {
			way = -1
		}
		c.path(line, "M%d %dH%d", from, y, to-8*way)
		c.head(to-way, y, way, head)
	}
	if m.Note != "" {
		y += 15
		c.text(left, y, "diagram-note diagram-over", m.Note)
		right = max(right, left+codeWidth(m.Note, smallSize))
	}
	c.reach(right+2, y+8)
	return y + 8
}

func sequenceText(lanes []Label, messages []Message) string {
	var parts []string
	for _, m := range messages {
		s := lanes[m.From].Text + " → " + lanes[m.To].Text + ": " + m.Text
		if m.Note != "" {
			s += ": " + m.Note
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}
