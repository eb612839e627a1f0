// Package snipfmt gives the snip blocks of a page one form, and leaves every other byte of the page alone: line endings,
// a byte order mark, prose, other code.
//
// What [Format] does to a block, and all it does:
//
//   - A header without an id gets the one that it has by default, so that a later rename of the code does not change it.
//     Where two blocks of the page would have the same id, or the default is no valid id, the header stays as it is.
//   - The first line of a directive starts in the fence's column; between its words stands one space, after a comma too,
//     and around > and "..". The text follows an ASCII colon after one space, a full-width one at once; which colon
//     and which language's keyword it is stays the author's choice. What is in backticks, and a path, stays as written.
//   - Lines that continue a directive are indented by two spaces more than it, their indentation to each other kept.
//
// A directive whose selectors go over several lines keeps its layout. A block with a mistake is not touched. The result
// means what the page meant, and formatting it again changes nothing.
//
// Before and after:
//
//	```snip {src="cache" sym="DeltaFIFO.Pop"}        ```snip {#deltafifo-pop src="cache" sym="DeltaFIFO.Pop"}
//	elide   doc,sig                                  elide doc, sig
//	注`f.cond.Wait()` ： 等待；                      注 `f.cond.Wait()`：等待；
//	      被唤醒。                                     被唤醒。
//	```                                              ```
//
// Read format.go first (a page), then header.go and directive.go.
package snipfmt
