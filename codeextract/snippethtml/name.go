package snippethtml

import "html"

// Name is how an identifier is shown whose meaning is known.
type Name struct {
	Kind     string // as of gotypes.Kind; unknown ones are text
	Exported bool
	Href     string // where it leads, "" for nowhere
	Again    bool   // its symbol was linked before in the same snippet: no stop for the Tab key
	Declared bool   // a signature's own name: a <b> instead of all else
}

// classes are chroma's for names of the kind, so that palettes made for chroma colour them; those that chroma does not tell
// apart have a class of ours behind it: it (interface), tp (type parameter), me (method), pa (parameter).
var classes = map[string]string{
	"package": "nn", "type": "nc", "interface": "nc it", "typeparam": "nc tp", "func": "nf", "method": "nf me", "field": "vi",
	"const": "no", "var": "nv", "package var": "vg", "param": "nv pa", "receiver": "bp", "label": "nl",
	"builtin": "nb", "builtin type": "kt", "builtin const": "kc",
}

// class gives the element's classes; un is for what is not exported.
func (n *Name) class() string {
	class := classes[n.Kind]
	switch n.Kind {
	case "type", "interface", "func", "method", "field", "const", "package var":
		if !n.Exported {
			class += " un"
		}
	}
	return class
}

// tags gives what stands before and behind the identifier.
func (n *Name) tags() (open, shut string) {
	class := n.class()
	switch {
	case n.Declared:
		return "<b>", "</b>"
	case n.Href != "" && n.Again:
		return `<a class="sym ` + class + `" tabindex="-1" href="` + html.EscapeString(n.Href) + `">`, "</a>"
	case n.Href != "":
		return `<a class="sym ` + class + `" href="` + html.EscapeString(n.Href) + `">`, "</a>"
	case class != "":
		return `<span class="` + class + `">`, "</span>"
	}
	return "", ""
}
