package rest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
	"github.com/srcblog/srcblog/informer/rest"
)

// Health checks answer in plain text: good to be read as it is, though no codec can decode it.
func TestAnswerWithoutCodec(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "ok")
	}))
	defer server.Close()
	client, err := rest.RESTClientFor(&rest.Config{
		Host: server.URL,
		ContentConfig: rest.ContentConfig{
			GroupVersion: &corev1.SchemeGroupVersion, NegotiatedSerializer: scheme.Codecs.WithoutConversion(),
		},
	})
	if err != nil {
		t.Fatal(err)
	}

	result := client.Get().AbsPath("/readyz").Do(t.Context())
	if body, err := result.Raw(); err != nil || string(body) != "ok" {
		t.Errorf("Raw: %q, %v; want ok", body, err)
	}
	if body, err := client.Get().AbsPath("/readyz").DoRaw(t.Context()); err != nil || string(body) != "ok" {
		t.Errorf("DoRaw: %q, %v; want ok", body, err)
	}
	if obj, err := result.Get(); err == nil {
		t.Errorf("Get decoded plain text into %v", obj)
	}
	if err := result.Into(&corev1.Pod{}); err == nil {
		t.Error("Into decoded plain text into a pod")
	}
}
