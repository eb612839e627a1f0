package codeextract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"slices"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
)

// Hash lengths in hexadecimal digits. Whole hashes (128 bits, as gosource's) decide verdicts; node hashes only help to
// find renames and to tell which part of a snippet changed, and there are many of them.
const (
	wholeDigits = 32
	nodeDigits  = 8
)

// lockEntry is what the lock records of a snippet as it is now.
func lockEntry(s *snippet) *lockfile.Entry {
	e := &lockfile.Entry{}
	var shownTokens, seenTokens []string
	for _, p := range s.parts {
		e.Parts = append(e.Parts, lockPart(p))
		lp := &e.Parts[len(e.Parts)-1]
		if !slices.ContainsFunc(p.view.lines, func(l *viewLine) bool { return l.state == elided }) {
			shownTokens, seenTokens = append(shownTokens, lp.Code), append(seenTokens, lp.Full)
			continue // nothing is left out
		}
		visible := func(l *viewLine) bool { return l.state == shown }
		code, full := p.hash(visible)
		shownTokens, seenTokens = append(shownTokens, code), append(seenTokens, full)
	}
	for _, p := range s.parts {
		if p.was != nil {
			e.Parts = append(e.Parts, lockPart(p.was)) // after all others, which stand in the header's order
		}
	}
	e.Shown, e.Seen = combine(shownTokens), combine(seenTokens)
	for _, n := range s.notes {
		if n.number > 0 {
			e.Notes = append(e.Notes, lockfile.Note{Key: n.key(), Hash: noteHash(s, n)})
		}
	}
	return e
}

func lockPart(p *part) lockfile.Part {
	h := p.hashes()
	lp := lockfile.Part{
		Src: p.src, Name: p.name, File: p.shownFile(), First: p.first, Last: p.last,
		Code: h.code, Full: h.full, Text: h.text, Sig: h.sig, Nodes: h.nodes,
	}
	if p.origin.module != "" {
		lp.Module, lp.Version, lp.Sum = p.origin.module, p.origin.version, p.origin.sum
	} else {
		lp.Blob = p.text.blobID()
	}
	return lp
}

// hashes gives what decides about a part's verdict. Its file keeps them: they depend on nothing else.
func (p *part) hashes() partHashes {
	key := hashedPart{span: p.span, first: p.first, last: p.last}
	if p.decl != nil {
		key.symbol, key.decl = p.decl.Symbol, p.decl.Span
	}
	compared := p.was != nil // its view has lines of another file
	if h, known := p.text.hashed[key]; known && !compared {
		return h
	}
	h := partHashes{text: p.textHash()}
	h.code, h.full = p.hash(func(*viewLine) bool { return true })
	if p.decl != nil {
		h.sig = digest(p.text.goFile.Tokens(p.decl.Sig))
		for _, s := range p.decl.Statements() {
			h.nodes = append(h.nodes, digest(p.text.goFile.Tokens(s))[:nodeDigits])
		}
	}
	if !compared {
		if p.text.hashed == nil {
			p.text.hashed = map[hashedPart]partHashes{}
		}
		p.text.hashed[key] = h
	}
	return h
}

// hash hashes the tokens of the lines that keep says yes to, without comments and with them; for files that are not Go,
// their trimmed text.
func (p *part) hash(keep func(*viewLine) bool) (code, full string) {
	if p.text.goFile != nil {
		tokens := p.tokens(keep)
		code = gosource.HashTokens(tokens, false)
		if !slices.ContainsFunc(tokens, gosource.Token.IsComment) {
			return code, code
		}
		return code, gosource.HashTokens(tokens, true)
	}
	h := sha256.New()
	for _, l := range p.view.lines {
		if l.state != dropped && keep(l) {
			h.Write(bytes.TrimRight(p.text.src[l.span.Start:l.span.End], " \t"))
			h.Write([]byte("\n"))
		}
	}
	code = hex.EncodeToString(h.Sum(nil))[:wholeDigits]
	return code, code
}

// textHash hashes the part's bytes with LF line ends, so that only a change of layout tells it from the token hashes.
func (p *part) textHash() string {
	h := sha256.New()
	for _, l := range p.view.lines {
		if l.state != dropped {
			h.Write(p.text.src[l.span.Start:l.span.End])
			h.Write([]byte("\n"))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:wholeDigits]
}

// noteHash hashes the code that a note stands for.
func noteHash(s *snippet, n *note) string {
	var hashes []string
	for _, m := range n.nodes {
		p := s.parts[m.part]
		if p.text.goFile != nil {
			tokens := p.text.goFile.Tokens(m.Node)
			// A note on a comment is about that comment; elsewhere comments do not count.
			onComment := !slices.ContainsFunc(tokens, func(t gosource.Token) bool { return t.Kind != token.COMMENT })
			hashes = append(hashes, gosource.HashTokens(tokens, onComment))
			continue
		}
		sum := sha256.Sum256(bytes.TrimSpace(p.text.src[m.Node.Start:m.Node.End]))
		hashes = append(hashes, hex.EncodeToString(sum[:])[:wholeDigits])
	}
	return combine(hashes)
}

// digest hashes code tokens, comments left out.
func digest(tokens []gosource.Token) string { return gosource.HashTokens(tokens, false) }

// combine makes one hash of several; a single one stays as it is.
func combine(hashes []string) string {
	if len(hashes) == 1 {
		return hashes[0]
	}
	h := sha256.New()
	for _, s := range hashes {
		h.Write([]byte(s + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))[:wholeDigits]
}
