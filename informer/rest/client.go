package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/srcblog/srcblog/informer/util/flowcontrol"
)

// Interface is what typed clients need of a REST client.
type Interface interface {
	GetRateLimiter() flowcontrol.RateLimiter
	Verb(verb string) *Request
	Post() *Request
	Put() *Request
	Patch(pt types.PatchType) *Request
	Get() *Request
	Delete() *Request
	APIVersion() schema.GroupVersion
}

// RESTClient starts requests below one group and version, such as /apis/apps/v1. It holds no state between requests,
// so any number of goroutines may use one at once.
type RESTClient struct {
	// Client sends the requests; nil means http.DefaultClient.
	Client *http.Client

	base        *url.URL // scheme, host, and a path that ends in "/"
	versionPath string   // "/api/v1", "/apis/apps/v1"
	content     ClientContentConfig
	rateLimiter flowcontrol.RateLimiter // nil: no limit
	warnings    WarningHandlerWithContext
}

var _ Interface = (*RESTClient)(nil)

// ClientContentConfig is ContentConfig once the codecs have been settled.
type ClientContentConfig struct {
	// AcceptContentTypes is the Accept header; empty means ContentType.
	AcceptContentTypes string
	// ContentType is the format of bodies sent; empty means "application/json".
	ContentType string
	// GroupVersion is the API version to talk to; VersionedParams converts to it.
	GroupVersion schema.GroupVersion
	// Negotiator finds decoders and encoders by content type.
	Negotiator runtime.ClientNegotiator
}

// NewRESTClient returns a client for the API below baseURL and versionedAPIPath. A query or fragment in baseURL is
// dropped. rateLimiter and client may be nil.
func NewRESTClient(baseURL *url.URL, versionedAPIPath string, config ClientContentConfig,
	rateLimiter flowcontrol.RateLimiter, client *http.Client) (*RESTClient, error) {
	if baseURL == nil {
		return nil, errors.New("rest: no base URL")
	}
	if config.Negotiator == nil {
		return nil, errors.New("rest: no negotiator to find codecs with")
	}
	base := *baseURL
	base.RawQuery, base.Fragment = "", ""
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	if config.ContentType == "" {
		config.ContentType = runtime.ContentTypeJSON
	}
	return &RESTClient{
		Client: client, base: &base, versionPath: versionedAPIPath, content: config, rateLimiter: rateLimiter,
	}, nil
}

// RESTClientFor returns a client for config.GroupVersion, with a connection pool of its own.
func RESTClientFor(config *Config) (*RESTClient, error) {
	client, err := HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	return RESTClientForConfigAndClient(config, client)
}

// RESTClientForConfigAndClient is RESTClientFor with a connection pool that the caller has already, so that the
// clients of several groups can share one.
func RESTClientForConfigAndClient(config *Config, httpClient *http.Client) (*RESTClient, error) {
	if config.GroupVersion == nil {
		return nil, errors.New("rest: Config.GroupVersion is required")
	}
	if config.NegotiatedSerializer == nil {
		return nil, errors.New("rest: Config.NegotiatedSerializer is required")
	}
	base, versionPath, err := DefaultServerURL(config.Host, config.APIPath, *config.GroupVersion, config.usesTLS())
	if err != nil {
		return nil, err
	}
	content := ClientContentConfig{
		AcceptContentTypes: config.AcceptContentTypes,
		ContentType:        config.ContentType,
		GroupVersion:       *config.GroupVersion,
		Negotiator:         runtime.NewClientNegotiator(config.NegotiatedSerializer, *config.GroupVersion),
	}
	client, err := NewRESTClient(base, versionPath, content, config.rateLimiter(), httpClient)
	if err != nil {
		return nil, err
	}
	client.warnings = config.warningHandler()
	return client, nil
}

// DefaultServerURL turns a host, host:port or URL into the server's base URL, and an API path, group and version into
// the path below it. A host without scheme gets https when defaultTLS is set, else http.
func DefaultServerURL(host, apiPath string, gv schema.GroupVersion, defaultTLS bool) (*url.URL, string, error) {
	if host == "" {
		host = "localhost"
	}
	if !strings.Contains(host, "://") {
		scheme := "http://"
		if defaultTLS {
			scheme = "https://"
		}
		host = scheme + host
	}
	base, err := url.Parse(host)
	if err != nil {
		return nil, "", fmt.Errorf("host must be a URL or a host:port pair: %w", err)
	}
	return base, path.Join("/", apiPath, gv.Group, gv.Version), nil
}

// Verb starts a request with the given HTTP method.
func (c *RESTClient) Verb(verb string) *Request { return NewRequest(c).Verb(verb) }

// Get starts a GET request: get, list and watch.
func (c *RESTClient) Get() *Request { return c.Verb(http.MethodGet) }

// Post starts a POST request: create.
func (c *RESTClient) Post() *Request { return c.Verb(http.MethodPost) }

// Put starts a PUT request: update.
func (c *RESTClient) Put() *Request { return c.Verb(http.MethodPut) }

// Delete starts a DELETE request.
func (c *RESTClient) Delete() *Request { return c.Verb(http.MethodDelete) }

// Patch starts a PATCH request; the content type says which kind of patch the body is.
func (c *RESTClient) Patch(pt types.PatchType) *Request {
	return c.Verb(http.MethodPatch).SetHeader("Content-Type", string(pt))
}

// APIVersion is the group and version that the client talks to.
func (c *RESTClient) APIVersion() schema.GroupVersion { return c.content.GroupVersion }

// GetRateLimiter returns the client's brake, nil if it has none.
func (c *RESTClient) GetRateLimiter() flowcontrol.RateLimiter {
	if c == nil {
		return nil
	}
	return c.rateLimiter
}

func (c *RESTClient) httpClient() *http.Client {
	if c.Client == nil {
		return http.DefaultClient
	}
	return c.Client
}
