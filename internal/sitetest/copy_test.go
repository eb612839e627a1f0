package sitetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/chromium"
	"github.com/srcblog/srcblog/internal/testsite"
)

// testCopy presses the buttons that copy code: what they give is the source byte by byte, folds included, gaps left out, and of a
// comparison what is looked at.
func testCopy(t *testing.T, b *browser) {
	tb := b.newTab(t)
	tb.open("/怎样写源码分析/")
	source := testsite.Read(t, repoRoot, "informer/util/workqueue/delaying_queue.go")
	_, function, ok := strings.Cut(source, "\n// AddAfter adds item once")
	function, _, closed := strings.Cut(function, "\n}\n")
	if !ok || !closed {
		t.Fatal("the function that the page shows is not there")
	}
	want := "// AddAfter adds item once" + strings.Replace(function, "\tif d.retries != nil {\n\t\td.retries.Inc()\n\t}\n", "", 1) + "\n}\n"
	if got := copied(tb, "add-after"); got != want {
		t.Errorf("copied:\n%s\nwant:\n%s", got, want)
	}
	for view, want := range map[string][2]string{
		"old": {"func (r *ItemExponentialFailureRateLimiter) When(item interface{}) time.Duration {\n\tr.failuresLock.Lock()", "Typed"},
		"new": {"func (r *TypedItemExponentialFailureRateLimiter[T]) When(item T) time.Duration {\n\tr.failuresLock.Lock()", "*Item"},
	} {
		chromium.Eval[bool](tb.Tab, fmt.Sprintf(`document.querySelector("#snip-renamed .snippet-views [value=%s]").click(), true`, view))
		if got := copied(tb, "renamed"); !strings.HasPrefix(got, want[0]) || strings.Contains(got, want[1]) || !strings.HasSuffix(got, "\n}\n") {
			t.Errorf("copied of the %s version:\n%s", view, got)
		}
	}
}

// copied presses a snippet's button and gives what goes to the clipboard. For two seconds after that the button says so, and does
// nothing: its word is put back.
func copied(tb *tab, id string) string {
	return chromium.Eval[string](tb.Tab, fmt.Sprintf(`new Promise((resolve) => {
		navigator.clipboard.writeText = async (text) => resolve(text);
		const button = document.querySelector("#snip-%s button.copy");
		button.textContent = "";
		button.click();
	})`, id))
}
