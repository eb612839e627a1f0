package snip

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// Header says what a block shows. A field is "" where the author gave nothing.
type Header struct {
	ID     string // without the #
	Src    string
	Sym    string // several joined by ";", see Syms
	Region string
	Part   string // decl, sig, body or doc
	At     string // another version
	Diff   string // old version, and after a space the old name; see OldSymbol
	For    string // GOOS/GOARCH
	Lines  string // N or N-M, see LineRange
	Group  string
	Title  string

	Root, Depth string // of callgraph: where it begins, and how far it goes
	Stop, Fold  string // of callgraph: what it does not go beyond, and what it leaves out; typegraph has Fold, too

	at    problem.Position
	where map[string]problem.Position
}

// Pos is where the value of a key ("src", "sym", …; "id" for #id) starts, or where the header starts if it has no such
// key.
func (h Header) Pos(key string) problem.Position {
	if pos, ok := h.where[key]; ok {
		return pos
	}
	return h.at
}

// Syms gives the symbols of Sym, which joins them by ";". It is empty where none is given.
func (h Header) Syms() []string {
	var syms []string
	for _, s := range strings.Split(h.Sym, ";") {
		if s = strings.TrimSpace(s); s != "" {
			syms = append(syms, s)
		}
	}
	return syms
}

// OldSymbol splits Diff into the old version and the symbol's name in it, "" where that is the same as today.
func (h Header) OldSymbol() (version, symbol string) {
	version, symbol, _ = strings.Cut(strings.TrimSpace(h.Diff), " ")
	return version, strings.TrimSpace(symbol)
}

// LineRange gives the first and last line of Lines, counted from 1; 0, 0 where none is given.
func (h Header) LineRange() (first, last int) {
	m := lineRange.FindStringSubmatch(h.Lines)
	if m == nil {
		return 0, 0
	}
	first, _ = strconv.Atoi(m[1])
	if last = first; m[2] != "" {
		last, _ = strconv.Atoi(m[2])
	}
	return first, last
}

// DefaultID is the block's id: the one given, else made of sym, else of region, else of src: lower-cased, every run of
// other characters than a-z and 0-9 turned into one "-", and trimmed. The theme's code block hook follows the same
// rule. It is "" where nothing is left.
func (h Header) DefaultID() string {
	if h.ID != "" {
		return h.ID
	}
	from := h.Src
	if h.Sym != "" {
		from = h.Sym
	} else if h.Region != "" {
		from = h.Region
	}
	words := strings.FieldsFunc(strings.ToLower(from), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "-")
}

var lineRange = regexp.MustCompile(`^([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?$`)

// field is the place of a key's value, nil for an unknown key.
func (h *Header) field(key string) *string {
	switch key {
	case "src":
		return &h.Src
	case "sym":
		return &h.Sym
	case "region":
		return &h.Region
	case "part":
		return &h.Part
	case "at":
		return &h.At
	case "diff":
		return &h.Diff
	case "for":
		return &h.For
	case "lines":
		return &h.Lines
	case "group":
		return &h.Group
	case "title":
		return &h.Title
	case "root":
		return &h.Root
	case "depth":
		return &h.Depth
	case "stop":
		return &h.Stop
	case "fold":
		return &h.Fold
	}
	return nil
}

// headerKeys are the attributes that a snip block takes.
func headerKeys() []string {
	return []string{"src", "sym", "region", "part", "at", "diff", "for", "lines", "group", "title"}
}

// header reads `{#id key="value" …}`. Hugo's own attribute parser drops the whole header when something in it is not to
// its taste, without a word: hence every refusal here.
func (p *parser) header(info Line, keys []string) Header {
	t := newPassage([]Line{info})
	s := &headerScanner{parser: p, passage: t, keys: keys, h: Header{at: info.Pos, where: map[string]problem.Position{}}}
	s.checkWhole()
	s.skipSpace()
	if s.i == len(t.text) {
		return s.h
	}
	if t.text[s.i] != '{' {
		s.refuse(s.i, "attributes stand in braces: {#id src=\"…\" sym=\"…\"}")
		return s.h
	}
	s.i++
	for s.attribute() {
	}
	s.checkValues()
	return s.h
}

// ParseHeader reads the header of another kind of block, which takes the attributes in keys. Its body is only looked through
// for what no block may hold.
func ParseHeader(info Line, body []Line, keys []string) (Header, problem.List) {
	p := &parser{}
	h := p.header(info, keys)
	for _, line := range body {
		p.checkShortcode(line)
	}
	return h, p.problems
}

type headerScanner struct {
	*parser
	*passage
	keys []string // the attributes that the block takes
	i    int
	h    Header
}

func (s *headerScanner) skipSpace() {
	for s.i < len(s.text) && (s.text[s.i] == ' ' || s.text[s.i] == '\t') {
		s.i++
	}
}

// refuse reports a mistake at offset i. A full-width character there is the likelier cause, and is named instead.
func (s *headerScanner) refuse(i int, format string, args ...any) {
	if hint := FullWidthHint(s.text[i:]); hint != "" {
		s.badf(s.pos(i), "%s", hint)
		return
	}
	s.badf(s.pos(i), format, args...)
}

// checkWhole refuses what must not stand anywhere in the line that opens a block.
func (s *headerScanner) checkWhole() {
	s.checkShortcode(s.lines[0])
	if i := strings.IndexByte(s.text, '`'); i >= 0 {
		s.badf(s.pos(i), "a backtick in the line that opens a block keeps Markdown from reading it as one")
	}
}

// attribute reads one attribute, or the closing brace. It is false at the end.
func (s *headerScanner) attribute() bool {
	s.skipSpace()
	if s.i >= len(s.text) {
		s.badf(s.pos(max(len(s.text)-1, 0)), "the header has no closing }")
		return false
	}
	switch c := s.text[s.i]; c {
	case '}':
		if rest := s.text[s.i+1:]; strings.TrimSpace(rest) != "" {
			s.badf(s.pos(s.i+1), "nothing may follow the header's }")
		}
		return false
	case '#':
		s.id()
	case ',':
		s.badf(s.pos(s.i), "attributes are separated by spaces, not commas")
		s.i++
	case '{', '"', '\'', '=', ':', '`':
		s.badf(s.pos(s.i), "unexpected %q: attributes are #id and key=\"value\"", c)
		s.i++
		s.skipWord()
	default:
		s.pair()
	}
	return true
}

// skipWord goes on to the next white space or closing brace, so that the following attribute is read as one.
func (s *headerScanner) skipWord() {
	for s.i < len(s.text) && !strings.ContainsRune(" \t}", rune(s.text[s.i])) {
		s.i++
	}
}

func (s *headerScanner) id() {
	start := s.i
	s.i++
	s.skipWord()
	id := s.text[start+1 : s.i]
	switch {
	case id == "":
		s.badf(s.pos(start), "# without an id")
	case !isID(id):
		s.badf(s.pos(start), "id %q: use ASCII letters, digits, - and _", id)
	case strings.HasSuffix(id, "-mark") || strings.HasSuffix(id, "-label") || looksLikeLine(id[strings.LastIndexByte(id, '-')+1:]):
		s.badf(s.pos(start), "id %q could be mistaken for a line or a marker of another snippet: choose another", id)
	case s.h.ID != "":
		s.badf(s.pos(start), "a second id, after #%s", s.h.ID)
	default:
		s.h.ID = id
		s.h.where["id"] = s.pos(start)
	}
}

func isID(id string) bool {
	return strings.IndexFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}) < 0
}

func (s *headerScanner) pair() {
	start := s.i
	for s.i < len(s.text) && !strings.ContainsRune(" \t=:}{\"'`,", rune(s.text[s.i])) && FullWidthHint(s.text[s.i:]) == "" {
		_, n := utf8.DecodeRuneInString(s.text[s.i:])
		s.i += n
	}
	key := s.text[start:s.i]
	if key == "" {
		s.refuse(start, "unexpected text: attributes are #id and key=\"value\"")
		s.skipWord()
		return
	}
	field := s.key(key, start)
	if !s.equals(key) {
		if s.i < len(s.text) && FullWidthHint(s.text[s.i:]) != "" {
			s.refuse(s.i, "")
		} else if field != nil {
			s.badf(s.pos(start), "%s has no value: write %s=\"…\"", key, key)
		}
		s.skipWord()
		return
	}
	value, at, ok := s.value(key)
	if !ok || field == nil {
		return
	}
	if _, dup := s.h.where[key]; dup {
		s.badf(s.pos(start), "%s is given twice", key)
		return
	}
	*field = value
	s.h.where[key] = s.pos(at)
}

// equals goes to the value of a key, and is false where none follows. Spaces around the = are told of, and a colon in its place.
func (s *headerScanner) equals(key string) bool {
	sign := s.i + indent(s.text[s.i:])
	if sign == len(s.text) || s.text[sign] != '=' && s.text[sign] != ':' {
		return false
	}
	value := sign + 1 + indent(s.text[sign+1:])
	if odd := s.text[s.i] != '=' || value > s.i+1; odd && strings.HasPrefix(s.text[value:], "\"") {
		s.badf(s.pos(s.i), "write %s=\"…\", with = and without spaces", key)
	}
	s.i = value
	return true
}

// key checks a name, and gives the place for its value, nil after a problem.
func (s *headerScanner) key(key string, at int) *string {
	if slices.Contains(s.keys, key) {
		return s.h.field(key)
	}
	switch {
	case strings.IndexFunc(key, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0:
		s.badf(s.pos(at), "attribute %s: names are ASCII: %s", key, strings.Join(s.keys, ", "))
	case key == "id":
		s.badf(s.pos(at), "an id is written #pop, not id=\"pop\"")
	case strings.HasPrefix(strings.ToLower(key), "on"):
		s.badf(s.pos(at), "attribute %s: Hugo refuses names that start with on", key)
	default:
		s.badf(s.pos(at), "unknown attribute %s%s", key, didYouMean(key, s.keys))
	}
	return nil
}

// value reads a double-quoted value. at is the offset of its first byte.
func (s *headerScanner) value(key string) (value string, at int, ok bool) {
	if s.i >= len(s.text) || s.text[s.i] != '"' {
		s.unquoted(key)
		return "", 0, false
	}
	s.i++
	at = s.i
	n := strings.IndexByte(s.text[at:], '"')
	if n < 0 {
		s.badf(s.pos(at-1), "the value of %s has no closing quote", key)
		s.i = len(s.text)
		return "", 0, false
	}
	s.i = at + n + 1
	value = s.text[at : at+n]
	if bad := strings.IndexAny(value, "{}\\"); bad >= 0 {
		s.badf(s.pos(at+bad), "%q in the value of %s: Hugo would misread the header", value[bad], key)
		return "", 0, false
	}
	if strings.TrimSpace(value) == "" {
		s.badf(s.pos(at-1), "the value of %s is empty", key)
		return "", 0, false
	}
	if s.i < len(s.text) && !strings.ContainsRune(" \t}", rune(s.text[s.i])) {
		if s.text[s.i] == ',' {
			return value, at, true // attribute tells of it
		}
		s.refuse(s.i, "a space must follow the value of %s, which can't hold a quote", key)
		s.skipWord()
	}
	return value, at, true
}

func (s *headerScanner) unquoted(key string) {
	at := min(s.i, len(s.text)-1)
	quote := s.text[at]
	s.refuse(at, "the value of %s must stand in double quotes: %s=\"…\"", key, key)
	if quote == '\'' {
		if n := strings.IndexByte(s.text[at+1:], '\''); n >= 0 {
			s.i = at + 1 + n
		}
	}
	s.skipWord()
}
