package cache

import (
	"errors"
	"fmt"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	clientcache "k8s.io/client-go/tools/cache"
)

// TestKeysAgainstClientGo gives the same odd objects and strings to all key functions here and in client-go.
func TestKeysAgainstClientGo(t *testing.T) {
	objects := []struct{ ours, theirs any }{
		{newPod("a/b", ""), newPod("a/b", "")},
		{newPod("b", ""), newPod("b", "")},
		{&v1.Namespace{}, &v1.Namespace{}},
		{nil, nil},
		{"a string", "a string"},
		{v1.Pod{}, v1.Pod{}},
		{ExplicitKey("a/b"), clientcache.ExplicitKey("a/b")},
		{ExplicitKey("a/b/c"), clientcache.ExplicitKey("a/b/c")},
		{DeletedFinalStateUnknown{Key: "a/b"}, clientcache.DeletedFinalStateUnknown{Key: "a/b"}},
		{DeletedFinalStateUnknown{Key: "a/b/c"}, clientcache.DeletedFinalStateUnknown{Key: "a/b/c"}},
		{&DeletedFinalStateUnknown{Key: "a/b"}, &clientcache.DeletedFinalStateUnknown{Key: "a/b"}},
	}
	functions := []struct {
		name         string
		ours, theirs func(any) string
	}{
		{"MetaNamespaceKeyFunc", answer(MetaNamespaceKeyFunc), answer(clientcache.MetaNamespaceKeyFunc)},
		{"DeletionHandlingMetaNamespaceKeyFunc",
			answer(DeletionHandlingMetaNamespaceKeyFunc), answer(clientcache.DeletionHandlingMetaNamespaceKeyFunc)},
		{"ObjectToName", answer(ObjectToName), answer(clientcache.ObjectToName)},
		{"DeletionHandlingObjectToName",
			answer(DeletionHandlingObjectToName), answer(clientcache.DeletionHandlingObjectToName)},
		{"MetaNamespaceIndexFunc", answer(MetaNamespaceIndexFunc), answer(clientcache.MetaNamespaceIndexFunc)},
		{"IndexFuncToKeyFuncAdapter", answer(IndexFuncToKeyFuncAdapter(MetaNamespaceIndexFunc)),
			answer(clientcache.IndexFuncToKeyFuncAdapter(clientcache.MetaNamespaceIndexFunc))},
	}
	for _, f := range functions {
		for _, object := range objects {
			if ours, theirs := f.ours(object.ours), f.theirs(object.theirs); ours != theirs {
				t.Errorf("%s of %#v:\nours      %s\nclient-go %s", f.name, object.ours, ours, theirs)
			}
		}
	}
	for _, key := range []string{"", "a", "a/b", "/b", "a/", "/", "a/b/c", "//"} {
		ourNamespace, ourName, ourErr := SplitMetaNamespaceKey(key)
		namespace, name, err := clientcache.SplitMetaNamespaceKey(key)
		if ourNamespace != namespace || ourName != name || fmt.Sprint(ourErr) != fmt.Sprint(err) {
			t.Errorf("split %q: %q, %q, %v; client-go %q, %q, %v", key, ourNamespace, ourName, ourErr, namespace, name, err)
		}
		ours, theirs := answer(ParseObjectName)(key), answer(clientcache.ParseObjectName)(key)
		if ours != theirs {
			t.Errorf("parse %q: %s, client-go %s", key, ours, theirs)
		}
	}
}

func answer[T, R any](f func(T) (R, error)) func(T) string {
	return func(arg T) string {
		result, err := f(arg)
		return fmt.Sprintf("%q, %v", fmt.Sprint(result), err)
	}
}

func TestObjectName(t *testing.T) {
	name := NewObjectName("n", "a")
	if namespace, local := name.Parts(); namespace != "n" || local != "a" || name.String() != "n/a" {
		t.Error(name)
	}
	if nn := name.AsNamespacedName(); nn != (types.NamespacedName{Namespace: "n", Name: "a"}) ||
		NamespacedNameAsObjectName(nn) != name {
		t.Error(nn)
	}
	if NewObjectName("", "a").String() != "a" {
		t.Error("a name without namespace has no slash")
	}
}

func TestKeyError(t *testing.T) {
	inner := errors.New("inner")
	err := KeyError{Obj: "o", Err: inner}
	if !errors.Is(err, inner) || err.Error() != "couldn't create key for object o: inner" {
		t.Error(err)
	}
}

func TestIndexFuncToKeyFuncAdapter(t *testing.T) {
	failure := errors.New("failure")
	for want, f := range map[string]IndexFunc{
		"too many keys: [a b]":       func(any) ([]string, error) { return []string{"a", "b"}, nil },
		"unexpected empty indexKeys": func(any) ([]string, error) { return nil, nil },
		"failure":                    func(any) ([]string, error) { return nil, failure },
	} {
		if _, err := IndexFuncToKeyFuncAdapter(f)(nil); fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
