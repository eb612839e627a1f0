package cache

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// ObjectName tells apart the objects of one kind. Namespace is empty for objects that live in no namespace.
type ObjectName struct {
	Namespace string
	Name      string
}

// NewObjectName makes an ObjectName from its parts.
func NewObjectName(namespace, name string) ObjectName {
	return ObjectName{Namespace: namespace, Name: name}
}

// MetaObjectToName gives the name under which obj is known.
func MetaObjectToName(obj metav1.Object) ObjectName {
	return ObjectName{Namespace: obj.GetNamespace(), Name: obj.GetName()}
}

// NamespacedNameAsObjectName converts; the two types differ only in how String writes them.
func NamespacedNameAsObjectName(nn types.NamespacedName) ObjectName {
	return ObjectName(nn)
}

// ParseObjectName is the inverse of String. It fails when str has more than one slash.
func ParseObjectName(str string) (ObjectName, error) {
	namespace, name, err := SplitMetaNamespaceKey(str)
	if err != nil {
		return ObjectName{}, err
	}
	return ObjectName{Namespace: namespace, Name: name}, nil
}

// Parts returns the two parts.
func (n ObjectName) Parts() (namespace, name string) {
	return n.Namespace, n.Name
}

// String writes "namespace/name", or only "name" where there is no namespace: the form of a store's keys.
// types.NamespacedName.String would write "/name" there.
func (n ObjectName) String() string {
	if n.Namespace == "" {
		return n.Name
	}
	return n.Namespace + "/" + n.Name
}

// AsNamespacedName converts to the type that controllers use for their requests.
func (n ObjectName) AsNamespacedName() types.NamespacedName {
	return types.NamespacedName(n)
}

// ObjectToName gives the name of an API object. Anything without metadata is an error, also an ExplicitKey.
func ObjectToName(obj any) (ObjectName, error) {
	object, err := meta.Accessor(obj)
	if err != nil {
		return ObjectName{}, fmt.Errorf("object has no meta: %w", err)
	}
	return MetaObjectToName(object), nil
}

// DeletionHandlingObjectToName is ObjectToName for what OnDelete receives: a tombstone is asked for its key instead.
func DeletionHandlingObjectToName(obj any) (ObjectName, error) {
	if tombstone, ok := obj.(DeletedFinalStateUnknown); ok {
		return ParseObjectName(tombstone.Key)
	}
	return ObjectToName(obj)
}

// SplitMetaNamespaceKey splits a key that MetaNamespaceKeyFunc made. The namespace is empty when key has no slash.
func SplitMetaNamespaceKey(key string) (namespace, name string, err error) {
	first, rest, found := strings.Cut(key, "/")
	switch {
	case !found:
		return "", key, nil
	case strings.Contains(rest, "/"):
		return "", "", fmt.Errorf("unexpected key format: %q", key)
	}
	return first, rest, nil
}
