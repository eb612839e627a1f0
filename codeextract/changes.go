package codeextract

import (
	"context"
	"slices"

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
		v.lines[pair.new].added = false
		v.delete(at, pair.old, pair.new, from)
		at = pair.old + 1
	}
	v.delete(at, len(from), len(v.lines), from)
}

// delete puts the old lines from to end before the first of the added lines above index.
func (v *view) delete(start, end, index int, from []*viewLine) {
	if start == end {
		return
	}
	for index > 0 && v.lines[index-1].added {
		index--
	}
	for _, l := range from[start:end] {
		l.deleted = true
		v.deleted[index] = append(v.deleted[index], l)
	}
}

// followNew gives deleted lines the fate of those that took their place; where none did, they are shown only between
// lines that are.
func (v *view) followNew() {
	for i, lines := range v.deleted {
		var near []*viewLine
		for k := i; k < len(v.lines) && v.lines[k].added; k++ {
			near = append(near, v.lines[k])
		}
		replaced := len(near) > 0
		if !replaced {
			near = v.lines[max(0, i-1):min(len(v.lines), i+1)]
		}
		isShown := func(l *viewLine) bool { return l.state == shown }
		model := near[0]
		if k := slices.IndexFunc(near, isShown); replaced && k >= 0 {
			model = near[k]
		} else if k := slices.IndexFunc(near, func(l *viewLine) bool { return !isShown(l) }); k >= 0 {
			model = near[k]
		}
		for _, l := range lines {
			l.state, l.fold = model.state, model.fold
			if !replaced && near[0].fold != near[len(near)-1].fold {
				l.fold = nil
			}
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
