// Package figure reads the blocks that say how code hangs together: call paths, and pictures of calls and types. It knows
// syntax only, as package snip does, whose header they have.
//
//	```callpath {#way src="cache" title="一个事件的路"}
//	controller.Run → controller.processLoop → DeltaFIFO.Pop
//	```
//
//	```sequence {src="cache"}
//	controller → DeltaFIFO: Pop：取走一个键的全部增量
//	```
//
// Read figure.go first; steps.go reads the lines.
package figure
