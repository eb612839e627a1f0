package integration

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// token is what clients show; the server takes who has it for an administrator.
const token = "integration"

// startTimeout is how long a server may take to answer. It takes three seconds; a busy machine gets more.
const startTimeout = 2 * time.Minute

// cluster is an etcd and what API servers in front of it need.
type cluster struct {
	binary string
	dir    string
	etcd   *process
	url    string // etcd's
}

// startCluster starts etcd. It skips the test if there is no server to start.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	binary := os.Getenv("APISERVER")
	if binary == "" {
		t.Skip("no API server: APISERVER is not set; make test-server builds one and sets it")
	}
	c := &cluster{binary: binary, dir: scratch(t)}
	c.write(t, "tokens.csv", []byte(token+`,tester,1,"system:masters"`))
	c.write(t, "accounts.key", newKey(t))

	c.url = fmt.Sprintf("http://127.0.0.1:%d", freePort(t))
	peers := fmt.Sprintf("http://127.0.0.1:%d", freePort(t))
	c.etcd = startProcess(t, c.dir, "etcd", binary, "etcd",
		"--data-dir="+c.file("etcd"),
		"--listen-client-urls="+c.url, "--advertise-client-urls="+c.url,
		"--listen-peer-urls="+peers, "--initial-advertise-peer-urls="+peers, "--initial-cluster=default="+peers,
		"--unsafe-no-fsync", // the data need not outlive the machine's crash
		"--log-level=warn")
	t.Cleanup(c.etcd.kill)
	return c
}

func (c *cluster) file(name string) string { return filepath.Join(c.dir, name) }

func (c *cluster) write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(c.file(name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// compact makes etcd forget everything before revision, as API servers have it do every five minutes.
func (c *cluster) compact(ctx context.Context, t *testing.T, revision string) {
	t.Helper()
	body := fmt.Sprintf(`{"revision": %q, "physical": true}`, revision)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/v3/kv/compaction", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("compact etcd at %s: %s", revision, resp.Status)
	}
}

// server is one kube-apiserver. Several can stand before the same etcd, and each has a watch cache of its own.
type server struct {
	cluster *cluster
	name    string
	port    int
	flags   []string
	process *process
}

// startServer starts an API server, with flags beyond the usual ones, and returns when it is ready. It belongs to t,
// also where a subtest kills it and starts it again.
func (c *cluster) startServer(t *testing.T, name string, flags ...string) *server {
	t.Helper()
	s := &server{cluster: c, name: name, port: freePort(t), flags: flags}
	t.Cleanup(func() {
		if s.process != nil {
			s.process.kill()
		}
	})
	s.start(t)
	return s
}

// start starts the server, the first time or, on the same port, after kill.
func (s *server) start(t *testing.T) {
	t.Helper()
	c := s.cluster
	begin := time.Now()
	s.process = startProcess(t, c.dir, s.name, c.binary, append([]string{"apiserver",
		"--etcd-servers=" + c.url,
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", s.port),
		"--cert-dir=" + c.file(s.name+"-certs"), // made at the first start, used again at the next
		"--token-auth-file=" + c.file("tokens.csv"), "--authorization-mode=AlwaysAllow",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + c.file("accounts.key"),
		"--service-account-signing-key-file=" + c.file("accounts.key"),
		"--service-cluster-ip-range=10.0.0.0/24", "--endpoint-reconciler-type=none",
		"--disable-admission-plugins=ServiceAccount", // it waits for accounts that only a controller would make
	}, s.flags...)...)
	s.awaitReady(t)
	t.Logf("%s ready after %v; memory: server %s, etcd %s", s.name, time.Since(begin).Round(100*time.Millisecond),
		s.process.memory(), c.etcd.memory())
}

func (s *server) url() string { return fmt.Sprintf("https://127.0.0.1:%d", s.port) }

// awaitReady asks the server whether it is ready until it says so. A process that comes up has no other way to tell;
// this is the one place where the tests poll.
func (s *server) awaitReady(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startTimeout)
	defer cancel()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		answer, err := s.ready(ctx, t)
		if err == nil && bytes.Equal(answer, []byte("ok")) {
			return
		}
		select {
		case <-again.C:
		case <-s.process.exited:
			t.Fatalf("%s ended while it started", s.name)
		case <-ctx.Done():
			t.Fatalf("%s not ready after %v: %v %s", s.name, startTimeout, err, answer)
		}
	}
}

func (s *server) ready(ctx context.Context, t *testing.T) ([]byte, error) {
	ca, err := os.ReadFile(s.caFile())
	if err != nil {
		return nil, err // not made yet
	}
	// A client for each question, because the certificate may be in the making still.
	client, disconnect, err := newClient(s.url(), ca, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer disconnect()
	return client.CoreV1().RESTClient().Get().AbsPath("/readyz").MaxRetries(0).Do(ctx).Raw()
}

// caFile holds the certificates that the server made for itself.
func (s *server) caFile() string {
	return filepath.Join(s.cluster.file(s.name+"-certs"), "apiserver.crt")
}

// newKey makes a key to sign service accounts' tokens with. The server takes RSA in PKCS#1, or EC in SEC 1.
func newKey(t *testing.T) []byte {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
}

// freePort finds a port that nobody listens on. It looks below the range from which systems take the ports of outgoing
// connections: a server that was killed must find its port free when it comes back.
func freePort(t *testing.T) int {
	t.Helper()
	const first, last = 20_000, 30_000
	start := os.Getpid() + int(time.Now().UnixNano()/1000)
	for i := range last - first {
		port := first + (start+i)%(last-first)
		listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			_ = listener.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}
