package rest

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// HTTPClientFor returns an HTTP client that authenticates as config says. It has a connection pool of its own; client-go
// shares pools between equal configs by a process-wide cache, which we leave to the caller
// (RESTClientForConfigAndClient).
func HTTPClientFor(config *Config) (*http.Client, error) {
	transport, err := TransportFor(config)
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: transport, Timeout: config.Timeout}, nil
}

// TransportFor returns the layers a request passes on its way out, outermost first: user name and token are put on,
// then config.WrapTransport sees it, then the connection pool sends it.
func TransportFor(config *Config) (http.RoundTripper, error) {
	transport := config.Transport
	if transport == nil {
		pool, err := newConnectionPool(config)
		if err != nil {
			return nil, err
		}
		transport = pool
	}
	if config.WrapTransport != nil {
		transport = config.WrapTransport(transport)
	}
	basic := config.Username != "" || config.Password != ""
	if basic && (config.BearerToken != "" || config.BearerTokenFile != "") {
		return nil, errors.New("rest: username/password or bearer token may be set, but not both")
	}
	return &identity{
		next: transport, userAgent: config.UserAgent, impersonate: config.Impersonate,
		basic: basic, username: config.Username, password: config.Password,
		token: tokenSource{fixed: config.BearerToken, file: config.BearerTokenFile},
	}, nil
}

func newConnectionPool(config *Config) (*http.Transport, error) {
	tlsConfig, err := TLSConfigFor(config)
	if err != nil {
		return nil, err
	}
	proxy := config.Proxy
	if proxy == nil {
		proxy = http.ProxyFromEnvironment
	}
	return utilnet.SetTransportDefaults(&http.Transport{
		Proxy:               proxy,
		DialContext:         config.Dial,
		TLSClientConfig:     tlsConfig,
		TLSHandshakeTimeout: 10 * time.Second,
		// Informers hold one connection per watch over HTTP/1.1, far more than Go's default of two idle ones a host.
		MaxIdleConnsPerHost: 25,
		DisableCompression:  config.DisableCompression,
	}), nil
}

// TLSConfigFor reads the certificates of config. It returns nil if there is nothing to set.
func TLSConfigFor(config *Config) (*tls.Config, error) {
	t := config.TLSClientConfig
	if !config.usesTLS() && t.ServerName == "" && len(t.NextProtos) == 0 {
		return nil, nil
	}
	out := &tls.Config{
		MinVersion: tls.VersionTLS12, InsecureSkipVerify: t.Insecure, ServerName: t.ServerName, NextProtos: t.NextProtos,
	}
	ca, err := pemOf(t.CAData, t.CAFile)
	if err != nil {
		return nil, err
	}
	if len(ca) > 0 {
		if t.Insecure {
			return nil, errors.New("rest: a root certificate makes no sense with Insecure")
		}
		out.RootCAs = x509.NewCertPool()
		if !out.RootCAs.AppendCertsFromPEM(ca) {
			return nil, errors.New("rest: no certificate in the root certificates")
		}
	}
	return out, addClientCertificate(out, t)
}

func addClientCertificate(out *tls.Config, t TLSClientConfig) error {
	cert, certErr := pemOf(t.CertData, t.CertFile)
	key, keyErr := pemOf(t.KeyData, t.KeyFile)
	if err := errors.Join(certErr, keyErr); err != nil {
		return err
	}
	if len(cert) == 0 && len(key) == 0 {
		return nil
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("rest: client certificate: %w", err)
	}
	out.Certificates = []tls.Certificate{pair}
	return nil
}

func pemOf(data []byte, file string) ([]byte, error) {
	if len(data) > 0 || file == "" {
		return data, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("rest: read certificate: %w", err)
	}
	return data, nil
}

// identity writes on each request who sends it.
type identity struct {
	next               http.RoundTripper
	userAgent          string
	impersonate        ImpersonationConfig
	basic              bool
	username, password string
	token              tokenSource
}

// RoundTrip works on a copy, as http.RoundTripper demands. A header that the caller set stays.
func (t *identity) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	if t.userAgent != "" && req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", t.userAgent)
	}
	if req.Header.Get("Authorization") == "" {
		if t.basic {
			req.SetBasicAuth(t.username, t.password)
		} else if token := t.token.read(); token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
	}
	t.addImpersonation(req.Header)
	return t.next.RoundTrip(req)
}

// WrappedRoundTripper lets utilnet.CloseIdleConnectionsFor and friends find the pool.
func (t *identity) WrappedRoundTripper() http.RoundTripper { return t.next }

func (t *identity) addImpersonation(header http.Header) {
	who := t.impersonate
	if who.UserName == "" {
		return
	}
	header.Set("Impersonate-User", who.UserName)
	if who.UID != "" {
		header.Set("Impersonate-Uid", who.UID)
	}
	for _, group := range who.Groups {
		header.Add("Impersonate-Group", group)
	}
	for key, values := range who.Extra {
		for _, value := range values {
			header.Add("Impersonate-Extra-"+strings.ToLower(key), value)
		}
	}
}

// tokenSource is a bearer token that may change on disk: the kubelet rewrites a pod's token file before it expires.
type tokenSource struct {
	fixed, file string

	mu       sync.Mutex // guards the rest
	fromFile string
	readAt   time.Time
}

// read returns the token of now. A file that can't be read leaves the last token in use: the server will say so if it
// has expired.
func (s *tokenSource) read() string {
	if s.file == "" {
		return s.fixed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	const freshFor = time.Minute
	if time.Since(s.readAt) > freshFor {
		if data, err := os.ReadFile(s.file); err == nil {
			s.fromFile, s.readAt = strings.TrimSpace(string(data)), time.Now()
		}
	}
	return cmp.Or(s.fromFile, s.fixed)
}
