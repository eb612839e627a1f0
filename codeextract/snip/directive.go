package snip

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Keyword is what a directive does, by its English name; authors may write the Chinese one.
type Keyword string

// The keywords. Note without a selector is the snippet's caption.
const (
	Note  Keyword = "note"  // 注: say something about a part
	Mark  Keyword = "mark"  // 亮: highlight it
	Fold  Keyword = "fold"  // 折: collapse it, still there
	Elide Keyword = "elide" // 略: leave it out, with a counted gap
	Show  Keyword = "show"  // 示: keep only it, with the enclosing headers
	Only  Keyword = "only"  // 只: keep only it, without them
)

func keywords() []string {
	return []string{"note", "mark", "fold", "elide", "show", "only"}
}

func keywordOf(word string) (Keyword, bool) {
	switch word {
	case "note", "注":
		return Note, true
	case "mark", "亮":
		return Mark, true
	case "fold", "折":
		return Fold, true
	case "elide", "略":
		return Elide, true
	case "show", "示":
		return Show, true
	case "only", "只":
		return Only, true
	}
	return "", false
}

// Directive is one line of a body with the lines that continue it.
type Directive struct {
	Pos       problem.Position
	Keyword   Keyword
	All       bool   // "all" after the keyword: every selector may match several places
	Slug      string // of a note, without the #
	Selectors []Selector
	Text      string           // Markdown; continuation lines dedented
	TextPos   problem.Position // of its first byte
}

// directive reads one directive. ok is false if it can't be used.
func (p *parser) directive(t *passage) (d Directive, ok bool) {
	s := &scanner{parser: p, passage: t}
	before := len(p.problems)
	d.Pos = t.pos(0)
	word := s.word()
	keyword, known := keywordOf(word)
	if !known {
		s.unknownKeyword(word)
		return d, false
	}
	d.Keyword = keyword
	s.skipSpace()
	if s.peek() == '#' {
		d.Slug = s.slug(keyword)
		s.skipSpace()
	}
	d.All = s.takeAll()
	if !s.atSeparator() && s.i < len(t.text) {
		d.Selectors = s.selectors(d.All)
	}
	if len(p.problems) > before {
		return d, false
	}
	hasText := s.separator()
	if !hasText && s.i < len(t.text) {
		s.noSeparator()
		return d, false
	}
	if hasText {
		d.Text, d.TextPos = s.restText()
	}
	s.checkForm(&d, hasText)
	return d, len(p.problems) == before
}

func (s *scanner) unknownKeyword(word string) {
	start := s.pos(0)
	switch hint := FullWidthHint(s.text); {
	case hint != "":
		s.badf(start, "%s", hint)
	case word == "":
		s.badf(start, "a directive starts with one of %s (注 亮 折 略 示 只)", strings.Join(keywords(), ", "))
	default:
		s.badf(start, "unknown directive %s%s", word, likeKeyword(word))
	}
}

// likeKeyword names the keyword that a word is like: of a Chinese one, such as 高亮 or 注释, the one that is part of it.
func likeKeyword(word string) string {
	if len(word) == utf8.RuneCountInString(word) {
		return didYouMean(word, keywords())
	}
	chinese := map[string]string{"亮": "亮", "标": "亮", "折": "折", "略": "略", "示": "示", "只": "只", "仅": "只", "注": "注", "註": "注"}
	for r := range strings.SplitSeq(word, "") {
		if k := chinese[r]; k != "" {
			return fmt.Sprintf(" (did you mean %s?)", k)
		}
	}
	return ": it is one of 注, 亮, 折, 略, 示, 只"
}

func (s *scanner) slug(keyword Keyword) string {
	start := s.i
	s.i++
	n := strings.IndexAny(s.text[s.i:], " \t\n`:")
	if full := strings.Index(s.text[s.i:], "："); n < 0 || full >= 0 && full < n {
		n = full
	}
	if n < 0 {
		n = len(s.text) - s.i
	}
	slug := s.text[s.i : s.i+n]
	s.i += n
	switch {
	case keyword != Note:
		s.badf(s.pos(start), "only a note has a #slug")
	case slug == "":
		s.badf(s.pos(start), "# without a name for the note: write #name, or drop it")
	case !isID(slug):
		s.badf(s.pos(start), "slug %q: use ASCII letters, digits, - and _", slug)
	case looksLikeLine(slug):
		s.badf(s.pos(start), "slug %q looks like the address of a line: choose a word", slug)
	}
	return slug
}

// looksLikeLine finds the names that lines and numbered notes have of their own: L12, oL12, 2-L12 and 3.
func looksLikeLine(slug string) bool { return lineSlug.MatchString(slug) }

var lineSlug = regexp.MustCompile(`^(?:[0-9]+-)?(?:o?L)?[0-9]+$`)

// noSeparator reports what stands between the selectors and where the text should begin.
func (s *scanner) noSeparator() {
	switch hint := FullWidthHint(s.text[s.i:]); {
	case hint != "":
		s.badf(s.pos(s.i), "%s", hint)
	case s.peek() == ':':
		s.badf(s.pos(s.i), "a space must follow the colon")
	default:
		s.badf(s.pos(s.i), "expected a colon and the text, or one of: , .. >")
	}
}

// checkForm checks that a directive has what its keyword needs.
func (s *scanner) checkForm(d *Directive, hasText bool) {
	switch {
	case len(d.Selectors) == 0 && d.Keyword != Note:
		s.badf(d.Pos, "%s needs a selector: `code`, doc, sig, body, comments, imports or a /path", d.Keyword)
	case len(d.Selectors) == 0 && d.All:
		s.badf(d.Pos, "all needs a selector")
	case d.Keyword == Note && !hasText:
		s.badf(d.Pos, "a note needs a text, behind a colon and a space")
	case hasText && d.Keyword != Note && d.Keyword != Fold:
		s.badf(d.TextPos, "%s takes no text: write a note", d.Keyword)
	case hasText && d.Text == "":
		s.badf(d.TextPos, "no text follows the colon")
	case d.Text != "":
		s.checkMarkdown(d)
	}
}

// scanner goes through one directive.
type scanner struct {
	*parser
	*passage
	i int // offset in passage.text
}

func (s *scanner) peek() rune {
	r, _ := utf8.DecodeRuneInString(s.text[s.i:])
	return r
}

func (s *scanner) skipSpace() {
	for s.i < len(s.text) && strings.IndexByte(" \t\n", s.text[s.i]) >= 0 {
		s.i++
	}
}

// word reads a run of letters and digits. A Chinese keyword may touch what follows, as in 注`f()`.
func (s *scanner) word() string {
	start := s.i
	for s.i < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		s.i += n
	}
	return s.text[start:s.i]
}

// takeAll reads the word all, if it is the next one.
func (s *scanner) takeAll() bool {
	save := s.i
	if s.word() == "all" {
		s.skipSpace()
		return true
	}
	s.i = save
	return false
}

// atSeparator says whether the text's colon is next: ：, or : before white space or the end of the line.
func (s *scanner) atSeparator() bool {
	rest := s.text[s.i:]
	return strings.HasPrefix(rest, "：") ||
		strings.HasPrefix(rest, ":") && (len(rest) == 1 || strings.IndexByte(" \t\n", rest[1]) >= 0)
}

func (s *scanner) separator() bool {
	if !s.atSeparator() {
		return false
	}
	s.i += utf8.RuneLen(s.peek())
	return true
}
