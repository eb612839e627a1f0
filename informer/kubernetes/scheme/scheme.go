// Package scheme knows the Go types of the API objects that our clients handle, and how they look on the wire.
//
// A scheme maps "apps/v1, Kind=Deployment" to the Go type, both ways; a codec factory makes the JSON and protobuf codecs
// from it. client-go registers all groups of Kubernetes here, we register those we have clients for.
package scheme

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
)

var (
	// Scheme holds the types. Treat it as a constant; programs with types of their own make a scheme of their own.
	Scheme = newScheme()
	// Codecs finds the codec for a content type.
	Codecs = serializer.NewCodecFactory(Scheme)
	// ParameterCodec turns options, such as metav1.ListOptions, into query parameters.
	ParameterCodec = runtime.NewParameterCodec(Scheme)
)

// AddToScheme adds the types to another scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, appsv1.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	return nil
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	// Status, options and other types that belong to every group; answers to any request may be of this version.
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	utilruntime.Must(AddToScheme(scheme)) // fails only if two types claim one kind, which a test would show
	return scheme
}
