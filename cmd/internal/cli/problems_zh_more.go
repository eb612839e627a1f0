package cli

// chineseRegions is of the section "Regions and notes in source files".
func chineseRegions() map[string]string {
	return map[string]string{
		"region … is never closed: add snip:end …":                              "区域 … 没有结束：请加上 snip:end …",
		"region … is opened twice, first in line …":                             "区域 … 开始了两次，第一次在第 … 行",
		"region … ends inside region … (line …): regions may nest, not overlap": "区域 … 在区域 …（第 … 行）里面结束：区域可以嵌套，不能交叉",
		"region … is empty":                             "区域 … 是空的",
		"a region's name is one word: snip:region NAME": "区域的名字是一个词：snip:region NAME",
		"snip:end without an open region":               "snip:end 之前没有开始的区域",
		"no region … is open here":                      "这里没有开始了的区域 …",
		"snip:note without a text":                      "snip:note 没有正文",
		"snip:note has no line below it to speak of":    "snip:note 下面没有可说的行",
		"unknown marker snip:…: it is one of snip:region NAME, snip:end [NAME], snip:note TEXT": "没有标记 snip:…：可用的是 snip:region NAME、snip:end [NAME]、snip:note TEXT",
	}
}

// chineseFigures is of the section "Call paths and pictures".
func chineseFigures() map[string]string {
	return map[string]string{
		"a call path has two steps or more, joined by →: A.Run → B.loop":              "调用路径至少有两步，用 → 连接：A.Run → B.loop",
		"a step is missing before this arrow":                                         "这个箭头前面少了一步",
		"an arrow after … leads nowhere":                                              "… 后面的箭头没有下一步",
		"expected → (or ->) between two steps":                                        "两步之间应该有 →（或 ->）",
		"unexpected … (U+…): steps are joined by → or ->":                             "这里不该有 …（U+…）：各步用 → 或 -> 连接",
		"a symbol is missing here":                                                    "这里少了符号",
		"an empty symbol beside a ; in …":                                             "… 的分号旁边少了符号",
		"a sequence has lines such as A → B: call":                                    "sequence 的每行写作 A → B: 调用",
		"a line of a sequence is A → B: call":                                         "sequence 的一行写作 A → B: 调用",
		"expected a colon and the function that … has called: A → B: call":            "这里应该是冒号和调用 … 的哪个函数：A → B: 调用",
		"expected a colon before what there is to say about the call":                 "要说的话前面应该有冒号",
		"a callgraph needs a function to begin with: root=\"…\"":                      "callgraph 要从一个函数画起：root=\"…\"",
		"a typegraph needs a type to begin with: sym=\"…\"":                           "typegraph 要从一个类型画起：sym=\"…\"",
		"depth is a number from 1 to 9, not …":                                        "depth 是 1 到 9 的数字，不能是 …",
		"a … says everything in its header: this line is not read":                    "… 只看第一行的花括号：这一行没有用",
		"a … needs a source: src=\"…\", or snip: {src: …} in the page's front matter": "… 需要来源：写 src=\"…\"，或者在文首写 snip: {src: …}",
		"… does not lead to …: it neither calls it nor hands it over":                 "… 走不到 …：既没有调用它，也没有把它交出去",
		"… does not lead to …: none of its functions calls it or hands it over":       "… 走不到 …：它的函数都没有调用它，也没有把它交出去",
		"… has no … that is called anywhere":                                          "… 没有被调用过的 …",
		"… calls nothing that a picture could show":                                   "… 没有调用什么可画的函数",
		"no symbol … to … at in the packages of the picture":                          "{2} 要找的符号 {1} 不在图的那些包里",
		"the picture would have … functions, more than …":                             "图里会有 … 个函数，超过 …",
		"… is no type": "… 不是类型",
		"… is in no Go module, so that nothing can be said about its calls": "… 不在任何 Go 模块里，无法判断它的调用",
		"cannot judge a … without the types of …: …":                        "没有 {2} 的类型，无法判断 {1}：{3}",
		"cannot judge whether … leads to …: package … has type errors (…)":  "无法判断 … 是否走到 …：包 … 有类型错误（…）",
	}
}

// chineseLinks is of the section "Links and pages".
func chineseLinks() map[string]string {
	return map[string]string{
		"a symbol link needs a source: sym:SRC#SYMBOL, or snip: {src: …} in the page's front matter": "符号链接需要来源：写 sym:来源#符号，或者在文首写 snip: {src: …}",
		"a symbol link names no symbol: write sym:SRC#SYMBOL":                                        "符号链接没有写符号：写作 sym:来源#符号",
		"a symbol link names one symbol, not …":                                                      "符号链接只能写一个符号，不能是 …",
		"a symbol link begins with sym: in small letters and with an ASCII colon":                    "符号链接以 sym: 开头，用小写字母和英文冒号",
		"an image can't show a symbol: drop the ! to make it a link, or write a snip block":          "图片不能展示符号：去掉 ! 就是链接，或者写一个 snip 代码块",
		"a symbol link takes ?track, not ?…":                                                         "符号链接后面只能是 ?track，不能是 ?…",
		"a reference that several links use must name its symbol: sym:SRC#SYMBOL":                    "几个链接共用的引用要写出符号：sym:来源#符号",
		"note: …":         "注解：…",
		"front matter: …": "文首：…",
		"front matter: snip is a table, such as snip: {src: cache}":                     "文首：snip 是一张表，如 snip: {src: cache}",
		"front matter: unknown key snip.…: it is one of src, at, for, part":             "文首：没有 snip.… 这个键，可用的是 src、at、for、part",
		"front matter: snip.… must be a text":                                           "文首：snip.… 必须是文字",
		"the page's name has a …, which means something else in its address: rename it": "文件名里有 …，它在网址里另有含义：请改名",
		"a page's name has a control character: rename it":                              "文件名里有控制字符：请改名",
		"content folder is not there":                                                   "文章目录不存在",
		"content folder is a symbolic link: name the folder itself":                     "文章目录是符号链接：请写目录本身",
	}
}

// chineseLints is of the section "Lints".
func chineseLints() map[string]string {
	return map[string]string{
		"… is no emphasis to Markdown between … and …: move the punctuation out of it, or put a space outside": "… 在 … 和 … 之间，Markdown 不当它是强调：把标点移到外面，或者在外面加空格",
		"no link to Markdown: an address has no spaces, and ends with )":                                       "Markdown 不当它是链接：地址里不能有空格，末尾是 )",
		"the attributes of this block can't be read: Hugo leaves all of them out":                              "这个代码块的属性有误：Hugo 会全部略过",
		"… opens no block of this kind: write … {…}":                                                           "… 不会被当作这种代码块：请写 … {…}",
		"the attributes of this block are not in braces, {name=value}: Hugo leaves them out":                   "这个代码块的属性没有写在花括号里，如 {name=value}：Hugo 会略过",
		"attribute … of this block: Hugo leaves out names that start with on":                                  "这个代码块的属性 …：Hugo 会略过以 on 开头的名字",
		"heading id … is taken by the heading in line …: links lead there":                                     "标题 id … 已被第 … 行的标题占用：链接会指到那里",
		"heading id snip-… is that of the block in line …: links lead to one of them":                          "标题 id snip-… 和第 … 行的代码块相同：链接只会指到其中一个",
	}
}

// chineseConfig is of the section "Configuration, modules and reviews".
func chineseConfig() map[string]string {
	return map[string]string{
		"unknown key …": "没有键 …",
		"source … needs exactly one of dir, module and std":                            "来源 … 要有 dir、module、std 之一，且只能有一个",
		"source …: std is a version of Go, such as go1.26.8, not …":                    "来源 …：std 是 Go 的版本，如 go1.26.8，不能是 …",
		"source …: version goes with module":                                           "来源 …：version 只能和 module 一起用",
		"source …: version is a module's, such as v1.2.3, not …":                       "来源 …：version 是模块的版本，如 v1.2.3，不能是 …",
		"source name … has a character that SRC#SYMBOL needs for itself":               "来源名 … 里有 SRC#SYMBOL 自己要用的字符",
		"root … does not hold the site":                                                "root … 不包含这个站点",
		"no go.mod above … to take the version of … from; give version = \"v…\" there": "{1} 上层没有 go.mod，不知道 {2} 的版本；请在那里写 version = \"v{3}\"",
		"… does not require …":                                                         "… 没有 require …",
		"… replaces … by …, so its code is not …":                                      "{1} 用 {3} 替换了 {2}，代码就不是 {4} 了",
		"module … is not available":                                                    "拿不到模块 …",
		"can't accept a broken snippet: …":                                             "有错的片段不能接受：…",
		"the revision is not in this clone: …":                                         "这个克隆里没有该版本：…",
	}
}
