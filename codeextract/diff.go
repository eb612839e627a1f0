package codeextract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// showDiff puts into the item what changed in the part that the reader sees since the last review. Where the old text
// can't be had, the item's reason says why.
func (a *analysis) showDiff(ctx context.Context, s *snippet, old *lockfile.Entry) {
	was, err := a.oldText(ctx, s, old)
	if err != nil {
		s.item.Reason = "no diff: " + err.Error()
		return
	}
	s.item.Diff = unified(s.item.From, s.item.To, was, snippetText(s))
}

// explainLost shows what changed in a snippet whose selectors no longer fit: all of its code, as they can't be applied.
func (a *analysis) explainLost(ctx context.Context, s *snippet, old *lockfile.Entry) {
	if old == nil {
		return
	}
	var plain snippet = *s
	plain.block, plain.notes = &snip.Block{Header: s.block.Header}, nil
	annotate(&plain)
	was, err := a.oldText(ctx, &plain, old)
	if err != nil {
		return // the lost anchor is the news; the diff would only have helped
	}
	s.item.Diff = unified(s.item.From, s.item.To, was, snippetText(&plain))
}

// oldText is what the reader saw of a snippet at its last review, under the directives of today.
func (a *analysis) oldText(ctx context.Context, s *snippet, old *lockfile.Entry) (string, error) {
	then := *s
	then.parts, then.notes = nil, nil
	for i := range old.Parts {
		if i >= len(s.parts) {
			break
		}
		src, err := a.sources.oldFile(ctx, &old.Parts[i])
		if err != nil {
			return "", err
		}
		p, err := oldPart(s.parts[i], &old.Parts[i], src)
		if err != nil {
			return "", err
		}
		then.parts = append(then.parts, p)
	}
	// Selectors that do not fit the old text are no fault of anybody; the parts they would have hidden are shown.
	annotate(&then)
	return snippetText(&then), nil
}

// oldPart finds a part in its file's old text: by its symbol, else by the lines that the lock recorded.
func oldPart(now *part, old *lockfile.Part, src []byte) (*part, error) {
	p := &part{src: now.src, name: now.name, origin: now.origin, file: now.file}
	if now.decl != nil {
		file, err := gosource.ParseFile(old.File, src)
		if err != nil {
			return nil, fmt.Errorf("read the old text: %w", err)
		}
		p.text = newTextFile(old.File, src, file)
		if d, err := (&gosource.Package{Files: []*gosource.File{file}}).Find(cmp.Or(old.Name, now.decl.Symbol)); err == nil {
			p.decl, p.code, p.span = d, d, d.Span
			p.first, p.last = p.text.lines(p.span)
			if narrow(p, now.piece, problem.Position{}) == nil {
				return p, nil
			}
		}
	} else {
		p.text = newTextFile(old.File, src, nil)
	}
	if old.Last > len(p.text.starts) || old.First < 1 || old.First > old.Last {
		return nil, fmt.Errorf("the old text of %s has no lines %d-%d", old.File, old.First, old.Last)
	}
	p.first, p.last = old.First, old.Last
	p.span = gosource.Span{Start: p.text.lineSpan(p.first).Start, End: p.text.lineSpan(p.last).End}
	return p, nil
}

// snippetText is the visible text of all parts, with gaps as comments that do not change with line numbers.
func snippetText(s *snippet) string {
	var b strings.Builder
	for _, p := range s.parts {
		b.WriteString(p.view.visible(func(_ run, indent string) string { return indent + "…\n" }))
	}
	return b.String()
}

func unified(from, to Place, was, is string) string {
	return strings.TrimPrefix(string(diff.Diff(placeName(from), []byte(was), placeName(to), []byte(is))),
		fmt.Sprintf("diff %s %s\n", placeName(from), placeName(to)))
}

func placeName(p Place) string {
	name := fmt.Sprintf("%s:%d-%d", p.File, p.First, p.Last)
	if p.Version != "" {
		name = p.Version + "/" + name
	}
	return name
}

// Diff gives the snippets that targets name, as Accept's do, and all where none is given: each item with the diff of what
// readers see of it, or with the reason why there is none. whole compares all of the code, as if nothing were left out.
func (s *Site) Diff(ctx context.Context, targets []string, whole bool) ([]*Item, error) {
	a, err := s.run(ctx, true)
	if err != nil {
		return nil, err
	}
	var named []*snippet
	for _, target := range targets {
		before := len(named)
		for sn := range a.report.matching(target) {
			named = append(named, sn)
		}
		if len(named) == before {
			return nil, fmt.Errorf("%q %w", target, ErrTarget)
		}
	}
	if len(targets) == 0 {
		named = slices.Collect(a.report.snippets())
	}
	a.sources = newSources(s)
	defer a.sources.close()
	var items []*Item
	for _, sn := range named {
		old := a.lock.Entries[cmp.Or(sn.item.Was, sn.fullID())]
		if whole && old != nil && sn.item.now != nil {
			a.explainLost(ctx, sn, old)
		}
		items = append(items, sn.item)
	}
	return items, nil
}
