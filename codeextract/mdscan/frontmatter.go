package mdscan

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gohugoio/hugo/parser/metadecoders"
	"github.com/gohugoio/hugo/parser/pageparser"
	"github.com/pelletier/go-toml/v2"
)

func (s *scanner) frontMatter(it pageparser.Item) {
	text := it.Val(s.src)
	fm, err := metadecoders.Default.UnmarshalToMap(text, pageparser.FormatFromFrontMatterType(it.Type))
	if err != nil {
		at, message := decodeError(text, err)
		s.badf(it.Pos()+at, "front matter: %s", message)
		return
	}
	s.page.FrontMatter = fm
	for key, value := range fm {
		switch strings.ToLower(key) { // Hugo ignores the case of front matter's keys
		case "draft":
			s.page.Draft = fmt.Sprint(value) == "true"
		case "snip":
			s.defaults(it.Pos()+max(bytes.Index(text, []byte(key)), 0), value)
		}
	}
}

// decodeError gives the place of a decoder's complaint in the text, as far as the decoder tells it, and its first line.
func decodeError(text []byte, err error) (offset int, message string) {
	message, _, _ = strings.Cut(err.Error(), "\n")
	line, column := 0, 0
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, column = bad.Position()
		message = bad.Error()
	} else if m := regexp.MustCompile(`^\[(\d+):(\d+)\] (.*)`).FindStringSubmatch(message); m != nil { // YAML
		line, _ = strconv.Atoi(m[1])
		column, _ = strconv.Atoi(m[2])
		message = m[3]
	}
	starts := lineStarts(text)
	if line < 1 || line > len(starts) {
		return 0, message
	}
	return min(starts[line-1]+max(column-1, 0), len(text)), message
}

// defaults reads the front matter's snip table. at is where its name stands.
func (s *scanner) defaults(at int, value any) {
	table, ok := value.(map[string]any)
	if !ok {
		s.badf(at, "front matter: snip is a table, such as snip: {src: cache}")
		return
	}
	s.page.Defaults = map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		text, isText := table[key].(string)
		switch {
		case !slices.Contains([]string{"src", "at", "for", "part"}, key):
			s.badf(at, "front matter: unknown key snip.%s: it is one of src, at, for, part", key)
		case !isText || text == "":
			s.badf(at, "front matter: snip.%s must be a text", key)
		default:
			s.page.Defaults[key] = text
		}
	}
}
