package sitetest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/srcblog/srcblog/internal/testsite"
)

// maxArticle is what the HTML of an article with some 460 lines of code and its table of symbols may weigh, as gzip sends it: the
// design says 30 KB, this is what is reached and a little room. Lower it, never raise it.
const maxArticle = 27 << 10

// article tells of a change from the API server's answer to a handler, step by step: what to show, and what a writer says of it.
var article = [][2]string{
	{"Reflector.ListAndWatchWithContext", "Reflector 的一轮从这里开始：先列出全量，再从那个版本号起监听。列出来的对象整体替换队列里的旧账，之后的每个变化都是增量；监听断开时函数返回，由外层退避之后重来。"},
	{"Reflector.watchWithResync", "监听和定期重放并排跑。重放不去问 API server，它只是把本地缓存里的对象再塞进队列一遍，好让处理函数有机会修正自己漏掉的东西。"},
	{"Reflector.watch", "真正建立连接的是它。超时取随机值，免得几千个客户端在同一秒重连；遇到限流或连接被拒就等一等再试，版本号过旧则要放弃这一轮。"},
	{"DeltaFIFO.queueActionInternalLocked", "所有入队最后都走到这里。同一个键的变化攒成一串，连着两次删除并成一次；键第一次出现才排进队尾，所以队列里每个键只占一个位置。"},
	{"DeltaFIFO.Pop", "取出一项时锁一直握着，处理函数因此不会和入队交错。队列空了就在条件变量上睡下，关闭时广播叫醒所有等待者。"},
	{"sharedIndexInformer.handleDeltas", "变化按先后交给缓存，缓存改完才发通知。这个次序保证处理函数去读缓存时，看到的不会比通知更旧。"},
	{"sharedIndexInformer.AddEventHandlerWithOptions", "半路加入的处理函数要补课：先挡住新的变化，把缓存里现有的每个对象当作新增发给它，然后再放行，中间不会漏也不会重。"},
	{"sharedProcessor.distribute", "分发只是把通知放进每个监听者的通道。重放的通知只给到期的那些，其余的一视同仁。"},
	{"processorListener.pop", "两个通道之间夹着一个没有上限的缓冲：慢的处理函数只会拖大自己的缓冲，不会让别人等。代价是内存，积压看得见却限制不了。"},
	{"processorListener.run", "最后一站：从通道里取，按类型调用三个方法之一。处理函数崩溃会被记下，隔一秒再继续，后面的通知照样送达。"},
}

// A page of its own with client-go's code, prose and cards keeps to the weight that the design asks for.
func TestArticleKeepsToItsWeight(t *testing.T) {
	sources := newSources(t)
	version := ""
	for _, r := range sources.modules.Require {
		if r.Mod.Path == "k8s.io/client-go" {
			version = r.Mod.Version
		}
	}
	page := "---\ntitle: 一个变化的路\ndate: 2026-01-01\n---\n"
	for _, step := range article {
		page += fmt.Sprintf("\n## %s\n\n%s\n\n```snip {src=\"client-go/tools/cache\" sym=%q}\n```\n", step[0], step[1], step[0])
	}
	dir := t.TempDir()
	testsite.Write(t, dir, map[string]string{
		"hugo.toml":               siteConfig(t),
		"srcblog.toml":            fmt.Sprintf("[sources.client-go]\nmodule = \"k8s.io/client-go\"\nversion = %q\npermalink = \"https://github.com/kubernetes/client-go/blob/{version}/{path}#L{start}-L{end}\"\n", version),
		"content/posts/change.md": page,
	})
	run(t, srcblog, "build", "-s", dir)
	html := testsite.Read(t, filepath.Join(dir, "public"), "change/index.html")
	lines, cards, size := strings.Count(html, `<span class="line`), strings.Count(html, `<li id="sym-`), testsite.Packed(t, html)
	t.Logf("%d bytes of HTML (%d unpacked) for %d lines of code and %d entries of the table of symbols", size, len(html), lines, cards)
	if lines < 440 || lines > 480 || cards < 100 {
		t.Fatalf("%d lines of code and %d entries: the page is not the one that the limit is for", lines, cards)
	}
	if size > maxArticle {
		t.Errorf("%d bytes of HTML, %d at most", size, maxArticle)
	}
}
