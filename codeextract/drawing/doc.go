// Package drawing writes pictures of code as SVG: an outline of calls, the lanes of a sequence, boxes of types.
//
// The pictures are laid out by plain arithmetic, so that equal input has equal bytes and the tool needs nothing to draw. All
// are narrow: what would be wide elsewhere goes downwards here, for screens of 390 px and columns of text. Nothing in them
// has a colour or a font: classes say what a thing is, and the page's style sheet how it looks, in both schemes. Texts come
// from outside and are escaped; the only words of ours are Go's.
//
// Read outline.go first. svg.go has the pieces that all pictures are made of, text.go how wide a text is, and file.go makes
// a picture stand alone.
package drawing
