package v1

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/kubernetes/typed/internal/collection"
	"github.com/srcblog/srcblog/informer/rest"
)

// PodsGetter gives access to the pods of a namespace.
type PodsGetter interface {
	Pods(namespace string) PodInterface
}

// PodInterface makes requests for pods. Objects in and out belong to the caller.
type PodInterface interface {
	Create(ctx context.Context, pod *corev1.Pod, opts metav1.CreateOptions) (*corev1.Pod, error)
	Update(ctx context.Context, pod *corev1.Pod, opts metav1.UpdateOptions) (*corev1.Pod, error)
	UpdateStatus(ctx context.Context, pod *corev1.Pod, opts metav1.UpdateOptions) (*corev1.Pod, error)
	Delete(ctx context.Context, name string, opts metav1.DeleteOptions) error
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*corev1.Pod, error)
	List(ctx context.Context, opts metav1.ListOptions) (*corev1.PodList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

func newPods(client rest.Interface, namespace string) PodInterface {
	return &collection.Client[*corev1.Pod, *corev1.PodList]{
		Resource:  "pods",
		Namespace: namespace,
		REST:      client,
		NewObject: func() *corev1.Pod { return &corev1.Pod{} },
		NewList:   func() *corev1.PodList { return &corev1.PodList{} },
	}
}
