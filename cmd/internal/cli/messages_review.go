package cli

// chineseReview is the part of chinese that speaks of reviews: check, accept, defer, diff and what reports say.
func chineseReview() map[string]string {
	return map[string]string{
		"Compare every snippet with snippets.lock. Exit code: 0 all is well; 1 code that is shown changed, or was " +
			"never reviewed; 2 a reference leads nowhere; 3 bad syntax, configuration or usage; 4 nothing can be said. " +
			"Without -s at the top of a repository, every site in it is checked.": "将每个片段与 snippets.lock 比较。" +
			"退出码：0 一切正常；1 展示的代码变了或从未审阅；2 引用失效；3 语法、配置或用法有误；4 无法判断。" +
			"在仓库顶层且不带 -s 时，检查其中的全部站点。",
		"use no network: what is not here can't be judged":                   "不使用网络：本机没有的无法判断",
		"only problems that this revision did not have decide the exit code": "只有该版本所没有的问题决定退出码",
		"file to write the report to; the counts are printed":                "报告写入的文件；统计仍打印在屏幕上",
		"known":                                   "已知",
		"known at %s: %d":                         "%s 已有：%d",
		"fix: read the prose again, then: %s":     "处理：重读文字，然后：%s",
		"notes: %d/%d unaffected":                 "注 %d/%d 不受影响",
		"notes: %d/%d unaffected; hit: %s":        "注 %d/%d 不受影响，受影响：%s",
		"renamed? compared with the review of %s": "改名了吗？与 %s 的审阅比较",
		"deferred: %s":                            "已推迟：%s",
		"deferred until %s: %s":                   "推迟到 %s：%s",
		"deferred, but only until %s: %s":         "推迟的期限 %s 已过：%s",

		"only comments changed":                   "只有注释变了",
		"shown code changed":                      "展示的代码变了",
		"stale, deferred":                         "已过时，推迟审阅",
		"accepted without reading":                "未重读就接受",
		"never reviewed":                          "从未审阅",
		"same version, other content":             "版本相同，内容不同",
		"snippet is gone":                         "片段已不在",
		"selector fits no place":                  "选择器找不到位置",
		"not there":                               "不存在",
		"several have the name":                   "同名的不止一个",
		"outside its root":                        "越出根目录",
		"not valid Go":                            "不是合法的 Go",
		"id is taken":                             "id 已被占用",
		"call path is broken":                     "调用路径断了",
		"go.mod replaces the module":              "go.mod 替换了该模块",
		"can't be read":                           "无法解析",
		"would be published otherwise than meant": "发布出来会与本意不同",
		"configuration is wrong":                  "配置有误",
		"can't be judged":                         "无法判断",
		"no diff: ":                               "没有差异文本：",

		"the id now stands for other code than at its last review":                     "这个 id 现在指的代码与上次审阅时不同",
		"the lock has a review of a snippet that is gone":                              "锁文件里有一条审阅，其片段已不在",
		"the module has other content than at the review, under the same version":      "模块版本与审阅时相同，内容却不同",
		"accepted since then, though neither the prose changed nor a reason was given": "此后被接受，但文字没有改动，也没有写明理由",

		"Record a review in snippets.lock. PAGE#ID is one snippet, PAGE its snippets that were never reviewed, " +
			"SRC#SYMBOL every snippet of a symbol, --all everything. What changed is accepted wholesale only with a reason. " +
			"On a terminal, each change is shown with the prose around it before you are asked.": "在 snippets.lock 里记录一次审阅。" +
			"PAGE#ID 是一个片段，PAGE 是该页从未审阅的片段，SRC#SYMBOL 是某符号的所有片段，--all 是全部。" +
			"变过的代码要写明理由才能成批接受。在终端上，会先显示每处变化和前后的文字，再询问。",
		"do not ask":                      "不询问",
		"Does the prose hold? [y/N] ":     "文字仍然成立吗？[y/N] ",
		"no answer: nothing was recorded": "没有回答：什么都没有记录",

		"Take stale snippets on as debt, openly": "公开地把过时的片段记为欠账",
		"Let check pass although shown code changed and its prose was not read again yet: the reason is recorded in " +
			"snippets.lock, and the page stays marked. It holds for this change only, and until the end of the day given (UTC).": "代码" +
			"已变而文字还没有重读时，让 check 通过：理由写入 snippets.lock，页面上的标记保留。只对这一次变化有效，到所给日期（UTC）结束为止。",
		"why the review has to wait; recorded in the lock": "为何推迟审阅；会写入锁文件",
		"last day of the deferral, as 2006-01-02":          "推迟的最后一天，形如 2006-01-02",
		"a deferral needs a reason: --reason REASON":       "推迟需要理由：--reason 理由",
		"deferred %s\n": "已推迟 %s\n",

		"Show how the code of snippets changed since their review": "显示片段的代码自审阅以来的变化",
		"Print a unified diff of what readers see of a snippet, its last review against now. The old text comes from the " +
			"module cache, the module proxy or git; where it can't be had, the reason is said. Without arguments: all that changed.": "打印" +
			"读者所见代码的差异：上次审阅与现在。旧文本来自模块缓存、模块代理或 git；拿不到时说明原因。不带参数：全部有变化的片段。",
		"all of the symbol, also what the snippet leaves out": "整个符号，包括片段略去的部分",
	}
}

// chineseUpgrade is the part of chinese that upgrade says.
func chineseUpgrade() map[string]string {
	return map[string]string{
		"Say what a new version of a module does to the articles": "说明模块的新版本对文章有何影响",
		"Download the version and judge every snippet and note of the module against it, before anything is changed. " +
			"Exit code 0, whatever there is to do, unless the plan can't be made.": "下载该版本，在改动任何文件之前，" +
			"用它逐一判断该模块的每个片段和每条注。只要能给出计划，退出码就是 0。",
		"upgrade to which version? MODULE@VERSION":                             "升级到哪个版本？MODULE@VERSION",
		"print a Markdown checklist for a pull request":                        "打印供合并请求使用的 Markdown 清单",
		"put the version into go.mod or srcblog.toml":                          "把版本写入 go.mod 或 srcblog.toml",
		"the source of srcblog.toml to upgrade, where several pin the module":  "有多个来源固定该模块时，要升级 srcblog.toml 中的哪一个",
		"%s now says %s %s; in a Go module, go mod tidy brings go.sum along\n": "%s 现在写的是 %s %s；在 Go 模块中，用 go mod tidy 更新 go.sum\n",
		"%s %s → %s: snippets: %d":                                             "%s %s → %s：片段：%d",
		"; awaiting review already: %d":                                        "；本来就待审阅：%d",
		"nothing to do":                                                        "无需处理",
	}
}
