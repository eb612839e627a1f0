package codeextract

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// addressSigns mean something in an address. Hugo publishes a page with one in its name under another name than the links to it
// have, under that of another page, or not at all.
const addressSigns = "#?%"

// badName refuses a page with such a sign in its name, nil for any other.
func badName(page *Page) *problem.Problem {
	i := strings.IndexAny(page.sitePath, addressSigns)
	if i < 0 {
		return nil
	}
	elems := strings.Split(page.Path, "/")
	for i, elem := range elems {
		ext := ""
		if i == len(elems)-1 {
			ext = path.Ext(elem)
		}
		words := strings.FieldsFunc(strings.TrimSuffix(elem, ext), func(r rune) bool { return strings.ContainsRune(addressSigns, r) })
		elems[i] = cmp.Or(strings.Join(words, "-"), "page") + ext
	}
	return &problem.Problem{
		Pos: problem.Position{File: page.Path}, Kind: problem.BadConfig,
		Message: fmt.Sprintf("the page's name has a %c, which means something else in its address: rename it", page.sitePath[i]),
		Fix:     fmt.Sprintf("mv %s %s", quoteArg(page.Path), quoteArg(strings.Join(elems, "/"))),
	}
}
