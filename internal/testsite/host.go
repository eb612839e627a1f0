package testsite

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Policy is the content security policy that the theme promises to work under.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'"

// Host serves a built site on the loopback interface. When the test ends, whatever the policy blocked in a browser fails it.
type Host struct {
	*httptest.Server

	policy func(path string) string

	mu      sync.Mutex
	reports []string // guarded by mu: violations of the policy, as browsers post them
	asked   []string // guarded by mu: the paths asked for
}

// Serve serves a folder. policy gives the policy of a page; nil means Policy for all.
func Serve(t testing.TB, dir string, policy func(path string) string) *Host {
	t.Helper()
	if policy == nil {
		policy = func(string) string { return Policy }
	}
	h := &Host{policy: policy}
	files := http.FileServer(http.Dir(dir))
	mux := http.NewServeMux()
	mux.HandleFunc("POST /csp-report", h.report)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.URL.Path)
		h.mu.Unlock()
		w.Header().Set("Content-Security-Policy", h.policy(r.URL.Path)+"; report-uri /csp-report")
		files.ServeHTTP(w, r)
	})
	h.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		h.Close()
		for _, report := range h.reports {
			t.Errorf("the content security policy blocked something: %s", report)
		}
	})
	return h
}

func (h *Host) report(_ http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reports = append(h.reports, string(body))
}

// Reports returns and forgets the violations so far: for tests that want them.
func (h *Host) Reports() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	reports := h.reports
	h.reports = nil
	return reports
}

// AskedFor reports whether a path with this in it was asked for.
func (h *Host) AskedFor(part string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.asked, func(path string) bool { return strings.Contains(path, part) })
}
