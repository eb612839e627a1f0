package mdscan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/srcblog/srcblog/codeextract/figure"
	"github.com/srcblog/srcblog/codeextract/snip"
)

// Snippet is the word that opens a snip block; the others are those of figure.Kinds.
const Snippet = "snip"

// ours says whether a word makes a fence a block of ours.
func ours(word string) bool { return word == Snippet || slices.Contains(figure.Kinds(), word) }

// fence adds a block of ours, and says whether it is one: other languages' are passed over.
func (s *scanner) fence(p *prose, n *ast.FencedCodeBlock) bool {
	if n.Info == nil {
		return false
	}
	seg := n.Info.Segment
	word, _, _ := strings.Cut(string(n.Language(p.src)), "{") // as Hugo does
	if !ours(word) {
		s.almostOurs(p.at[seg.Start], string(n.Language(p.src)), string(seg.Value(p.src)))
		return false
	}
	open := n.Pos()
	infoAt := seg.Start + len(word)
	infoAt += len(p.src[infoAt:seg.Stop]) - len(bytes.TrimLeft(p.src[infoAt:seg.Stop], " \t"))
	f := Fence{Lang: word, Info: s.line(p, infoAt, seg.Stop)}
	f.Start = s.lineStart(p, open)
	f.Lead = string(s.src[f.Start:p.at[open]])
	f.Prefix = continued(f.Lead)
	last := open
	for i := range n.Lines().Len() {
		l := n.Lines().At(i)
		for k, line := range s.pageLines(p, l.Start, l.Stop) {
			if k == 0 && l.Padding > 0 { // the rest of a tab that the container took a part of
				line.Text = strings.Repeat(" ", l.Padding) + line.Text
				line.Pos.Column -= l.Padding
			}
			f.Body = append(f.Body, line)
		}
		last = max(l.Start, l.Stop-1)
	}
	f.End = s.fenceEnd(p, open, last)
	s.page.Fences = append(s.page.Fences, f)
	return true
}

// almostOurs tells of a block whose word looks like one of ours to an author: in capitals, with a brace, colon or space of an
// input method behind it, or snippet with our attributes. It would be published as it is written.
func (s *scanner) almostOurs(at int, lang, info string) {
	word, rest := lang, ""
	if end := strings.IndexFunc(lang, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' }); end >= 0 {
		word, rest = lang[:end], lang[end:]
	}
	if slices.Contains([]string{"snips", "snippet", "snippets"}, strings.ToLower(word)) && ourAttribute.MatchString(info) {
		word = Snippet
	}
	r, _ := utf8.DecodeRuneInString(rest)
	if known := strings.ToLower(word); ours(known) && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
		s.lintf(at, "%s opens no block of this kind: write %s {…}", lang, known)
	}
}

// ourAttribute is one that says what code a block shows.
var ourAttribute = regexp.MustCompile(`[ {](?:src|sym)="`)

// line is the page's text for a stretch of prose that holds no line feed.
func (s *scanner) line(p *prose, start, stop int) snip.Line {
	lo := p.at[start]
	return snip.Line{Text: string(s.src[lo:max(lo, p.at[stop])]), Pos: s.pos(lo)}
}

// pageLines gives the page's lines for one line of prose: several where a shortcode in it spans lines.
func (s *scanner) pageLines(p *prose, start, stop int) []snip.Line {
	lo, hi := p.at[start], p.at[stop]
	if stop > start {
		hi = p.at[stop-1] + 1
		if p.src[stop-1] == placeholder {
			hi = max(hi, p.at[stop])
		}
	}
	var lines []snip.Line
	for _, text := range strings.SplitAfter(string(s.src[lo:max(lo, hi)]), "\n") {
		if text == "" && len(lines) > 0 {
			break
		}
		lines = append(lines, snip.Line{Text: strings.TrimRight(text, "\r\n"), Pos: s.pos(lo)})
		lo += len(text)
	}
	return lines
}

// lineStart is where the page's line with the byte at offset of p starts, or p itself if that starts later.
func (s *scanner) lineStart(p *prose, offset int) int {
	at := p.at[offset]
	return max(p.lo, bytes.LastIndexByte(s.src[:at], '\n')+1)
}

// fenceEnd is where the page's line that closes a fence ends. A fence that its container or the page ends has no such
// line.
func (s *scanner) fenceEnd(p *prose, open, last int) int {
	mark := p.src[open]
	length := len(p.src[open:]) - len(bytes.TrimLeft(p.src[open:], string(mark)))
	end := s.lineEnd(p, last)
	n := bytes.IndexByte(p.src[last:], '\n')
	if n < 0 {
		return end
	}
	closing := p.src[last+n+1:]
	if n := bytes.IndexByte(closing, '\n'); n >= 0 {
		closing = closing[:n]
	}
	bare := bytes.TrimLeft(closing, "> \t")
	if rest := bytes.TrimLeft(bare, string(mark)); len(bare)-len(rest) >= length && len(bytes.TrimSpace(rest)) == 0 {
		return s.lineEnd(p, last+n+1)
	}
	return end
}

func (s *scanner) lineEnd(p *prose, offset int) int {
	n := bytes.IndexByte(p.src[offset:], '\n')
	if n < 0 {
		return p.hi
	}
	return p.at[offset+n] + 1
}

// continued is what must stand before the further lines of a block whose first line has lead before it.
func continued(lead string) string {
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, lead)
}

// almostFences finds lines that look like a snip block to an author but not to Markdown: a backtick further on in the
// line turns its opening ``` into inline code.
func (s *scanner) almostFences(p *prose, n ast.Node) {
	for i := range n.Lines().Len() {
		l := n.Lines().At(i)
		line := p.src[l.Start:l.Stop]
		bare := bytes.TrimLeft(line, " \t")
		info := bytes.TrimLeft(bare, "`")
		if len(bare)-len(info) < 3 {
			continue
		}
		word := bytes.TrimLeft(info, " \t")
		tick := bytes.IndexByte(info, '`')
		n := bytes.IndexAny(word, " \t{")
		if n > 0 && tick >= 0 && ours(string(word[:n])) {
			at := l.Start + len(line) - len(info) + tick
			s.badf(p.at[at], "a backtick in the line that opens a block keeps Markdown from reading it as one")
		}
	}
}
