package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/srcblog/srcblog/informer/util/flowcontrol"
)

// defaultMaxRetries is how often a request is sent again at most; the number is client-go's.
const defaultMaxRetries = 10

// Request is one request in the making. Every call of the chain changes it and returns it; the first mistake is kept
// and comes back from the call that sends it (Do, DoRaw, Watch), so that a chain needs one error check. A Request
// belongs to one goroutine and is sent once.
type Request struct {
	client *RESTClient
	verb   string
	err    error

	absPath      string // set by AbsPath: replaces the client's versioned path
	namespace    string
	namespaceSet bool
	resource     string
	name         string
	subresource  string

	params  url.Values
	headers http.Header
	body    []byte

	timeout    time.Duration
	maxRetries int
	limiter    flowcontrol.RateLimiter
	warnings   WarningHandlerWithContext
}

// NewRequest starts a request of client without a verb.
func NewRequest(client *RESTClient) *Request {
	r := &Request{
		client:     client,
		params:     url.Values{},
		headers:    http.Header{},
		maxRetries: defaultMaxRetries,
		limiter:    client.rateLimiter,
		warnings:   client.warnings,
	}
	accept := client.content.AcceptContentTypes
	if accept == "" {
		accept = client.content.ContentType + ", */*"
	}
	return r.SetHeader("Accept", accept)
}

// fail keeps the first mistake of the chain.
func (r *Request) fail(err error) *Request {
	if r.err == nil {
		r.err = err
	}
	return r
}

// Verb sets the HTTP method.
func (r *Request) Verb(verb string) *Request {
	r.verb = verb
	return r
}

// Namespace limits the request to one namespace. The empty string is all namespaces, metav1.NamespaceAll, and leaves
// the path as it is.
func (r *Request) Namespace(namespace string) *Request {
	if r.namespaceSet {
		return r.fail(fmt.Errorf("namespace already set to %q, can't change to %q", r.namespace, namespace))
	}
	if err := checkSegment(namespace); err != nil {
		return r.fail(fmt.Errorf("namespace %q: %w", namespace, err))
	}
	r.namespaceSet, r.namespace = true, namespace
	return r
}

// NamespaceIfScoped is Namespace for resources that have one, nothing for others.
func (r *Request) NamespaceIfScoped(namespace string, scoped bool) *Request {
	if !scoped {
		return r
	}
	return r.Namespace(namespace)
}

// Resource names the collection, in plural: "pods", "deployments".
func (r *Request) Resource(resource string) *Request {
	if err := checkSegment(resource); err != nil {
		return r.fail(fmt.Errorf("resource %q: %w", resource, err))
	}
	r.resource = resource
	return r
}

// Name picks one object of the collection. An empty name is a mistake: a DELETE without name would delete them all.
func (r *Request) Name(name string) *Request {
	if name == "" {
		return r.fail(errors.New("resource name may not be empty"))
	}
	if err := checkSegment(name); err != nil {
		return r.fail(fmt.Errorf("resource name %q: %w", name, err))
	}
	r.name = name
	return r
}

// SubResource picks a part of an object: "status", "scale".
func (r *Request) SubResource(segments ...string) *Request {
	r.subresource = path.Join(segments...)
	return r
}

// AbsPath sets the path below the host, in place of the one of the client's group and version.
func (r *Request) AbsPath(segments ...string) *Request {
	r.absPath = path.Join("/", path.Join(segments...))
	return r
}

// Param adds one query parameter.
func (r *Request) Param(name, value string) *Request {
	r.params.Add(name, value)
	return r
}

// VersionedParams adds every field of an options object, such as *metav1.ListOptions, as a query parameter, in the
// form that the client's API version gives it.
func (r *Request) VersionedParams(obj runtime.Object, codec runtime.ParameterCodec) *Request {
	params, err := codec.EncodeParameters(obj, r.client.content.GroupVersion)
	if err != nil {
		return r.fail(fmt.Errorf("encode parameters: %w", err))
	}
	for name, values := range params {
		r.params[name] = append(r.params[name], values...)
	}
	return r
}

// SetHeader sets a header; without values it is removed.
func (r *Request) SetHeader(key string, values ...string) *Request {
	r.headers.Del(key)
	for _, value := range values {
		r.headers.Add(key, value)
	}
	return r
}

// Timeout bounds Do and DoRaw, retries included, and tells the server by the "timeout" parameter. A watch is bounded by
// the server only, so that its end is a clean one.
func (r *Request) Timeout(d time.Duration) *Request {
	r.timeout = d
	return r
}

// MaxRetries sets how often the request is sent again at most when the server answers with Retry-After. Default 10.
func (r *Request) MaxRetries(maxRetries int) *Request {
	r.maxRetries = max(0, maxRetries)
	return r
}

// Throttle replaces the client's rate limiter for this request; nil is none.
func (r *Request) Throttle(limiter flowcontrol.RateLimiter) *Request {
	r.limiter = limiter
	return r
}

// WarningHandlerWithContext replaces the client's warning handler for this request.
func (r *Request) WarningHandlerWithContext(handler WarningHandlerWithContext) *Request {
	r.warnings = handler
	return r
}

// Body sets what is sent: bytes as they are, an object encoded in the client's content type.
func (r *Request) Body(obj any) *Request {
	switch body := obj.(type) {
	case nil:
		r.body = nil
	case []byte:
		r.body = body
	case runtime.Object:
		encoder, err := r.client.content.Negotiator.Encoder(r.client.content.ContentType, nil)
		if err != nil {
			return r.fail(err)
		}
		if r.body, err = runtime.Encode(encoder, body); err != nil {
			return r.fail(fmt.Errorf("encode body: %w", err))
		}
		r.SetHeader("Content-Type", r.client.content.ContentType)
	default:
		return r.fail(fmt.Errorf("unknown type of body: %T", obj))
	}
	return r
}

// URL is the address as it stands: base, version path, then namespaces/NS/RESOURCE/NAME/SUBRESOURCE, then the query.
func (r *Request) URL() *url.URL {
	u := *r.client.base
	below := r.absPath
	if below == "" {
		below = r.client.versionPath
	}
	if r.namespace != "" {
		below = path.Join(below, "namespaces", r.namespace)
	}
	u.Path = path.Join("/", u.Path, below, strings.ToLower(r.resource), r.name, r.subresource)
	query := url.Values{}
	for name, values := range r.params {
		query[name] = values
	}
	if r.timeout > 0 {
		query.Set("timeout", r.timeout.String())
	}
	u.RawQuery = query.Encode()
	return &u
}

// Error returns the first mistake made in the chain so far, nil if none.
func (r *Request) Error() error { return r.err }

// check finds what only the whole chain shows: an object of a namespaced kind has a name within a namespace, and
// without this check a forgotten namespace would silently address a cluster-wide path.
func (r *Request) check() error {
	if r.err != nil {
		return r.err
	}
	if !r.namespaceSet || r.namespace != "" {
		return nil
	}
	if r.name != "" && (r.verb == http.MethodGet || r.verb == http.MethodPut || r.verb == http.MethodDelete) {
		return errors.New("an empty namespace may not be set when a resource name is provided")
	}
	if r.verb == http.MethodPost {
		return errors.New("an empty namespace may not be set during creation")
	}
	return nil
}

// checkSegment refuses what would change the shape of the path.
func checkSegment(segment string) error {
	if segment == "." || segment == ".." {
		return fmt.Errorf("may not be %q", segment)
	}
	if i := strings.IndexAny(segment, "/%"); i >= 0 {
		return fmt.Errorf("may not contain %q", segment[i:i+1])
	}
	return nil
}
