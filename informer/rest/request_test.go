package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	clientrest "k8s.io/client-go/rest"

	"go.uber.org/goleak"

	"github.com/srcblog/srcblog/informer/kubernetes/scheme"
	"github.com/srcblog/srcblog/informer/rest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newClient returns a client for core/v1 of a server that runs handler until the test ends.
func newClient(t *testing.T, handler http.HandlerFunc, change ...func(*rest.Config)) *rest.RESTClient {
	t.Helper()
	server := httptest.NewServer(handler)
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	config := &rest.Config{Host: server.URL, APIPath: "/api", QPS: -1, Transport: transport}
	config.GroupVersion = &corev1.SchemeGroupVersion
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	for _, f := range change {
		f(config)
	}
	client, err := rest.RESTClientFor(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestURLAsClientGo builds the same chains with client-go.
func TestURLAsClientGo(t *testing.T) {
	for _, host := range []string{"", "example.org:6443", "https://example.org/prefix/", "http://example.org?x=1"} {
		config := &rest.Config{Host: host, APIPath: "/api"}
		config.GroupVersion, config.NegotiatedSerializer = &corev1.SchemeGroupVersion, scheme.Codecs
		ours, err := rest.RESTClientFor(config)
		if err != nil {
			t.Fatal(err)
		}
		clientConfig := &clientrest.Config{Host: host, APIPath: "/api"}
		clientConfig.GroupVersion, clientConfig.NegotiatedSerializer = &corev1.SchemeGroupVersion, clientscheme.Codecs
		theirs, err := clientrest.RESTClientFor(clientConfig)
		if err != nil {
			t.Fatal(err)
		}
		seconds := int64(30)
		options := &metav1.ListOptions{
			LabelSelector: "app=a b", ResourceVersion: "7", TimeoutSeconds: &seconds, Watch: true, AllowWatchBookmarks: true,
		}
		for name, urls := range map[string][2]string{
			"list": {
				ours.Get().Namespace("ns").Resource("Pods").VersionedParams(options, scheme.ParameterCodec).Timeout(time.Minute).URL().String(),
				theirs.Get().Namespace("ns").Resource("Pods").VersionedParams(options, clientscheme.ParameterCodec).Timeout(time.Minute).URL().String(),
			},
			"metav1 codec": {
				ours.Get().Namespace("").Resource("pods").VersionedParams(options, metav1.ParameterCodec).URL().String(),
				theirs.Get().Namespace("").Resource("pods").VersionedParams(options, metav1.ParameterCodec).URL().String(),
			},
			"subresource": {
				ours.Put().Namespace("ns").Resource("pods").Name("a").SubResource("status").Param("x", "1").Param("x", "2").URL().String(),
				theirs.Put().Namespace("ns").Resource("pods").Name("a").SubResource("status").Param("x", "1").Param("x", "2").URL().String(),
			},
			"unscoped": {
				ours.Get().NamespaceIfScoped("ns", false).Resource("nodes").Name("n").URL().String(),
				theirs.Get().NamespaceIfScoped("ns", false).Resource("nodes").Name("n").URL().String(),
			},
			"absolute": {ours.Get().AbsPath("version").URL().String(), theirs.Get().AbsPath("version").URL().String()},
		} {
			if urls[0] != urls[1] {
				t.Errorf("host %q, %s: %s\nclient-go: %s", host, name, urls[0], urls[1])
			}
		}
	}
}

// TestMistakesInChain shows that a mistake comes back from the call that sends, and that nothing is sent.
func TestMistakesInChain(t *testing.T) {
	client := newClient(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	for want, request := range map[string]*rest.Request{
		"resource name may not be empty":                                     client.Get().Resource("pods").Name(""),
		`resource name "a/b": may not contain "/"`:                           client.Get().Resource("pods").Name("a/b"),
		`namespace "..": may not be ".."`:                                    client.Get().Namespace(".."),
		`namespace already set to "a", can't change to "b"`:                  client.Get().Namespace("a").Namespace("b"),
		`resource "po%ds": may not contain "%"`:                              client.Get().Resource("po%ds"),
		"an empty namespace may not be set when a resource name is provided": client.Delete().Namespace("").Resource("pods").Name("a"),
		"an empty namespace may not be set during creation":                  client.Post().Namespace("").Resource("pods"),
		"unknown type of body: int":                                          client.Post().Namespace("a").Body(1),
		`encode parameters: no kind "T" is registered`:                       client.Get().VersionedParams(&unknown{}, scheme.ParameterCodec),
	} {
		err := request.Do(t.Context()).Error()
		if strings.HasPrefix(want, "encode parameters") {
			if err == nil || !strings.HasPrefix(err.Error(), "encode parameters: ") {
				t.Errorf("Do: %v, want an encoding error", err)
			}
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("Do: %v, want %s", err, want)
		}
		if _, watchErr := request.Watch(t.Context()); watchErr == nil {
			t.Errorf("Watch: no error, want %s", want)
		}
	}
}

type unknown struct{ metav1.Status }

// TestHeaders shows who the server learns is asking, and for what.
func TestHeaders(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*rest.Config)
		want   map[string]string
	}{
		{"plain", func(*rest.Config) {}, map[string]string{"Accept": "application/json, */*", "Authorization": ""}},
		{"token", func(c *rest.Config) { c.BearerToken = "secret"; c.UserAgent = "tester" },
			map[string]string{"Authorization": "Bearer secret", "User-Agent": "tester"}},
		{"missing token file", func(c *rest.Config) { c.BearerToken = "fallback"; c.BearerTokenFile = "no/such/file" },
			map[string]string{"Authorization": "Bearer fallback"}},
		{"password", func(c *rest.Config) { c.Username, c.Password = "u", "p" },
			map[string]string{"Authorization": "Basic dTpw"}},
		{"impersonate", func(c *rest.Config) {
			c.Impersonate = rest.ImpersonationConfig{UserName: "jane", UID: "1", Groups: []string{"dev"}, Extra: map[string][]string{"Scope": {"x"}}}
		}, map[string]string{"Impersonate-User": "jane", "Impersonate-Uid": "1", "Impersonate-Group": "dev", "Impersonate-Extra-Scope": "x"}},
		{"accept", func(c *rest.Config) { c.AcceptContentTypes = "application/yaml" }, map[string]string{"Accept": "application/yaml"}},
	} {
		var got http.Header
		client := newClient(t, func(_ http.ResponseWriter, r *http.Request) { got = r.Header }, c.change)
		_, _ = client.Get().AbsPath("x").DoRaw(t.Context())
		for key, want := range c.want {
			if got.Get(key) != want {
				t.Errorf("%s: header %s is %q, want %q", c.name, key, got.Get(key), want)
			}
		}
	}
	var contentType string
	client := newClient(t, func(_ http.ResponseWriter, r *http.Request) { contentType = r.Header.Get("Content-Type") })
	client.Patch(types.MergePatchType).AbsPath("x").Body([]byte("{}")).Do(context.Background())
	if contentType != string(types.MergePatchType) {
		t.Errorf("content type of a patch: %q", contentType)
	}
}

func TestConfigMistakes(t *testing.T) {
	gv := &corev1.SchemeGroupVersion
	for name, c := range map[string]*rest.Config{
		"no version":        {ContentConfig: rest.ContentConfig{NegotiatedSerializer: scheme.Codecs}},
		"no serializer":     {ContentConfig: rest.ContentConfig{GroupVersion: gv}},
		"bad host":          {Host: "http://[", ContentConfig: rest.ContentConfig{GroupVersion: gv, NegotiatedSerializer: scheme.Codecs}},
		"two identities":    {Username: "u", BearerToken: "t"},
		"bad certificate":   {TLSClientConfig: rest.TLSClientConfig{CAData: []byte("no PEM")}},
		"half certificate":  {TLSClientConfig: rest.TLSClientConfig{CertData: []byte("x"), KeyFile: "no/such/file"}},
		"insecure and root": {TLSClientConfig: rest.TLSClientConfig{Insecure: true, CAData: []byte("x")}},
	} {
		if _, err := rest.RESTClientFor(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
