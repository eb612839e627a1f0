// Package callgraph answers how one function leads to another, over packages that gotypes has checked: by a call, through
// an interface, or as a value that is handed over in one place and called in another.
//
// It knows only the packages that it was given. A call through an interface leads to all their types that satisfy it, and
// a call of a function value to what flows there: through fields, variables and parameters, as far as that can be followed,
// else to every function of that type that is handed over anywhere, which [Edge.Weak] marks.
//
// Read graph.go first; flow.go follows function values, path.go looks for ways.
package callgraph
