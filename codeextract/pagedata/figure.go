package pagedata

// Path is a call path. Every step but the first is reached by its edge.
type Path struct {
	Title string  `json:"title,omitempty"`
	Error string  `json:"error,omitempty"`
	Steps []*Step `json:"steps"`
}

// Step is one function of a call path.
type Step struct {
	Symbol string `json:"symbol"`
	Label  string `json:"label,omitempty"` // whose code it is, where the path goes through several sources
	Href   string `json:"href,omitempty"`  // as of a Link
	Title  string `json:"title,omitempty"` // its signature
	Edge   *Edge  `json:"edge,omitempty"`
}

// Edge says how the step before leads to this one.
type Edge struct {
	Kind    string `json:"kind"`              // static, interface, value, dynamic or implements
	Go      bool   `json:"go,omitempty"`      // in a go statement
	Defer   bool   `json:"defer,omitempty"`   // in a defer statement
	Closure bool   `json:"closure,omitempty"` // in a function literal
	Via     string `json:"via,omitempty"`     // the interface; whom the value is handed to; what is called
	Place   string `json:"place"`             // FILE:LINE of the call
	Href    string `json:"href,omitempty"`    // as of a Link
	Handed  *Site  `json:"handed,omitempty"`  // where a value that is called was handed over
	Loose   bool   `json:"loose,omitempty"`   // that it is this value that is called is known by its type only
}

// Site is a place in the source inside of a function.
type Site struct {
	Symbol string `json:"symbol"`
	Place  string `json:"place"`
	Href   string `json:"href,omitempty"`
}

// Drawing is a picture made from code. SVG is safe to stand in a page as it is: its colours come from classes alone.
// Addresses of other pages in it are as in a Note.
type Drawing struct {
	Kind  string   `json:"kind"` // callgraph, typegraph or sequence
	Title string   `json:"title,omitempty"`
	Error string   `json:"error,omitempty"`
	SVG   string   `json:"svg,omitempty"`
	Lines []string `json:"lines"` // kinds of line in it, for a legend: those of Edge, and embeds, satisfies, field
}

// Way marks a snippet as a step of a call path in its page.
type Way struct {
	Path string `json:"path"` // its id
	N    int    `json:"n"`    // which step, from 1
	Of   int    `json:"of"`
	Prev *Link  `json:"prev,omitempty"`
	Next *Link  `json:"next,omitempty"`
}
