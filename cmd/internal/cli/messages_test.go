package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every message that goes through App.T has a Chinese entry with the same verbs, and there is no entry without a message.
func TestMessagesAreTranslated(t *testing.T) {
	used := messagesInSource(t)
	table := chinese()
	verbs := regexp.MustCompile(`%[a-z]`)
	for _, message := range slices.Sorted(maps.Keys(used)) {
		translated, ok := table[message]
		if !ok {
			t.Errorf("no Chinese for %q", message)
			continue
		}
		if want, got := verbs.FindAllString(message, -1), verbs.FindAllString(translated, -1); !slices.Equal(want, got) {
			t.Errorf("verbs of %q: %v in English, %v in Chinese", message, want, got)
		}
		if strings.HasSuffix(message, "\n") != strings.HasSuffix(translated, "\n") {
			t.Errorf("%q: only one of the languages ends the line", message)
		}
	}
	for _, message := range slices.Sorted(maps.Keys(table)) {
		if !used[message] {
			t.Errorf("Chinese for a message that nothing prints: %q", message)
		}
	}
}

func messagesInSource(t *testing.T) map[string]bool {
	var files []string
	for _, dir := range []string{".", "../../srcblog", "../../srccheck"} {
		found, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(found) == 0 {
			t.Fatalf("no files in %s: %v", dir, err)
		}
		files = append(files, found...)
	}
	used := map[string]bool{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "T" {
				used[constant(t, call.Args[0])] = true
			}
			return true
		})
	}
	if len(used) == 0 {
		t.Fatal("found no messages")
	}
	return used
}

// constant evaluates a string literal, or a sum of them.
func constant(t *testing.T, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		return s
	case *ast.BinaryExpr:
		return constant(t, e.X) + constant(t, e.Y)
	}
	t.Fatalf("a message must be a constant, got %T", e)
	return ""
}

func TestLocale(t *testing.T) {
	for _, test := range []struct {
		all, messages, lang string
		chinese             bool
	}{
		{"", "", "", false},
		{"", "", "zh_CN.UTF-8", true},
		{"C", "", "zh_CN.UTF-8", false},
		{"", "zh_TW", "en_US", true},
		{"zh", "C", "C", true},
		{"", "", "ZH_CN", true},
		{"", "", "C.UTF-8", false},
	} {
		env := map[string]string{"LC_ALL": test.all, "LC_MESSAGES": test.messages, "LANG": test.lang}
		got := wordsFor(func(name string) string { return env[name] }) != nil
		if got != test.chinese {
			t.Errorf("%+v: Chinese %v", test, got)
		}
	}
}
