package codeextract

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/srcblog/srcblog/codeextract/drawing"
	"github.com/srcblog/srcblog/codeextract/figure"
)

// plain is the block in Markdown that any theme shows: a call path as a list of its steps, each with the place of the call
// that leads to it; a picture as an image.
func (f *diagram) plain() string {
	if f.block.Kind != figure.CallPath {
		return fmt.Sprintf("![%s](/%s)\n", plainText(f.title()), f.pictureName())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<a id=\"fig-%s\"></a>\n\n", f.id)
	for i, s := range f.path.Steps {
		fmt.Fprintf(&b, "%d. %s", i+1, plainLink("`"+s.Symbol+"`", s.Href))
		if e := s.Edge; e != nil {
			b.WriteString(" · " + plainLink(e.Place, strings.TrimPrefix(e.Href, "#"))) // lines have no addresses there
		}
		b.WriteString("\n")
	}
	return b.String()
}

// plainLink is a link to an address or to a snippet of a page, or its text alone.
func plainLink(text, href string) string {
	switch {
	case strings.HasPrefix(href, "https://"), strings.HasPrefix(href, "http://"):
		return "[" + text + "](<" + href + ">)"
	case strings.HasPrefix(href, "#"):
		return "[" + text + "](" + href + ")"
	case strings.HasPrefix(href, "page:"):
		page, fragment, _ := strings.Cut(strings.TrimPrefix(href, "page:"), "#")
		return "[" + text + `]({{< relref "` + page + "#" + fragment + `" >}})`
	}
	return text
}

// plainText is a text as Markdown that stands for itself.
func plainText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`).Replace(text)
}

// pictureName is where a picture of an assembled site stands, below its static folder.
func (f *diagram) pictureName() string {
	sum := sha256.Sum256([]byte(f.page.Path))
	return "srcblog/" + hex.EncodeToString(sum[:4]) + "-" + f.id + ".svg"
}

// writePictures writes the pictures of all pages into an assembled site.
func writePictures(dir string, pages []*Page) error {
	for _, page := range pages {
		for _, f := range page.figures {
			if f.svg == "" {
				continue
			}
			name := filepath.Join(dir, "static", filepath.FromSlash(f.pictureName()))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return fmt.Errorf("assemble: %w", err)
			}
			if err := os.WriteFile(name, []byte(drawing.File(f.svg)), 0o666); err != nil {
				return fmt.Errorf("assemble: %w", err)
			}
		}
	}
	return nil
}
