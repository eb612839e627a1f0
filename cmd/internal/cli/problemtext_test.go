package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every row of docs/errors.md has a Chinese text with the same places for what varies, and there is no text without a row.
func TestProblemsAreTranslated(t *testing.T) {
	text, err := os.ReadFile("../../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	table, rows := chineseProblems(), map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `+ ?(.*?) ?`+ \\| ").FindAllStringSubmatch(string(text), -1) {
		row := m[1]
		rows[row] = true
		local, ok := table[row]
		if !ok {
			t.Errorf("no Chinese for %s", row)
			continue
		}
		n := strings.Count(row, varying)
		if strings.Contains(local, "{1}") {
			for i := range n {
				if at := fmt.Sprintf("{%d}", i+1); strings.Count(local, at) != 1 {
					t.Errorf("%s: %q is not once in %s", row, at, local)
				}
			}
			n = 0
		}
		if got := strings.Count(local, varying); got != n {
			t.Errorf("%s: %d places for what varies in %s, want %d", row, got, local, n)
		}
	}
	if len(rows) < 100 {
		t.Fatalf("%d rows", len(rows))
	}
	for row := range table {
		if !rows[row] {
			t.Errorf("Chinese for a row that docs/errors.md does not have: %s", row)
		}
	}
}

// What the library's tests want it to say is said in Chinese: each such message finds its row.
func TestProblemsOfTestsAreTranslated(t *testing.T) {
	files, err := filepath.Glob("../../../codeextract/testdata/flow/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	a := &App{words: chinese()}
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^problem [a-z-]+: [^:]+(?::[0-9]+)*: (.+)$`).FindAllStringSubmatch(string(text), -1) {
			n++
			if got := a.problemMessage(m[1]); !regexp.MustCompile(`\p{Han}`).MatchString(got) || got == m[1] {
				t.Errorf("%s: not translated: %s", filepath.Base(file), got)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d messages", n)
	}
}

func TestProblemMessage(t *testing.T) {
	a := &App{words: chinese()}
	for message, want := range map[string]string{
		`no symbol "Anser" in lib (did you mean Answer?)`:                            `没有符号 "Anser"，来源是 lib （是不是 Answer？）`,
		`no symbol "F" in q for linux/amd64, but for other builds`:                   `q 在 linux/amd64 下没有符号 "F"，别的平台下有`,
		`"}" in the value of title: Hugo would misread the header`:                   `title 的值里有 "}"，Hugo 会读错这一行`,
		`attributes stand in braces: {#id src="…" sym="…"}`:                          `属性写在花括号里：{#id src="…" sym="…"}`,
		"`a …` matches 2 places in F (a.go:3-4); quote more of one, or say all: all": "`a …` 在 F (a.go:3-4) 里有 2 处；多引一些来区分，或者写 all： all",
		`note: no symbol "X" in q`:                                                   `注解：没有符号 "X"，来源是 q`,
		`no region "x" in a.sh, which has none`:                                      `没有区域 "x"，文件是 a.sh，它一个也没有`,
		"q/a.sh:3:1: region a is never closed: add snip:end a":                       "q/a.sh:3:1: 区域 a 没有结束：请加上 snip:end a",
		"/case X matches nothing in Run (q.go:5-35); did you mean\n\t/case Y":        "/case X 在 Run (q.go:5-35) 里找不到；是不是：\n\t/case Y",
		`unknown step "x" (there are call, case)`:                                    `没有这种步骤："x" （有 call, case）`,
		"unknown directive x: it is one of note, mark":                               "没有指令 x：可用的是 note, mark",
		"no selector q: code is quoted with backticks, and a text follows a colon":   "没有选择器 q：代码用反引号引，正文写在冒号后面",
		"full-width greater-than sign ＞ (U+FF1E): type >":                            "全角字符 ＞ (U+FF1E)：请输入 >",
		"full-width quote “ (U+201C): type \" around a value, ` around code":         "全角字符 “ (U+201C)：请输入 英文的 \"（值）或 `（代码）",
		"what git says": "what git says",
	} {
		if got := a.problemMessage(message); got != want {
			t.Errorf("%s\n got %s\nwant %s", message, got, want)
		}
		if got := (&App{}).problemMessage(message); got != message {
			t.Errorf("in English: %s", got)
		}
	}
}
