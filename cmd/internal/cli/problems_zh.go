package cli

import "maps"

// chineseProblems has the message of every row of docs/errors.md in Chinese. What varies is "…" in both, in the same order, or {1},
// {2} … for the first, second … of the English ones.
func chineseProblems() map[string]string {
	table := map[string]string{}
	for _, section := range []map[string]string{
		chineseHeader(), chineseDirectives(), chineseSelectors(), chineseShown(), chineseRegions(), chineseFigures(), chineseLinks(), chineseLints(), chineseConfig(),
	} {
		maps.Copy(table, section)
	}
	return table
}

// chineseHeader is of the section "The line that opens a block".
func chineseHeader() map[string]string {
	return map[string]string{
		"attributes stand in braces: {#id src=\"…\" sym=\"…\"}": "属性写在花括号里：{#id src=\"…\" sym=\"…\"}",
		"the header has no closing }":                           "开头这一行少了右花括号 }",
		"nothing may follow the header's }":                     "右花括号 } 之后不能再有内容",
		"attributes are separated by spaces, not commas":        "属性之间用空格隔开，不用逗号",
		"unexpected …: attributes are #id and key=\"value\"":    "这里不该有 …：属性只有 #id 和 key=\"value\" 两种",
		"# without an id": "# 后面没有 id",
		"id …: use ASCII letters, digits, - and _":                                         "id …：只能用 ASCII 字母、数字、- 和 _",
		"id … could be mistaken for a line or a marker of another snippet: choose another": "id … 会和别的片段的行号或标记混淆，换一个",
		"a second id, after #…":                                                            "已有 #…，这是第二个 id",
		"an id is written #pop, not id=\"pop\"":                                            "id 写作 #pop，不是 id=\"pop\"",
		"… has no value: write …=\"…\"":                                                    "… 没有值：写作 …=\"…\"",
		"… is given twice":                                                                 "… 写了两次",
		"attribute …: names are ASCII: …":                                                  "属性 …：名字用 ASCII：…",
		"attribute …: Hugo refuses names that start with on":                               "属性 …：Hugo 不接受以 on 开头的名字",
		"unknown attribute …":                                                              "没有属性 …",
		"the value of … has no closing quote":                                              "… 的值少了右引号",
		"… in the value of …: Hugo would misread the header":                               "{2} 的值里有 {1}，Hugo 会读错这一行",
		"the value of … is empty":                                                          "… 的值是空的",
		"a space must follow the value of …, which can't hold a quote":                     "… 的值后面要有空格，值里面不能有引号",
		"write …=\"…\", with = and without spaces":                                         "写作 …=\"…\"，用等号，不加空格",
		"the value of … must stand in double quotes: …=\"…\"":                              "… 的值要用双引号：…=\"…\"",
		"a backtick in the line that opens a block keeps Markdown from reading it as one":  "代码块的第一行里有反引号，Markdown 就不当它是代码块",
		"full-width …: type …":                                                             "全角字符 …：请输入 …",
		"part is one of …, not …":                                                          "part 只能是 … 之一，不能是 …",
		"part … is none of decl, sig, body and doc":                                        "part … 不是 decl、sig、body、doc 之一",
		"lines is N or N-M, counted from 1, not …":                                         "lines 写作 N 或 N-M，从 1 数起，不能是 …",
		"for is GOOS/GOARCH, such as linux/amd64, not …":                                   "for 写作 GOOS/GOARCH，如 linux/amd64，不能是 …",
		"for names no system that Go knows: …":                                             "for 写的系统 Go 不认识：…",
		"diff is a version, or a version and a symbol's old name, not …":                   "diff 是一个版本，或者版本加符号的旧名字，不能是 …",
		"at is one version, not …":                                                         "at 是一个版本，不能是 …",
		"lines names part of a file; it can't stand beside sym or region":                  "lines 指文件的一部分，不能和 sym 或 region 同时用",
		"region can't stand beside sym: a block shows one or the other":                    "region 不能和 sym 同时用：一个代码块只展示其中一种",
		"an empty symbol beside a ; in sym":                                                "sym 的分号旁边少了符号",
		"a space or comma inside a symbol: several symbols are joined by ;":                "符号里有空格或逗号：几个符号用 ; 隔开",
		"id … is taken by the block in line …; give one of them {#name …}":                 "id {1} 已被第 {2} 行的代码块占用；给其中一个写上 {#name {3}}",
	}
}

// chineseDirectives is of the section "The lines in a block".
func chineseDirectives() map[string]string {
	return map[string]string{
		"a directive starts with one of … (注 亮 折 略 示 只)": "指令要以 … 之一开头（注 亮 折 略 示 只）",
		"unknown directive …": "没有指令 …",
		"an indented line continues a directive, but none stands above it": "缩进的行是上一条指令的续行，可上面没有指令",
		"only a note has a #slug":                                                                       "只有注解可以有 #名字",
		"slug …: use ASCII letters, digits, - and _":                                                    "注解的名字 …：只能用 ASCII 字母、数字、- 和 _",
		"# without a name for the note: write #name, or drop it":                                        "# 后面没有注解的名字：写 #名字，或者去掉",
		"slug … looks like the address of a line: choose a word":                                        "注解的名字 … 像行号的地址，换一个词",
		"note #… is in this block already, at line …":                                                   "这个代码块的第 {2} 行已有注解 #{1}",
		"a space must follow the colon":                                                                 "英文冒号后面要有空格",
		"expected a colon and the text, or one of: , .. >":                                              "这里应该是冒号和正文，或者 , .. > 之一",
		"… needs a selector: `code`, doc, sig, body, comments, imports or a /path":                      "… 需要选择器：`代码`、doc、sig、body、comments、imports 或 /路径",
		"all needs a selector":                                                                          "all 后面要有选择器",
		"a note needs a text, behind a colon and a space":                                               "注解要有正文，写在冒号和空格后面",
		"… takes no text: write a note":                                                                 "… 不能带正文：请写成注解",
		"no text follows the colon":                                                                     "冒号后面没有正文",
		"raw HTML in a text: quote it with backticks, or write \\<":                                     "正文里有 HTML：用反引号括起来，或者写 \\<",
		"… opens a Hugo shortcode, even in a code block: put a space between the braces":                "… 会开始一个 Hugo shortcode，在代码块里也一样：在花括号之间加空格",
		"only can't stand beside show (line …): show keeps the enclosing headers, only leaves them out": "only 不能和 show（第 … 行）同时用：show 保留外层的头尾，only 不保留",
	}
}

// chineseSelectors is of the section "Selectors".
func chineseSelectors() map[string]string {
	return map[string]string{
		"a selector is missing here":        "这里缺少选择器",
		"quote code with backticks: `code`": "引用代码要用反引号：`代码`",
		"the code has no closing …":         "引用的代码少了收尾的 …",
		"the quoted code is empty":          "引用的代码是空的",
		"the quoted comment is empty":       "引用的注释是空的",
		"path … has an empty step":          "路径 … 有一步是空的",
		"unexpected …: a selector is `code`, doc, sig, body, comments, imports or a /path": "这里不该有 …：选择器是 `代码`、doc、sig、body、comments、imports 或 /路径",
		"no selector …":  "没有选择器 …",
		"unknown step …": "没有这种步骤：…",
		"step … takes no name; before a text, a space must follow the colon":                                                   "步骤 … 不带名字；写正文的话，英文冒号后面要有空格",
		"unexpected … after step …: [2] picks the second, and a name follows a space or a colon":                               "步骤 {2} 后面不该有 {1}：[2] 取第二个，名字写在空格或冒号后面",
		"… is never closed in this path":                                                                                       "路径里的 … 没有配对",
		"… closes nothing in this path":                                                                                        "路径里多了一个 …",
		"a space must stand before and after .. between two paths":                                                             "两个路径之间的 .. 前后都要有空格",
		"step … needs a name, as in /…:Name":                                                                                   "步骤 … 要带名字，如 /…:Name",
		"quoted code has no Go token besides wild cards and comments":                                                          "引用的代码里除了通配符和注释没有别的",
		"full-width … — typed with an input method? use …":                                                                     "全角字符 … 是输入法打出来的吗？请用 …",
		"line …: … closes what was opened in a part left out":                                                                  "第 … 行：… 关闭的是在略去部分里打开的",
		"all and .. don't go together: the two ends of a stretch are one place each":                                           "all 和 .. 不能一起用：一段的两头各只是一处",
		"… matches nothing in …":                                                                                               "{1} 在 {2} 里找不到",
		"… matches nothing in …: … imports nothing":                                                                            "{1} 在 {2} 里找不到：{3} 没有引入任何包",
		"… matches nothing in …: they are lines … to … of the file, which a block with src=… and without sym and region shows": "{1} 在 {2} 里找不到：它们是文件的第 {3} 到 {4} 行，写 src={5}、不写 sym 和 region 的代码块才展示",
		"… matches … places in …; quote more of one, or say all:…":                                                             "{1} 在 {3} 里有 {2} 处；多引一些来区分，或者写 all：{4}",
		"… matches … places in …; quote more of one:…":                                                                         "{1} 在 {3} 里有 {2} 处；多引一些来区分：{4}",
		"… ends before it begins":                                                                                              "… 的末尾在开头之前",
		"…: only quoted lines select in a file that is not Go":                                                                 "…：不是 Go 的文件里只能引用整行文字",
		"… shares line … with other code, and half a line can't be hidden; name the whole statement":                           "… 与别的代码同在第 … 行，而半行不能隐藏；请选择整条语句",
		"body has no lines of its own in …, and half a line can't be hidden":                                                   "body 在 … 里没有独占的行，而半行不能隐藏",
		"line … is folded already by line … of this page; one line can't be in two folds":                                      "第 … 行已被本页第 … 行的指令折叠；一行不能在两处折叠里",
		"line … of … is both folded and left out; say either fold or elide":                                                    "{2} 的第 {1} 行既折叠又省略；只写 fold 或 elide",
		"the note hangs on line …, which this snippet leaves out; fold it instead of eliding it, or drop the note":             "注解在第 … 行，而这个片段略去了它；把省略改成折叠，或者去掉注解",
		"the lines from … on are no whole statement, so only can't show them alone; select the statement around: …":            "从 … 起的几行不是完整的语句，only 不能单独展示；请选择外面的语句：…",
		"what is left of … is no longer valid Go: …":                                                                           "{1} 剩下的部分不再是合法的 Go：{2}",
	}
}

// chineseShown is of the section "What a block shows".
func chineseShown() map[string]string {
	return map[string]string{
		"a snippet needs a source: src=\"…\", or snip: {src: …} in the page's front matter":      "片段需要来源：写 src=\"…\"，或者在文首写 snip: {src: …}",
		"source … is no name in srcblog.toml, no module in go.mod and no path in the repository": "来源 … 既不是 srcblog.toml 里的名字，也不是 go.mod 里的模块或仓库里的路径",
		"no symbol … in …":                                                 "没有符号 {1}，来源是 {2}",
		"no symbol … in … for …, but for other builds":                     "{2} 在 {3} 下没有符号 {1}，别的平台下有",
		"symbol … is declared … times: …":                                  "符号 … 声明了 … 次：…",
		"no Go files in …":                                                 "… 里没有 Go 文件",
		"… is not there":                                                   "… 不存在",
		"no region … in …":                                                 "没有区域 {1}，文件是 {2}",
		"… has no …":                                                       "… 没有 …",
		"… has … lines, not …":                                             "… 只有 … 行，没有第 … 行",
		"there is nothing in lines … to … of …":                            "{3} 的第 {1} 到 {2} 行什么也没有",
		"byte 0x… is not UTF-8: save the file as UTF-8":                    "字节 0x… 不是 UTF-8：请把文件存成 UTF-8",
		"byte 0x… is not UTF-8, the file looks like GBK: save it as UTF-8": "字节 0x… 不是 UTF-8，文件像是 GBK：请存成 UTF-8",
		"the file is UTF-16: save it as UTF-8":                             "文件是 UTF-16：请存成 UTF-8",
		"a NUL byte: the file is no text, or not saved as UTF-8":           "有一个 NUL 字节：文件不是文本，或者没有存成 UTF-8",
		"lines is for files that are not Go: name a symbol, or put a region around the lines": "lines 只用于不是 Go 的文件：请写符号，或者用区域围住那几行",
		"… is a folder: name a symbol (sym=\"…\"), or a file (src=\"…/FILE\")":                "… 是目录：写出符号（sym=\"…\"）或文件（src=\"…/FILE\"）",
		"… is not a Go file: name a region or lines of it, not a symbol":                      "… 不是 Go 文件：请写区域或行号，不能写符号",
		"… goes with a symbol: sym=\"…\"":                                                     "… 要和符号一起用：sym=\"…\"",
		"… and … share lines of …: name one of them, or put them into two snippets":           "{1} 和 {2} 在 {3} 里有共同的行：只写其中一个，或者分成两个片段",
		"… is no version of a module, such as v1.2.3":                                         "… 不是模块的版本，要写成 v1.2.3 这样",
		"… is no version of Go, such as go1.26.8":                                             "… 不是 Go 的版本，要写成 go1.26.8 这样",
		"an old name goes with a single symbol":                                               "旧名字只能配一个符号",
		"… is code of this repository: only modules have other versions":                      "… 是本仓库的代码：只有模块才有别的版本",
		"… is code of this repository: only modules have versions to compare":                 "… 是本仓库的代码：只有模块才有版本可比",
		"not valid Go: …":                             "不是合法的 Go：…",
		"… is absolute, so it leads outside the root": "… 是绝对路径，指到了根目录之外",
		"… leads outside its source":                  "… 指到了来源之外",
		"….. leads outside the root":                  "….. 指到了根目录之外",
	}
}
