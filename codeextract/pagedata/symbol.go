package pagedata

// Symbol is a declaration that code of the page declares or refers to, with what readers want to know of it at once. The
// theme shows those that are Linked as cards, and in a table at the page's foot.
type Symbol struct {
	ID        string        `json:"id"`               // fragment of its entry in the table, unique in the page
	Name      string        `json:"name"`             // address: Name, Type.Method, Struct.Field
	Kind      string        `json:"kind"`             // type, interface, func, method, field, const or var
	Package   string        `json:"package"`          // import path
	Module    string        `json:"module,omitempty"` // its module, "std" for Go's own packages
	Version   string        `json:"version"`          // the module's, or Go's; "" for our own code
	Signature string        `json:"signature"`        // HTML: the declaration up to its body, on one line, its name in a <b>
	Doc       string        `json:"doc,omitempty"`    // plain text: the first sentence of its comment
	Href      string        `json:"href,omitempty"`   // its source at exactly this version, else its documentation
	Linked    bool          `json:"linked,omitempty"` // identifiers of the page lead to it
	Shown     []SymbolPlace `json:"shown,omitempty"`  // the snippets of the site that show its declaration, this page's first
	Lines     []string      `json:"lines"`            // fragments of the page's lines that name it, in order
}

// SymbolPlace is a snippet that shows a symbol's declaration.
type SymbolPlace struct {
	Title string `json:"title"`
	Href  string `json:"href"` // the line, as in Link
}
