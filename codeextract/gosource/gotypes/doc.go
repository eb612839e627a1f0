// Package gotypes says what every identifier of a Go package stands for. It type-checks packages of ours, of modules at
// a pinned version and of Go itself from their source; nothing is compiled.
//
// The flow, one file a stage:
//
//	load.go     Load: the whole flow; Query, what is asked for
//	list.go     `go list`: which files make up the packages asked for and all that they import
//	check.go    go/types over them, imports first; what is imported without the bodies of its functions
//	trim.go     source text without bodies, its positions kept
//	idents.go   the identifiers of the packages asked for, by kind
//	objects.go  what they refer to, under the addresses that gosource knows: T.M, Struct.Field
//	calls.go    who calls whom, by which way, and values.go: which functions are handed over, to whom
//	methods.go  what types can do, so that it can be told who satisfies an interface of another package
//	shapes.go   what types are made of
//	folder.go   which folders a package was read from that may change, for those who keep what Load gave
//
// Read [Package] first: it is all that comes out, and can be kept as JSON.
//
//	pkgs, err := gotypes.Load(ctx, gotypes.Query{Dir: ".", Paths: []string{"net/http"}, GOOS: "linux", GOARCH: "amd64"})
//	for _, id := range pkgs[0].Files[0].Idents {
//		if id.Object >= 0 {
//			fmt.Println(id.Start, id.Kind, pkgs[0].Objects[id.Object].Symbol)
//		}
//	}
//
// Code with type errors is taken as far as it can be understood; what can't be resolved has no kind.
package gotypes
