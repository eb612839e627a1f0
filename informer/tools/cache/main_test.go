package cache

import (
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientcache "k8s.io/client-go/tools/cache"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	utilruntime.ErrorHandlers = nil // one of them limits its rate by real time, for ever in a bubble whose clock stands still
	goleak.VerifyTestMain(m)
}

// tombstoneOf opens our tombstone or client-go's.
func tombstoneOf(obj any) (key string, lastSeen any) {
	switch t := obj.(type) {
	case DeletedFinalStateUnknown:
		return t.Key, t.Obj
	case clientcache.DeletedFinalStateUnknown:
		return t.Key, t.Obj
	}
	return "", nil
}
