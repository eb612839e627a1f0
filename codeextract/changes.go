package codeextract

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/problem"
)

// resolveOld finds the old version of a part that diff="VERSION [SYMBOL]" asks to compare with.
func (a *analysis) resolveOld(ctx context.Context, s *snippet, at place, p *part) *problem.Problem {
	h := s.block.Header
	pos := h.Pos("diff")
	version, symbol := h.OldSymbol()
	switch {
	case p.origin.module == "":
		return &problem.Problem{Pos: pos, Kind: problem.BadSyntax,
			Message: at.src + " is code of this repository: only modules have versions to compare"}
	case symbol != "" && len(s.symbols()) > 1:
		return &problem.Problem{Pos: pos, Kind: problem.BadSyntax, Message: "an old name goes with a single symbol"}
	case symbol == "":
		symbol = p.name
	}
	at.at = version
	old, wrong := a.sources.symbol(ctx, pos, at, symbol)
	if wrong != nil {
		return wrong
	}
	old.src += "@" + version
	if wrong := narrow(old, p.piece, pos); wrong != nil {
		return wrong
	}
	p.was = old
	return nil
}

// compareLines marks what is new in a view, and puts the lines that only the old version has before those that took
// their place.
func (v *view) compareLines(old *view) {
	text := func(lines []*viewLine) []string {
		out := make([]string, len(lines))
		for i, l := range lines {
			out[i] = string(l.bytes())
		}
		return out
	}
	v.deleted = map[int][]*viewLine{}
	from := slices.DeleteFunc(slices.Clone(old.lines), func(l *viewLine) bool { return l.state == dropped })
	for _, l := range v.lines {
		l.added = true
	}
	at := 0 // in from
	for _, pair := range sameLines(text(from), text(v.lines)) {
		v.lines[pair.new].added, v.lines[pair.new].old = false, from[pair.old].number
		v.delete(at, pair.old, pair.new, from)
		at = pair.old + 1
	}
	v.delete(at, len(from), len(v.lines), from)
}

// delete puts the old lines from start to end among the added lines above index: each before the line that it became, or
// behind the old line before it where it became none.
func (v *view) delete(start, end, index int, from []*viewLine) {
	first := index
	for first > 0 && v.lines[first-1].added {
		first--
	}
	at := first
	partners := alike(from[start:end], v.lines[first:index])
	for i, partner := range partners {
		if partner >= 0 {
			at = first + partner
		} else if i == 0 {
			for _, next := range partners {
				if next >= 0 {
					at = first + next
					break
				}
			}
		}
		l := from[start+i]
		l.deleted, l.partner = true, at < index && slices.Max(partners) >= 0
		v.deleted[at] = append(v.deleted[at], l)
	}
}

// alike pairs the lines of a hunk that are versions of each other, in order: of every old line the index of its new one,
// or -1.
func alike(old, new []*viewLine) []int {
	words := func(lines []*viewLine) [][]string {
		out := make([][]string, len(lines))
		for i, l := range lines {
			out[i] = strings.FieldsFunc(string(l.bytes()), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(){}[].,:;", r) })
		}
		return out
	}
	const enough = 0.5 // half of the words in common
	a, b := words(old), words(new)
	best := make([][]float64, len(a)+1) // of a[i:] and b[j:]: the most likeness that pairs can have
	like := make([][]float64, len(a))
	best[len(a)] = make([]float64, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		best[i], like[i] = make([]float64, len(b)+1), make([]float64, len(b))
		for j := len(b) - 1; j >= 0; j-- {
			like[i][j] = gosource.Similarity(a[i], b[j])
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if like[i][j] >= enough {
				best[i][j] = max(best[i][j], like[i][j]+best[i+1][j+1])
			}
		}
	}
	out := make([]int, len(a))
	j := 0
	for i := range a {
		out[i] = -1
		for j < len(b) && best[i][j] == best[i][j+1] && best[i][j] > best[i+1][j] {
			j++
		}
		if j < len(b) && like[i][j] >= enough && best[i][j] == like[i][j]+best[i+1][j+1] {
			out[i], j = j, j+1
		}
	}
	return out
}

// followNew gives deleted lines the fate of those that took their place; where none did, they are shown only between
// lines that are. Those of one fate are gathered before what replaced them, as in any diff.
func (v *view) followNew() {
	for i := range v.lines {
		lines := v.deleted[i]
		if len(lines) > 0 {
			v.follow(i, lines)
		}
	}
	if lines := v.deleted[len(v.lines)]; len(lines) > 0 {
		v.follow(len(v.lines), lines)
	}
	same := func(a, b *viewLine) bool { return a.state == b.state && a.fold == b.fold }
	for i := 1; i < len(v.lines); i++ {
		to := i
		for to > 0 && len(v.deleted[i]) > 0 && v.lines[i].added && v.lines[to-1].added && same(v.lines[to-1], v.deleted[i][0]) && same(v.lines[i], v.deleted[i][0]) {
			to--
		}
		if to < i {
			v.deleted[to] = append(v.deleted[to], v.deleted[i]...)
			delete(v.deleted, i)
		}
	}
}

// follow decides about the deleted lines before the i-th.
func (v *view) follow(i int, lines []*viewLine) {
	var near []*viewLine
	for k := i; k < len(v.lines) && v.lines[k].added; k++ {
		near = append(near, v.lines[k])
		if lines[0].partner {
			break
		}
	}
	replaced := len(near) > 0
	if !replaced {
		near = v.lines[max(0, i-1):min(len(v.lines), i+1)]
	}
	model := near[0]
	for _, l := range near {
		if (l.state == shown) == replaced {
			model = l
			break
		}
	}
	for _, l := range lines {
		l.state, l.fold = model.state, model.fold
		if !replaced && near[0].fold != near[len(near)-1].fold {
			l.fold = nil
		}
	}
}

// pair is a line that both versions have.
type pair struct{ old, new int }

// sameLines gives a longest common subsequence of lines.
func sameLines(old, new []string) []pair {
	var same []pair
	start := 0
	for start < len(old) && start < len(new) && old[start] == new[start] {
		same = append(same, pair{start, start})
		start++
	}
	tail := 0
	for tail < min(len(old), len(new))-start && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	a, b := old[start:len(old)-tail], new[start:len(new)-tail]
	// length[i][j] is that of a[i:] and b[j:].
	length := make([][]int32, len(a)+1)
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			same = append(same, pair{start + i, start + j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	for k := tail; k > 0; k-- {
		same = append(same, pair{len(old) - k, len(new) - k})
	}
	return same
}
