package figure

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/codeextract/snip"
)

// TestDocsHaveEveryBlock holds docs/callpath.md and the site's article on writing to the parser: each has a sound block of every
// kind, the one, with its prose, every attribute, and the other all those that a snippet does not have, live, and at and for in
// some block.
func TestDocsHaveEveryBlock(t *testing.T) {
	for _, file := range []string{"../../docs/callpath.md", "../../content/posts/怎样写源码分析.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		article := strings.HasPrefix(file, "../../content")
		if article {
			text = regexp.MustCompile("(?s)\n````markdown\n.*?\n````\n").ReplaceAll(text, []byte("\n"))
		}
		shared := map[string]bool{}
		for _, kind := range Kinds() {
			used := map[string]bool{}
			blocks := regexp.MustCompile("(?s)\n```"+kind+" ?([^\n]*)\n(.*?)```").FindAllSubmatch(text, -1)
			if len(blocks) == 0 {
				t.Errorf("%s has no %s", file, kind)
			}
			for _, m := range blocks {
				var body []snip.Line
				for line := range strings.Lines(string(m[2])) {
					body = append(body, snip.Line{Text: strings.TrimRight(line, "\n")})
				}
				b, problems := Parse(kind, snip.Line{Text: string(m[1])}, body)
				if len(problems) > 0 {
					t.Errorf("%s: %s: %v", file, m[1], problems)
				}
				for _, key := range keysOf(kind) {
					if strings.Contains(string(m[1]), " "+key+"=") || strings.HasPrefix(string(m[1]), "{"+key+"=") {
						used[key], shared[key] = true, true
					}
				}
				for _, m := range b.Messages {
					used["text"] = used["text"] || m.Text != ""
				}
			}
			for _, key := range keysOf(kind) {
				own := !slices.Contains([]string{"src", "at", "for", "title"}, key)
				if told := strings.Contains(string(text), "`"+key+"`"); !used[key] && (article && own || !article && !told) {
					t.Errorf("%s has no %s with %s", file, kind, key)
				}
			}
			if kind == Sequence && !used["text"] {
				t.Errorf("%s has no message with a text", file)
			}
		}
		for _, key := range []string{"src", "at", "for", "title"} {
			if article && !shared[key] {
				t.Errorf("%s has no block with %s", file, key)
			}
		}
	}
}
