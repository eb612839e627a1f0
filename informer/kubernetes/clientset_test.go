package kubernetes_test

import (
	"testing"

	"github.com/srcblog/srcblog/informer/kubernetes"
	appsv1 "github.com/srcblog/srcblog/informer/kubernetes/typed/apps/v1"
	corev1 "github.com/srcblog/srcblog/informer/kubernetes/typed/core/v1"
	"github.com/srcblog/srcblog/informer/rest"
)

func TestNewForConfigOrDie(t *testing.T) {
	for name, newClient := range map[string]func(*rest.Config) any{
		"clientset": func(c *rest.Config) any { return kubernetes.NewForConfigOrDie(c) },
		"core/v1":   func(c *rest.Config) any { return corev1.NewForConfigOrDie(c) },
		"apps/v1":   func(c *rest.Config) any { return appsv1.NewForConfigOrDie(c) },
	} {
		if client := newClient(&rest.Config{Host: "example.org"}); client == nil {
			t.Errorf("%s: no client", name)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: did not panic for a certificate that is not there", name)
				}
			}()
			wrong := &rest.Config{Host: "example.org"}
			wrong.CAFile = "testdata/no such file"
			newClient(wrong)
		}()
	}
}
