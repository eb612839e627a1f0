// Package pagedata is the contract between tool and theme: the JSON file that each page with snippets or symbol links has
// under assets/srcblog before Hugo starts. The tool writes data, the theme writes every visible word.
package pagedata

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Schema names the layout of the file; a theme refuses what it does not know.
const Schema = "srcblog.page/1"

// Page is one page's file.
type Page struct {
	Schema   string              `json:"schema"`
	Versions []string            `json:"versions"` // code versions that the page shows, for its head, such as "client-go v0.37.2"
	Stale    int                 `json:"stale"`    // snippets that await review
	Snippets map[string]*Snippet `json:"snippets"` // by id
	Links    map[string]*Link    `json:"links"`    // by the text after "sym:", as written
	Symbols  []*Symbol           `json:"-"`        // what identifiers of the page stand for, in a file of their own: see PageSymbols

	Paths    map[string]*Path    `json:"paths,omitempty"`    // call paths, by id
	Drawings map[string]*Drawing `json:"drawings,omitempty"` // by id
}

// SymbolsSchema names the layout of PageSymbols.
const SymbolsSchema = "srcblog.page-symbols/1"

// PageSymbols is the file beside a page's that says what identifiers of its code stand for: packages as the page names them, in
// each by address. It is as large as half the code, so a theme that draws no table of symbols has nothing to read.
type PageSymbols struct {
	Schema  string    `json:"schema"`
	Symbols []*Symbol `json:"symbols"`
}

// Encode gives the file's bytes, as Page.Encode does.
func (p *PageSymbols) Encode() ([]byte, error) { return encode(p) }

// Snippet is one annotated snippet. Error, where set, stands instead of the parts.
type Snippet struct {
	Title   string  `json:"title,omitempty"`
	Lang    string  `json:"lang"`
	Group   string  `json:"group,omitempty"`
	Verdict string  `json:"verdict"`
	Since   string  `json:"since,omitempty"` // the version at the last review, for a stale snippet
	Error   string  `json:"error,omitempty"`
	Diff    string  `json:"diff,omitempty"` // plain text
	Parts   []*Part `json:"parts"`
	Notes   []*Note `json:"notes"`
	Ways    []*Way  `json:"ways,omitempty"` // call paths of the page that go through it

	// Lines are those with six characters or more, for a search that knows only a section's text: the line's id, its length in
	// characters with every run of white space a space, and its first 24 characters, with a space between.
	Lines []string `json:"lines,omitempty"`
}

// Part is the code of one symbol or region.
type Part struct {
	Symbol  string   `json:"symbol"`  // "" for a region
	Package string   `json:"package"` // import path, or repository path of the folder
	File    string   `json:"file"`    // as captions show it
	Source  string   `json:"source"`  // repository path with file, or import path with file
	Href    string   `json:"href"`    // permalink to the lines, "" where there is none
	Label   string   `json:"label,omitempty"`
	Version string   `json:"version,omitempty"` // module version, "" for our own code
	License string   `json:"license,omitempty"` // SPDX identifier of a module's licence
	Mirror  *Link    `json:"mirror,omitempty"`  // the same symbol in the source that this one mirrors
	Old     *Old     `json:"old,omitempty"`     // what the part is compared with, where the author asks for a diff
	First   int      `json:"first"`
	Last    int      `json:"last"`
	Rows    int      `json:"rows"` // that the chunks take: one for each line that is shown, fold and gap
	Chunks  []*Chunk `json:"chunks"`
}

// Old is the older version of a part that is shown as a comparison: captions say "v0.31.0 → v0.37.2". In the chunks' HTML,
// lines that only the new version has are span.line.add#ID-LN, lines that only the old one had span.line.del#ID-oLN with
// the old line's number in data-n; lines of both have the old number in data-o; a chunk's Count has both, its First and Last may be lines of either. Gaps count lines
// of the new version, and have those of the old in Was.
type Old struct {
	Symbol  string `json:"symbol"`
	File    string `json:"file"`
	Version string `json:"version"`
	Href    string `json:"href"` // permalink to the old lines, "" where there is none
	First   int    `json:"first"`
	Last    int    `json:"last"`
}

// Chunk is a run of lines that are shown, folded or left out.
type Chunk struct {
	Kind    string `json:"kind"`  // "lines", "fold" or "gap"
	Count   int    `json:"count"` // lines of code in it
	First   int    `json:"first"`
	Last    int    `json:"last"`
	Columns int    `json:"columns,omitempty"` // of the widest line: tabs go to every fourth, a wide character takes 5/3 of one; lines
	Indent  int    `json:"indent,omitempty"`  // columns, a tab counts four; gaps and folds
	Summary string `json:"summary,omitempty"` // the author's words, plain text; gaps and folds
	Href    string `json:"href,omitempty"`    // permalink to the hidden lines; gaps
	HTML    string `json:"html,omitempty"`    // one span.line a line; lines and folds
	Was     *Lines `json:"was,omitempty"`     // what it hides of the old version; gaps of a comparison
}

// Lines are lines of a version of a file.
type Lines struct {
	Count int    `json:"count"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Href  string `json:"href,omitempty"`
}

// Note is a note of a snippet. The caption has number 0 and no line. Symbol links in HTML are resolved; those to other pages
// stand as href="page:/posts/a.md#snip-ID", as in Link, and the theme puts the page's address in their place.
type Note struct {
	N       int    `json:"n"`
	ID      string `json:"id"`
	Slug    string `json:"slug"`
	Line    int    `json:"line"`
	Href    string `json:"href,omitempty"`
	HTML    string `json:"html"`
	Letters int    `json:"letters"` // characters of the HTML that are no tags: a page says from them how high the note may be
}

// Link is where a symbol link leads: "#fragment", "page:/path.md#fragment" or an address. Error stands instead where it is broken.
type Link struct {
	Label string `json:"label,omitempty"`
	Href  string `json:"href,omitempty"`
	Title string `json:"title,omitempty"`
	Error string `json:"error,omitempty"`
}

// Encode gives the file's bytes: keys of maps sorted and no indent, which Hugo would only have to skip; equal data has equal bytes.
func (p *Page) Encode() ([]byte, error) { return encode(p) }

func encode(file any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(file); err != nil {
		return nil, fmt.Errorf("encode page data: %w", err)
	}
	return b.Bytes(), nil
}
