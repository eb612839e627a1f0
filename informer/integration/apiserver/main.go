// Command apiserver is what a Kubernetes cluster keeps its objects in, as one binary for the tests in the folder above:
//
//	apiserver etcd FLAGS       the store; the flags are etcd's
//	apiserver apiserver FLAGS  the API in front of it; the flags are kube-apiserver's
//
// They are two processes so that a test can kill the API server and start it again while etcd lives. Each ends when its
// standard input does: a test that crashes leaves none behind.
//
// This is a module of its own, so that nothing of the hundreds of packages it needs enters the site's.
package main

import (
	"fmt"
	"io"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if len(os.Args) < 2 {
		usage()
	}
	program := os.Args[1]
	os.Args = os.Args[1:] // each of the two then finds its flags where a binary of its own has them
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	switch program {
	case "etcd":
		etcdmain.Main(os.Args)
	case "apiserver":
		os.Exit(cli.Run(app.NewAPIServerCommand()))
	default:
		usage()
	}
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: apiserver etcd|apiserver FLAGS")
	os.Exit(2)
}
