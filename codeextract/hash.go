package codeextract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"slices"

	"github.com/srcblog/srcblog/codeextract/gosource"
	"github.com/srcblog/srcblog/codeextract/lockfile"
	"github.com/srcblog/srcblog/codeextract/source"
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
		visible := func(l *viewLine) bool { return l.state == shown }
		shownTokens = append(shownTokens, p.hash(visible, false))
		seenTokens = append(seenTokens, p.hash(visible, true))
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
	all := func(*viewLine) bool { return true }
	lp := lockfile.Part{
		Src: p.src, Name: p.name, File: p.shownFile(), First: p.first, Last: p.last,
		Code: p.hash(all, false), Full: p.hash(all, true), Text: p.textHash(),
	}
	if p.origin.module != "" {
		lp.Module, lp.Version, lp.Sum = p.origin.module, p.origin.version, p.origin.sum
	} else {
		lp.Blob = source.BlobID(bytes.ReplaceAll(p.text.src, []byte("\r\n"), []byte("\n")))
	}
	if p.decl == nil {
		return lp
	}
	lp.Sig = digest(p.text.goFile.Tokens(p.decl.Sig))
	for _, s := range p.decl.Statements() {
		lp.Nodes = append(lp.Nodes, digest(p.text.goFile.Tokens(s))[:nodeDigits])
	}
	return lp
}

// hash hashes the tokens of the lines that keep says yes to; for files that are not Go, their trimmed text.
func (p *part) hash(keep func(*viewLine) bool, comments bool) string {
	if p.text.goFile != nil {
		return gosource.HashTokens(p.tokens(keep), comments)
	}
	h := sha256.New()
	for _, l := range p.view.lines {
		if l.state != dropped && keep(l) {
			h.Write(bytes.TrimRight(p.text.src[l.span.Start:l.span.End], " \t"))
			h.Write([]byte("\n"))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:wholeDigits]
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
