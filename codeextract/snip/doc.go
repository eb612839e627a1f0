// Package snip reads the author's language: the header and the body of one snip block. It knows syntax only; what a
// source, a symbol or a selector stands for is decided by those who resolve it.
//
// A block, as it stands in a page:
//
//	```snip {#pop src="cache" sym="DeltaFIFO.Pop" title="出队"}
//	elide doc
//	fold `if depth > 10 { … }`: 慢处理的日志
//	note #err `return item, err`: 出错时**不会**重新入队，
//	  续行缩进即可。
//	```
//
// [Parse] takes the text after the word snip and the lines of the body, and gives a [Block] together with every
// problem it found, each with its exact position. The block holds whatever could be read.
//
// Read block.go first (the data and the split into directives), then header.go, directive.go and selector.go.
// fullwidth.go names the characters that a Chinese input method types in place of ASCII ones.
package snip
