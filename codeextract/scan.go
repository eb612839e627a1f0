package codeextract

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/pagedata"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// Page is one page of the site with what its snippets and links resolve to.
type Page struct {
	Path     string // below the root, forward slashes; the page's part of snippet ids
	sitePath string // below the site's root
	src      []byte
	md       *mdscan.Page
	snippets []*snippet
	figures  []*diagram // call paths and pictures
	tracked  []*snippet // symbols that the prose speaks of without showing them: links with ?track
	data     *pagedata.Page
	drawn    *drawnPage // what its code was rendered from, for a server's next run
}

// snippet is one snip block and what becomes of it.
type snippet struct {
	page  *Page
	id    string
	pos   problem.Position
	fence *mdscan.Fence // nil for a tracked symbol
	block *snip.Block
	parts []*part // nil where it can't be resolved
	notes []*note
	item  *Item
}

// fullID names the snippet in the lock and on the command line.
func (s *snippet) fullID() string { return s.page.Path + "#" + s.id }

// names gives the snippet's symbols for messages.
func (s *snippet) names() string {
	var names []string
	for _, p := range s.parts {
		names = append(names, fmt.Sprintf("%s (%s:%d-%d)", orFile(p), p.shownFile(), p.first, p.last))
	}
	return strings.Join(names, ", ")
}

func orFile(p *part) string {
	if p.name != "" {
		return p.name
	}
	return "the file"
}

// scan reads every page below the site's content folders.
func (s *Site) scan(problems *problem.List) ([]*Page, error) {
	var pages []*Page
	err := s.eachPage(problems, func(name string) error {
		page, list, err := s.scanPage(name)
		*problems = append(*problems, list...)
		if page != nil {
			pages = append(pages, page)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("scan pages: %w", err)
	}
	slices.SortFunc(pages, func(a, b *Page) int { return strings.Compare(a.Path, b.Path) })
	return pages, nil
}

// noContent is said of a content folder: then nobody knows which reviews have lost their snippets.
const noContent = "content folder is not there"

// eachPage calls found with the name of every page below the site's content folders, in the order of names.
func (s *Site) eachPage(problems *problem.List, found func(name string) error) error {
	for _, dir := range s.config.Content {
		root := filepath.Join(s.dir, filepath.FromSlash(dir))
		if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			// Hugo would follow it and the walk would not: pages that nobody judged.
			problems.Add(problem.Position{File: s.rel(root)}, problem.BadConfig, "content folder is a symbolic link: name the folder itself")
			continue
		}
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !isPage(name) { // Hugo renders no links, and a pipe never ends
				return err
			}
			return found(name)
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			problems.Add(problem.Position{File: s.rel(root)}, problem.BadConfig, noContent)
		case err != nil:
			return err
		}
	}
	return nil
}

func isPage(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".md" || ext == ".markdown"
}

// scanPage reads one page and parses its snippets. What is wrong with the page goes into the list; an error means that
// the run can't go on.
func (s *Site) scanPage(name string) (*Page, problem.List, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, fmt.Errorf("read page: %w", err)
	}
	page := &Page{Path: s.rel(name), src: src}
	if page.sitePath, err = filepath.Rel(s.dir, name); err != nil {
		return nil, nil, fmt.Errorf("read page: %w", err)
	}
	page.sitePath = filepath.ToSlash(page.sitePath)
	if strings.ContainsFunc(page.Path, unicode.IsControl) {
		var list problem.List
		list.Add(problem.Position{File: strconv.Quote(page.Path)}, problem.BadConfig, "a page's name has a control character: rename it")
		return nil, list, nil // the lock and the reports have an id on a line
	}
	md, problems := s.scanText(name, page.Path, src)
	problems = slices.Clone(problems)
	if md == nil {
		return nil, problems, nil
	}
	page.md = md
	if p := badName(page); p != nil {
		problems = append(problems, p)
	}
	page.blocks(&problems)
	return page, problems, nil
}

// blocks parses the page's fences. Their ids are unique in the page, whatever their kind.
func (p *Page) blocks(problems *problem.List) {
	ids := map[string]problem.Position{}
	free := func(id string, pos problem.Position) bool {
		if id == "" {
			return true // it has no source either, which is what is said
		}
		first, taken := ids[id]
		if taken {
			problems.Add(pos, problem.DuplicateID, "id %q is taken by the block in line %d; give one of them {#name …}", id, first.Line)
			return false
		}
		ids[id] = pos
		if at, taken := p.md.Headings["snip-"+id]; taken {
			problems.Add(at, problem.Lint, "heading id snip-%s is that of the block in line %d: links lead to one of them", id, pos.Line)
		}
		return true
	}
	for i := range p.md.Fences {
		fence := &p.md.Fences[i]
		pos := fence.Info.Pos
		if fence.Lang != mdscan.Snippet {
			block, list := figure.Parse(fence.Lang, fence.Info, fence.Body)
			*problems = append(*problems, list...)
			if id := block.DefaultID(); len(list) == 0 && free(id, pos) {
				p.figures = append(p.figures, &diagram{page: p, id: id, pos: pos, fence: fence, block: block})
			}
			continue
		}
		block, list := snip.Parse(fence.Info, fence.Body)
		*problems = append(*problems, list...)
		if block == nil || list.Broken() {
			continue
		}
		id := block.Header.DefaultID()
		if id == "" {
			id = slug(p.md.Defaults["src"])
		}
		if free(id, pos) {
			p.snippets = append(p.snippets, &snippet{page: p, id: id, pos: pos, fence: fence, block: block})
		}
	}
}

// slug is the rule for an id that the author did not give: lower case, every run outside a-z0-9 a hyphen, trimmed.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// symbols lists what the snippet's header names.
func (s *snippet) symbols() []string { return s.block.Header.Syms() }
