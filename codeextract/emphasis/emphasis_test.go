package emphasis

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

var md = goldmark.New(goldmark.WithExtensions(extension.GFM))

func stuck(src string) string {
	block := md.Parser().Parse(text.NewReader([]byte(src))).FirstChild()
	run, ok := Stuck([]byte(src), block)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s at %d between %c and %c", run.Mark, run.At, run.Before, run.After)
}

func TestStuck(t *testing.T) {
	for src, want := range map[string]string{
		"**注意：**后面":                   "** at 11 between ： and 后",
		"然后**（括号）**在":                 "** at 6 between 后 and （",
		"**甲（乙）**丙。**“丁”**是。他说**：好**": "** at 14 between ） and 丙", // Markdown pairs all of them, wrongly
		"~~删除。~~后":                    "~~ at 11 between 。 and 后",
		"***都。***后":                   "*** at 9 between 。 and 后",
		"`**`是，**注意：**后":              "** at 21 between ： and 后",
		"第一行**好**，\n第二行**注意：**后":      "** at 40 between ： and 后",
		"**好**的，**也好：** 空格之后":         "",
		"**“引”**，**（括）**。":            "",
		"2**（n）和一个星号 * 不是":            "",
		"**三：**个，**四":                 "** at 8 between ： and 个", // one too many
		"\\*\\*转义：\\*\\*乙":            "",
		"`**代码：**甲`":                  "",
		"**English:**too latin":       "",
		"（**kwargs）和 **opts":          "",
		"<b title=\"**：**甲\">x</b>":   "",
		"和*.go、*.mod，2*（3+4）*5":       "",
		"**[链接](/a_**b)：** 后":         "",
	} {
		if got := stuck(src); got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// What is not stuck is what its author meant: no mark is left in the text, where each has its partner.
func TestOthersAreEmphasis(t *testing.T) {
	for _, src := range []string{"**好**的，**也好：** 空格之后", "**“引”**，**（括）**。", "中文**粗**中文~~删~~中文"} {
		var b bytes.Buffer
		if err := md.Convert([]byte(src), &b); err != nil {
			t.Fatal(err)
		}
		if stuck(src) != "" || strings.ContainsAny(b.String(), "*~") {
			t.Errorf("%s: %q, %s", src, stuck(src), b.String())
		}
	}
}

func FuzzStuck(f *testing.F) {
	for _, seed := range []string{"**注意：**后", "~~a~~", "\xe4**", "`**`**", "| a | **b：**c |\n|--|--|", "# **x：**y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for n := md.Parser().Parse(text.NewReader([]byte(src))).FirstChild(); n != nil; n = n.NextSibling() {
			if run, ok := Stuck([]byte(src), n); ok && !strings.HasPrefix(src[run.At:], run.Mark) {
				t.Errorf("%q: %v is not there", src, run)
			}
		}
	})
}
