package pagedata

// IndexSchema names the layout of the site's index of symbols.
const IndexSchema = "srcblog.symbols/1"

// SymbolIndex is the site's one file srcblog/symbols.json: every symbol that pages show or speak of, and where. It names
// pages by file, drafts included; the theme leaves out what the site at hand does not publish.
type SymbolIndex struct {
	Schema   string          `json:"schema"`
	Packages []*IndexPackage `json:"packages"` // our own first, then by path, the newest version first
}

// IndexPackage is the symbols of one package at one version.
type IndexPackage struct {
	ID      string         `json:"id"` // unique in the file, fit for a fragment
	Path    string         `json:"path"`
	Label   string         `json:"label,omitempty"` // whose code it is
	Version string         `json:"version"`         // of the module, "" for our own code
	Symbols []*IndexSymbol `json:"symbols"`         // by name
}

// IndexSymbol is one symbol and the pages that have to do with it.
type IndexSymbol struct {
	ID        string       `json:"id"` // as the package's
	Name      string       `json:"name"`
	Kind      string       `json:"kind"`      // as of a Symbol
	Signature string       `json:"signature"` // HTML, as of a Symbol
	Href      string       `json:"href,omitempty"`
	Pages     []*IndexPage `json:"pages"` // by file
}

// IndexPage is what one page does with a symbol. Addresses are fragments with their "#".
type IndexPage struct {
	Page     string       `json:"page"`               // file below the site's root
	Shown    []IndexPlace `json:"shown,omitempty"`    // snippets that show its declaration
	Mentions []IndexPlace `json:"mentions,omitempty"` // links in prose and notes, call paths, pictures
	Lines    []string     `json:"lines,omitempty"`    // other lines of code that name it
}

// IndexPlace is a place in a page.
type IndexPlace struct {
	Kind  string `json:"kind"`            // snippet, link, note, or the kind of a call path or picture
	Title string `json:"title,omitempty"` // what the author calls it
	Href  string `json:"href,omitempty"`  // "" for a link in prose, which has no address of its own
}

// Encode gives the file's bytes, as of a Page.
func (x *SymbolIndex) Encode() ([]byte, error) { return encode(x) }
