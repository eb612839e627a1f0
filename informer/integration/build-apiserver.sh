#!/bin/sh
# Builds the real API server, unless that was done before, and prints where it is. Cold it takes about ten minutes on
# two cores and 125 MB below .cache/, which can be deleted at any time.
set -eu
export CGO_ENABLED=0
cd "$(dirname "$0")/apiserver"

# What goes into the binary names it: a change of any of these makes another one.
key=$({ go env GOVERSION GOOS GOARCH; cat main.go go.mod go.sum; } | git hash-object --stdin)
dir=$(cd ../../.. && pwd)/.cache/apiserver/$key
if ! test -x "$dir/apiserver"; then
	echo "building the API server, once; this takes minutes" >&2
	mkdir -p "$dir"
	# Under another name first, so that a build cut short is never taken for a finished one.
	go build -buildvcs=false -ldflags='-s -w' -o "$dir/apiserver.$$" .
	mv "$dir/apiserver.$$" "$dir/apiserver"
fi
echo "$dir/apiserver"
