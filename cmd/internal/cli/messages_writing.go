package cli

// chineseWriting is the part of chinese that speaks of what helps an author while writing: refs and fmt.
func chineseWriting() map[string]string {
	return map[string]string{
		"Print who shows a symbol or speaks of it": "列出展示或提到某个符号的全部位置",
		"Print every place that shows a symbol (snippet), links it (link), or links and locks it (track), " +
			"however the place names its source. What has a lock id is followed by it, ready for accept.": "列出展示某个符号" +
			"（snippet）、链接到它（link）或链接并锁定它（track）的全部位置，不论那里怎样称呼来源。有锁定 ID 的，ID 跟在后面，可直接交给 accept。",
		"refs of what? Name SRC#SYMBOL": "查哪个符号？请给出 SRC#SYMBOL",
	}
}
