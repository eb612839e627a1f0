package rest

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/srcblog/srcblog/informer/util/flowcontrol"
)

// Defaults of the client's own brake, used where Config leaves QPS or Burst at zero. They are client-go's, chosen when
// a single client could topple an API server; controllers usually raise them, since Priority and Fairness now protects
// the server.
const (
	// DefaultQPS is the number of requests per second in the long run.
	DefaultQPS float32 = 5.0
	// DefaultBurst is the number of requests allowed at once after a quiet time.
	DefaultBurst int = 10
)

// Config says how to reach one API server and who asks. The zero value speaks plain HTTP to localhost. A Config is not
// changed by the clients made from it; those keep a copy.
type Config struct {
	// Host is a host, a host:port pair, or a URL. The path of a URL is put before every request's path, so that a
	// proxy can serve the API below a prefix.
	Host string
	// APIPath is the root the group lives below: "/api" for the core group, "/apis" for all others.
	APIPath string

	ContentConfig

	// Username and Password are sent by HTTP basic authentication.
	Username string
	Password string
	// BearerToken is sent as it is with every request.
	BearerToken string
	// BearerTokenFile holds a token that is read again every minute, as tokens mounted into pods are rotated. It wins
	// over BearerToken while it can be read.
	BearerTokenFile string
	// Impersonate asks the server to act as another user; the authenticated one needs the right to do so.
	Impersonate ImpersonationConfig

	TLSClientConfig

	// UserAgent names the caller in the server's audit log. Empty means Go's default.
	UserAgent string
	// DisableCompression stops the transport from asking for gzip.
	DisableCompression bool
	// Transport replaces the connection pool made from the fields above; TLSClientConfig, Dial and Proxy are then unused.
	Transport http.RoundTripper
	// WrapTransport puts a layer around the transport, inside of authentication.
	WrapTransport func(http.RoundTripper) http.RoundTripper

	// QPS and Burst set the client's own rate limit, in requests per second and requests at once. Zero means the
	// defaults, a negative QPS no limit.
	QPS   float32
	Burst int
	// RateLimiter, if set, is used in place of one made from QPS and Burst. Clients of several groups share one so.
	RateLimiter flowcontrol.RateLimiter

	// WarningHandler sees the Warning headers of each answer; WarningHandlerWithContext wins when both are set.
	// Neither set: warnings are logged.
	WarningHandler            WarningHandler
	WarningHandlerWithContext WarningHandlerWithContext

	// Timeout bounds each request, the reading of its answer included. A watch is such a request too: with a timeout
	// here every watch ends after it. Zero, the usual value for informers, means no bound.
	Timeout time.Duration

	// Dial opens connections in place of a net.Dialer. Proxy picks a proxy per request; nil reads the environment.
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Proxy func(*http.Request) (*url.URL, error)
}

// ContentConfig says in which formats to talk, and about which API version.
type ContentConfig struct {
	// AcceptContentTypes is the Accept header; empty means ContentType.
	AcceptContentTypes string
	// ContentType is the format of bodies sent: "application/json" (the default) or
	// "application/vnd.kubernetes.protobuf".
	ContentType string
	// GroupVersion is the API group and version. Required.
	GroupVersion *schema.GroupVersion
	// NegotiatedSerializer finds the codec for a content type. Required.
	NegotiatedSerializer runtime.NegotiatedSerializer
}

// ImpersonationConfig names the user to act as. UserName is required when any other field is set.
type ImpersonationConfig struct {
	UserName string
	UID      string
	Groups   []string
	Extra    map[string][]string
}

// TLSClientConfig holds the certificates of both sides. The …Data fields hold PEM and win over the …File fields.
type TLSClientConfig struct {
	// Insecure accepts any server certificate. For tests.
	Insecure bool
	// ServerName is the name the server's certificate must bear; empty means the host of the request.
	ServerName string

	CertFile, KeyFile, CAFile string
	CertData, KeyData, CAData []byte

	// NextProtos lists the protocols to offer, best first; empty means HTTP/2, then HTTP/1.1.
	NextProtos []string
}

// CopyConfig returns a copy that can be changed without changing config. Pointers, slices and functions are shared.
func CopyConfig(config *Config) *Config {
	c := *config
	return &c
}

// rateLimiter returns the brake that the config asks for, nil for none.
func (c *Config) rateLimiter() flowcontrol.RateLimiter {
	qps, burst := c.QPS, c.Burst
	if c.RateLimiter != nil || qps < 0 {
		return c.RateLimiter
	}
	if qps == 0 {
		qps = DefaultQPS
	}
	if burst == 0 {
		burst = DefaultBurst
	}
	return flowcontrol.NewTokenBucketRateLimiter(qps, burst)
}

// usesTLS reports whether a bare host should be reached by https.
func (c *Config) usesTLS() bool {
	t := c.TLSClientConfig
	return t.Insecure || t.CAFile != "" || len(t.CAData) > 0 || t.CertFile != "" || len(t.CertData) > 0
}
