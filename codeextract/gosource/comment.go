package gosource

import "strings"

// MatchComment finds the comments that contain a text, given with or without its `//`, `/*`; white space and line
// breaks don't count, and `…` stands for anything. Neighbouring comment lines are one comment, the Match's Node; Tokens
// covers the lines in which the text stands. Where some comment is exactly the text, others that contain it don't count.
func (d *Decl) MatchComment(text string, within Span) []Match {
	words := strings.Split(strings.ReplaceAll(commentText(text), "……", "…"), "…")
	var some, exact []Match
	for _, group := range d.comments(within) {
		all, ends := joinComments(d.File.Tokens(group))
		start, end, ok := findAll(all, words)
		if !ok {
			continue
		}
		tokens := d.File.Tokens(group)
		m := Match{Node: group, Tokens: Span{
			tokens[lineOf(ends, start)].Start,
			tokens[lineOf(ends, max(start, end-1))].End,
		}}
		some = append(some, m)
		if start == 0 && end == len(all) {
			exact = append(exact, m)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return some
}

// comments gives the declaration's comment groups that lie in within.
func (d *Decl) comments(within Span) []Span {
	inside := d.inside(within)
	var groups []Span
	for _, g := range d.File.comments {
		if inside.Contains(g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// commentText is what a comment says: without its markers, white space as single spaces.
func commentText(lit string) string {
	lit = strings.TrimSpace(lit)
	if rest, ok := strings.CutPrefix(lit, "/*"); ok {
		lit = strings.TrimSuffix(rest, "*/")
	} else {
		lit = strings.TrimPrefix(lit, "//")
	}
	return strings.Join(strings.Fields(lit), " ")
}

// joinComments gives the text of a group, and for each of its comments where in that text it ends.
func joinComments(tokens []Token) (text string, ends []int) {
	for _, t := range tokens {
		line := commentText(t.Lit)
		if text != "" && line != "" {
			text += " "
		}
		text += line
		ends = append(ends, len(text))
	}
	return text, ends
}

// lineOf is the index of the comment that a byte of the joined text belongs to.
func lineOf(ends []int, offset int) int {
	for i, end := range ends {
		if offset < end {
			return i
		}
	}
	return len(ends) - 1
}

// findAll finds the parts one after the other.
func findAll(text string, parts []string) (start, end int, ok bool) {
	start = -1
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		i := strings.Index(text[end:], part)
		if i < 0 {
			return 0, 0, false
		}
		if start < 0 {
			start = end + i
		}
		end += i + len(part)
	}
	return start, end, start >= 0
}
