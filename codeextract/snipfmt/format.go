package snipfmt

import (
	"bytes"
	"slices"

	"github.com/srcblog/srcblog/codeextract/mdscan"
	"github.com/srcblog/srcblog/codeextract/problem"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// Format gives the page with its snip blocks in their one form; path is what positions call the page. src is not changed.
// The list has the mistakes of the page's blocks, which are left as they are; the result can be used with it.
func Format(path string, src []byte) ([]byte, problem.List) {
	page, problems := mdscan.Scan(path, src)
	problems = slices.DeleteFunc(problems, func(p *problem.Problem) bool { return p.Kind == problem.Lint })     // of the prose
	page.Fences = slices.DeleteFunc(page.Fences, func(f mdscan.Fence) bool { return f.Lang != mdscan.Snippet }) // the others have one form
	f := &formatter{src: src, starts: lineStarts(src)}
	blocks := make([]*snip.Block, len(page.Fences))
	broken := make([]bool, len(page.Fences))
	taken := map[string]int{}
	for i, fence := range page.Fences {
		block, list := snip.Parse(fence.Info, fence.Body)
		problems = append(problems, list...)
		blocks[i], broken[i] = block, list.Broken()
		taken[blockID(block, page)]++
	}
	for i, fence := range page.Fences {
		if broken[i] || !f.asWritten(fence) {
			continue
		}
		if id := blockID(blocks[i], page); taken[id] == 1 {
			f.fillID(fence, blocks[i].Header, id)
		}
		f.body(fence, blocks[i].Directives)
	}
	problems.Sort()
	return f.result(), problems
}

// blockID is the block's id, given or by default.
func blockID(block *snip.Block, page *mdscan.Page) string {
	if id := block.Header.DefaultID(); id != "" {
		return id
	}
	return snip.Header{Src: page.Defaults["src"]}.DefaultID()
}

// formatter collects what is to change in a page.
type formatter struct {
	src    []byte
	starts []int // offset of each line's first byte
	edits  []edit
}

// edit replaces the bytes start to end.
type edit struct {
	start, end int
	text       string
}

// replace plans an edit, if it changes anything.
func (f *formatter) replace(start, end int, text string) {
	if string(f.src[start:end]) != text {
		f.edits = append(f.edits, edit{start, end, text})
	}
}

func (f *formatter) result() []byte {
	slices.SortFunc(f.edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range f.edits {
		out.Write(f.src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(f.src[at:])
	return out.Bytes()
}

// asWritten says whether every line of a fence stands in the page as the scan gives it. A tab that a list takes a part of
// does not, nor does a carriage return inside of a line.
func (f *formatter) asWritten(fence mdscan.Fence) bool {
	for _, line := range append(slices.Clone(fence.Body), fence.Info) {
		at := f.offset(line.Pos)
		if at < 0 || !bytes.HasPrefix(f.src[at:], []byte(line.Text)) || bytes.IndexByte([]byte(line.Text), '\r') >= 0 {
			return false
		}
		if eol := f.src[at+len(line.Text):]; len(line.Text) > 0 && line.Pos != fence.Info.Pos && len(eol) > 0 && eol[0] != '\n' && eol[0] != '\r' {
			return false
		}
	}
	return true
}

// offset is where a position is in the page; -1 for one before the line.
func (f *formatter) offset(pos problem.Position) int {
	if pos.Column < 1 {
		return -1
	}
	return f.starts[pos.Line-1] + pos.Column - 1
}

func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
