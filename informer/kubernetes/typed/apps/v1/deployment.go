package v1

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/srcblog/srcblog/informer/kubernetes/typed/internal/collection"
	"github.com/srcblog/srcblog/informer/rest"
)

// DeploymentsGetter gives access to the deployments of a namespace.
type DeploymentsGetter interface {
	Deployments(namespace string) DeploymentInterface
}

// DeploymentInterface makes requests for deployments. Objects in and out belong to the caller.
type DeploymentInterface interface {
	Create(ctx context.Context, deployment *appsv1.Deployment, opts metav1.CreateOptions) (*appsv1.Deployment, error)
	Update(ctx context.Context, deployment *appsv1.Deployment, opts metav1.UpdateOptions) (*appsv1.Deployment, error)
	UpdateStatus(ctx context.Context, deployment *appsv1.Deployment, opts metav1.UpdateOptions) (*appsv1.Deployment, error)
	Delete(ctx context.Context, name string, opts metav1.DeleteOptions) error
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*appsv1.Deployment, error)
	List(ctx context.Context, opts metav1.ListOptions) (*appsv1.DeploymentList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

func newDeployments(client rest.Interface, namespace string) DeploymentInterface {
	return &collection.Client[*appsv1.Deployment, *appsv1.DeploymentList]{
		Resource:  "deployments",
		Namespace: namespace,
		REST:      client,
		NewObject: func() *appsv1.Deployment { return &appsv1.Deployment{} },
		NewList:   func() *appsv1.DeploymentList { return &appsv1.DeploymentList{} },
	}
}
