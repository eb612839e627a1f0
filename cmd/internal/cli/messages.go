package cli

import (
	"cmp"
	"maps"
	"strings"
)

// wordsFor gives the table that App.T translates with: Chinese where the locale is Chinese, else none. A variable that is
// set beats the ones after it, as in every program that follows POSIX.
func wordsFor(getenv func(string) string) map[string]string {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	if strings.HasPrefix(strings.ToLower(locale), "zh") {
		return chinese()
	}
	return nil
}

// chinese has an entry for every message that goes through App.T; a test finds those that are missing or unused, and
// compares the verbs.
func chinese() map[string]string {
	table := map[string]string{
		"Build a blog about source code, and keep its snippets true": "构建讲解源码的博客，并让文中代码始终与源码一致",
		"Keep a blog's snippets of source code true":                 "让博客文中的源码片段始终与源码一致",
		"root folder of the site":                                    "站点根目录",
		"%s is not a folder":                                         "%s 不是目录",
		"Run \"srcblog help\" for the commands and their flags.":     "运行“srcblog help”查看命令与参数。",

		"Render the site": "渲染站点",
		"Render the site. References to code that lead nowhere are listed and end it before anything is rendered; " +
			"snippets whose code changed since their review are marked in the page. The finished site replaces the old one " +
			"in one step, so that a failed build changes nothing.": "渲染站点。若有引用找不到代码，则逐条列出，不再渲染；" +
			"代码在审阅之后变过的片段会在页面里标出。新站点渲染完整后一步换上，构建失败不影响原有站点。",
		"folder to render into (default: the configuration's publishDir, which is public)": "输出目录（默认为配置里的 publishDir，即 public）",
		"address of the site, instead of the configured one":                               "站点地址，代替配置文件里的地址",
		"Hugo's environment": "Hugo 的运行环境",
		"include drafts":     "包含草稿",
		"snippets whose code changed: mark them, fail, or ignore that":       "代码已变的片段：mark 标出，fail 失败，ignore 不管",
		"unknown --stale=%s: mark, fail or ignore":                           "未知的 --stale=%s：应为 mark、fail 或 ignore",
		"minify what is rendered":                                            "压缩输出文件",
		"srcblog: identifiers of some packages are not linked: %s\n":         "srcblog：部分包的标识符没有链接：%s\n",
		"srcblog: stale snippets that await review: %d; see srcblog check\n": "srcblog：代码已变、等待审阅的片段：%d；详见 srcblog check\n",

		"Show the site while you write: pages and code reload when saved":      "边写边看：保存文章或代码后页面自动刷新",
		"port to listen on (default: 1313, or a free one where that is taken)": "监听端口（默认 1313，被占用时另选空闲端口）",
		"address to listen on": "监听地址",

		"Write only the per-page files that the theme reads": "只写出主题要读的每页数据文件",
		"snippets: %d; files written: %d\n":                  "片段：%d；写出文件：%d\n",

		"Say which snippets changed since their prose was reviewed": "指出审阅之后哪些片段的代码变了",
		"changes of comments count, too":                            "注释的变化也算",
		"text, json, sarif or github":                               "text、json、sarif 或 github",
		"unknown format %q: text, json, sarif or github":            "未知格式 %q：应为 text、json、sarif 或 github",
		"no page %s":   "没有页面 %s",
		"(draft)":      "（草稿）",
		"fix: %s":      "处理：%s",
		"snippets: %d": "片段：%d",
		"problems: %d": "问题：%d",

		"Record that prose was read again and still fits its code":     "记录：文字已重读，仍与代码相符",
		"every snippet of the site":                                    "站点的全部片段",
		"why the prose still holds; recorded in the lock":              "文字为何仍然成立；会写入锁文件",
		"accept what? Name PAGE#ID, PAGE or SRC#SYMBOL, or give --all": "要接受什么？请给出 PAGE#ID、PAGE、SRC#SYMBOL 或 --all",
		"accepted %s\n": "已接受 %s\n",
		"nothing to accept; what was changed or never reviewed is accepted by its own PAGE#ID, " +
			"or with --reviewed REASON": "没有可接受的片段；变过或从未审阅的要用各自的 PAGE#ID 接受，或加 --reviewed 理由",

		"Print what can be addressed in a source": "列出一个来源里可以引用的符号",
		"Print what can be addressed in a source: its symbols, or the node paths inside of one, each with its kind, place and code.": "列出一个来源里可以引用的符号，或一个符号里的节点路径，各带种类、位置和代码。",

		"Write the pages as plain LoveIt Markdown, code filled in": "把文章写成普通的 LoveIt Markdown，代码填好",
		"folder to write to":                          "输出目录",
		"assemble needs a folder to write to: -o DIR": "assemble 需要输出目录：-o DIR",

		"Print the versions of srcblog, Hugo and Go": "显示 srcblog、Hugo 与 Go 的版本",
		"this binary carries no build information":   "这个程序没有构建信息",
	}
	maps.Copy(table, chineseReview())
	maps.Copy(table, chineseWriting())
	maps.Copy(table, chineseUpgrade())
	return table
}
