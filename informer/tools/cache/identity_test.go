package cache

import (
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientcache "k8s.io/client-go/tools/cache"
)

type identifier interface {
	Name() string
	GroupVersionResource() schema.GroupVersionResource
	Reserved() bool
}

// TestInformerNamesAgainstClientGo takes and releases the same names in ours and in client-go.
func TestInformerNamesAgainstClientGo(t *testing.T) {
	pods, nodes := v1.SchemeGroupVersion.WithResource("pods"), v1.SchemeGroupVersion.WithResource("nodes")
	defer ResetInformerNamesForTesting()
	defer clientcache.ResetInformerNamesForTesting()
	ours, ourErr := NewInformerName("a")
	theirs, theirErr := clientcache.NewInformerName("a")
	sameError := func(ourErr, theirErr error) {
		t.Helper()
		if ourErr == nil || theirErr == nil || ourErr.Error() != theirErr.Error() {
			t.Errorf("error %v, client-go %v", ourErr, theirErr)
		}
	}
	if ourErr != nil || theirErr != nil || ours.Name() != theirs.Name() {
		t.Fatal(ourErr, theirErr)
	}
	for _, name := range []string{"", "a"} {
		_, ourErr = NewInformerName(name)
		_, theirErr = clientcache.NewInformerName(name)
		sameError(ourErr, theirErr)
	}
	var noName *InformerName
	var noTheirName *clientcache.InformerName
	pairs := [][2]identifier{
		{ours.WithResource(pods), theirs.WithResource(pods)}, {ours.WithResource(nodes), theirs.WithResource(nodes)},
		{ours.WithResource(pods), theirs.WithResource(pods)}, // the second of that name
		{noName.WithResource(pods), noTheirName.WithResource(pods)}, {InformerNameAndResource{}, clientcache.InformerNameAndResource{}},
	}
	compare := func(when string) {
		t.Helper()
		for i, pair := range pairs {
			our, their := pair[0], pair[1]
			if our.Name() != their.Name() || our.GroupVersionResource() != their.GroupVersionResource() || our.Reserved() != their.Reserved() {
				t.Errorf("%s, %d: %v %v, client-go %v %v", when, i, our, our.Reserved(), their, their.Reserved())
			}
		}
	}
	compare("taken")
	for range 2 {
		ours.Release()
		theirs.Release()
	}
	noName.Release()
	compare("released")
	pairs = append(pairs, [2]identifier{ours.WithResource(pods), theirs.WithResource(pods)})
	ours, ourErr = NewInformerName("a")
	theirs, theirErr = clientcache.NewInformerName("a")
	if ourErr != nil || theirErr != nil {
		t.Fatal("a released name can't be taken again:", ourErr, theirErr)
	}
	pairs = append(pairs, [2]identifier{ours.WithResource(pods), theirs.WithResource(pods)})
	compare("taken again")
}
