package drawing

import (
	"slices"
	"strconv"
	"strings"
)

// Box is a type: its name, what it is, and its parts, a line each.
type Box struct {
	Label
	Word  string // struct, interface
	Main  bool   // what the picture is about
	Parts []Part
	More  int // parts that are not drawn
}

// Part is a field of a struct, or a method of an interface.
type Part struct {
	Label
	Type string // what follows its name
}

// Link is a line from a box, or from a part of it, to another box.
type Link struct {
	From, Part int // Part is an index, -1 for the box itself
	To         int
	Kind       string // becomes a class of the line
}

const (
	partHeight = 20
	headHeight = 28
	boxGap     = 18
	laneWidth  = 11
	partLength = 40 // characters
)

// Boxes draws boxes one below the other, and the links beside them, each in a lane of its own where it would touch another.
func Boxes(id, title string, boxes []Box, links []Link) string {
	c := &canvas{}
	tops := make([]int, len(boxes))
	y := 1
	for i, b := range boxes {
		tops[i] = y
		y += boxHeight(b) + boxGap
	}
	lanes, used := boxLanes(tops, links)
	left := 1 + used*laneWidth + 10
	for i, l := range links {
		boxLink(c, l, left, tops, lanes[i])
	}
	for i, b := range boxes {
		drawBox(c, b, left, tops[i])
	}
	return c.svg(id, title, boxesText(boxes, links))
}

func boxHeight(b Box) int {
	n := len(b.Parts)
	if b.More > 0 {
		n++
	}
	if n == 0 {
		return headHeight
	}
	return headHeight + n*partHeight + 6
}

// ends gives the heights at which a link begins and ends.
func (l Link) ends(tops []int) (from, to int) {
	from = tops[l.From] + headHeight/2
	if l.Part >= 0 {
		from = tops[l.From] + headHeight + l.Part*partHeight + partHeight/2
	}
	return from, tops[l.To] + headHeight/2
}

// boxLanes gives every link the innermost lane that is free over its whole height; short ones choose first.
func boxLanes(tops []int, links []Link) (lanes []int, used int) {
	lanes = make([]int, len(links))
	order := make([]int, len(links))
	for i := range order {
		order[i] = i
	}
	length := func(i int) int { from, to := links[i].ends(tops); return abs(from - to) }
	slices.SortStableFunc(order, func(a, b int) int { return length(a) - length(b) })
	taken := [][][2]int{}
	for _, i := range order {
		from, to := links[i].ends(tops)
		lo, hi := min(from, to)-6, max(from, to)+6
		lane := 0
		for lane < len(taken) && slices.ContainsFunc(taken[lane], func(t [2]int) bool { return lo < t[1] && t[0] < hi }) {
			lane++
		}
		if lane == len(taken) {
			taken = append(taken, nil)
		}
		taken[lane] = append(taken[lane], [2]int{lo, hi})
		lanes[i] = lane
	}
	return lanes, len(taken)
}

func boxLink(c *canvas, l Link, left int, tops []int, lane int) {
	from, to := l.ends(tops)
	x := left - 10 - lane*laneWidth - laneWidth/2
	turn := 5
	if to < from {
		turn = -5
	}
	c.path("diagram-line diagram-"+l.Kind, "M%d %dH%dQ%d %d %d %dV%dQ%d %d %d %dH%d",
		left, from, x+5, x, from, x, from+turn, to-turn, x, to, x+5, to, left-7)
	c.head(left-1, to, 1, "diagram-head diagram-"+l.Kind)
}

func drawBox(c *canvas, b Box, x, y int) {
	width := codeWidth(b.Text, codeSize) + codeWidth(b.Word, smallSize) + 10
	var texts []string
	for _, p := range b.Parts {
		text := p.Text
		if p.Type != "" {
			text = strings.TrimSpace(p.Text + " " + p.Type)
			if strings.HasPrefix(p.Type, "(") {
				text = p.Text + p.Type
			}
		}
		text = shorten(text, partLength)
		texts = append(texts, text)
		width = max(width, codeWidth(text, smallSize))
	}
	width += 2 * padding
	class := "diagram-box"
	if b.Main {
		class += " diagram-root"
	}
	c.rect(x, y, width, boxHeight(b), class)
	end := c.link(b.Label)
	c.text(x+padding, y+18, "diagram-code diagram-name", b.Text)
	end()
	c.text(x+padding+codeWidth(b.Text, codeSize)+10, y+18, "diagram-aside", b.Word)
	if len(b.Parts)+b.More > 0 {
		c.path("diagram-rule", "M%d %dH%d", x, y+headHeight, x+width)
	}
	for i, p := range b.Parts {
		end := c.link(p.Label)
		c.text(x+padding, y+headHeight+15+i*partHeight, "diagram-part", texts[i])
		end()
	}
	if b.More > 0 {
		c.text(x+padding, y+headHeight+15+len(b.Parts)*partHeight, "diagram-more", "… +"+itoa(b.More))
	}
}

func boxesText(boxes []Box, links []Link) string {
	var parts []string
	for _, l := range links {
		parts = append(parts, boxes[l.From].Text+" → "+boxes[l.To].Text)
	}
	return strings.Join(slices.Compact(parts), "; ")
}

func itoa(n int) string { return strconv.Itoa(n) }
