package cli

// chineseWriting is the part of chinese that speaks of what helps an author while writing: refs and fmt.
func chineseWriting() map[string]string {
	return map[string]string{
		"Print who shows a symbol or speaks of it": "列出展示或提到某个符号的全部位置",
		"Print every place that shows a symbol (snippet), links it (link), links and locks it (track), or has it in a " +
			"call path or picture (callpath and the like), however the place names its source. What has an id is followed by it.": "列出展示某个符号" +
			"（snippet）、链接到它（link）、链接并锁定它（track）或在调用路径与图中用到它（callpath 等）的全部位置，不论那里怎样称呼来源。有 ID 的，ID 跟在后面。",
		"call paths and pictures: %d":   "调用路径与图：%d",
		"refs of what? Name SRC#SYMBOL": "查哪个符号？请给出 SRC#SYMBOL",

		"Write snip blocks in one form, ids filled in": "统一 snip 代码块的写法，并补上 ID",
		"Give the snip blocks of pages, or of all pages, one form: ids filled in, one space between words, directives " +
			"in the fence's column and what continues them two spaces further. All else stays as it is, byte by byte. The " +
			"pages that were written are printed; with -l or -d, nothing is written. A block with a mistake is left alone, " +
			"and the exit code is 3.": "统一指定文章（默认全部）里 snip 代码块的写法：补上 ID，词间一个空格，指令与围栏对齐，续行缩进两格。" +
			"其余内容逐字节不变。改写了的文章会列出；带 -l 或 -d 时不写文件。有错的代码块保持原样，退出码为 3。",
		"notes as comments in the code, not as a list below": "把注写成代码里的注释，而不是列在下面",

		"only list the pages that would change": "只列出会改动的文章",
		"only show how the pages would change":  "只显示会怎样改动",
	}
}
